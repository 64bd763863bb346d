import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type AlarmPlan, AlarmPlanInput } from '#shared/contract/alerts/alarm-plans.ts'
import { CallFailed } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import { ask } from '../kit/api/api.ts'
import { queryOf, refresh } from '../kit/api/query.ts'
import { useContractForm } from '../kit/forms/form.ts'
import { NumberField, numberIn, numberText } from '../kit/forms/number-field.tsx'
import { Note } from '../ui/feedback/note.tsx'
import { LeaveGuard } from '../ui/overlays/leave-guard.tsx'
import classes from './alarm.module.css'
import { People } from './people.tsx'

const MAX_PEOPLE = 20
let keys = 0
const emptyPerson = () => ({ key: ++keys, name: '', phone: '', email: '' })
type PersonValues = ReturnType<typeof emptyPerson>

const usePlanForm = (plan: AlarmPlan, onDone: () => void) => {
  const client = useQueryClient()
  const [readAt] = useState(plan.updated_at)
  const [theirs, setTheirs] = useState<AlarmPlan | null>(null)
  const params = { id: plan.location_id }
  const contractForm = useContractForm({
    body: AlarmPlanInput,
    initialValues: {
      minutes: numberText(plan.minutes),
      people:
        plan.people.length === 0
          ? [emptyPerson()]
          : plan.people.map(({ name, phone, email }) => ({
              name,
              phone: phone ?? '',
              email: email ?? '',
              key: ++keys,
            })),
    },
    toBody: ({ minutes, people }) => ({
      minutes: numberIn(minutes),
      people: people.map(({ name, phone, email }) => ({ name, email, phone: phone.trim() || null })),
    }),
    send: async body => {
      try {
        await ask(api.saveAlarmPlan, { params, body: { ...body, updated_at: theirs ? theirs.updated_at : readAt } })
      } catch (thrown) {
        // Shown beside the form: who saves again has seen what goes.
        if (thrown instanceof CallFailed && thrown.code === 'changed_meanwhile') {
          setTheirs(await client.fetchQuery({ ...queryOf(api.getAlarmPlan, { params }), staleTime: 0 }))
        }
        throw thrown
      }
      await refresh(client, [api.getAlarmPlan])
      onDone()
    },
  })
  return { ...contractForm, theirs }
}
type Form = ReturnType<typeof usePlanForm>['form']

function PersonFields({ form, index, person }: { form: Form; index: number; person: PersonValues }) {
  const { t } = useTranslation('alarm-plan')
  const { people } = form.values
  const input = (field: string) => form.getInputProps(`people.${index}.${field}`)
  const label = person.name || t('person', { number: index + 1 })
  return (
    <li>
      <fieldset className={classes.person}>
        <legend>{t('person', { number: index + 1 })}</legend>
        <TextInput size="md" label={t('name')} autoComplete="off" {...input('name')} />
        <TextInput size="md" label={t('phone')} type="tel" autoComplete="off" {...input('phone')} />
        <TextInput size="md" label={t('email')} type="email" autoComplete="off" {...input('email')} />
        <div className={classes.moves}>
          <ActionIcon
            variant="default"
            size={44}
            aria-label={t('earlier', { name: label })}
            disabled={index === 0}
            onClick={() => form.reorderListItem('people', { from: index, to: index - 1 })}
          >
            <IconArrowUp size={20} stroke={1.9} />
          </ActionIcon>
          <ActionIcon
            variant="default"
            size={44}
            aria-label={t('later', { name: label })}
            disabled={index === people.length - 1}
            onClick={() => form.reorderListItem('people', { from: index, to: index + 1 })}
          >
            <IconArrowDown size={20} stroke={1.9} />
          </ActionIcon>
          <ActionIcon
            variant="default"
            size={44}
            aria-label={t('remove', { name: label })}
            onClick={() => form.removeListItem('people', index)}
          >
            <IconTrash size={20} stroke={1.8} />
          </ActionIcon>
        </div>
      </fieldset>
    </li>
  )
}

/** The plan as a form: who, in which order, and after how many minutes. */
export function PlanForm({ plan, onDone }: { plan: AlarmPlan; onDone: () => void }) {
  const { t } = useTranslation(['alarm-plan', 'ui'])
  const { form, failure, busy, onSubmit, theirs } = usePlanForm(plan, onDone)
  const { people } = form.values
  return (
    <form className={`bm-card ${classes.card}`} onSubmit={onSubmit} noValidate>
      <h2>{t('chain')}</h2>
      <p className="bm-muted">{t('form_help')}</p>
      <ol className={classes.persons}>
        {people.map((person, index) => (
          <PersonFields key={person.key} {...{ form, index, person }} />
        ))}
      </ol>
      {form.errors.people && <Note status="act_now">{t('same_mail')}</Note>}
      <div className={classes.actions}>
        <Button
          variant="default"
          leftSection={<IconPlus size={18} stroke={2} />}
          disabled={people.length >= MAX_PEOPLE}
          onClick={() => form.insertListItem('people', emptyPerson())}
        >
          {t('add')}
        </Button>
      </div>
      <NumberField
        className={classes.minutes}
        label={t('minutes')}
        description={t('minutes_help')}
        unit="min"
        {...form.getInputProps('minutes')}
      />
      {failure && <Note status="act_now">{failure}</Note>}
      {theirs && (
        <section className={classes.card} aria-label={t('theirs.title')}>
          <h3>{t('theirs.title')}</h3>
          <p className="bm-muted">{t('theirs.text')}</p>
          <p>{t('order', { count: theirs.minutes })}</p>
          <People people={theirs.people} mail />
        </section>
      )}
      <div className={classes.actions}>
        <Button variant="default" onClick={onDone}>
          {t('ui:cancel')}
        </Button>
        <Button type="submit" loading={busy}>
          {t('save')}
        </Button>
      </div>
      <LeaveGuard when={form.isDirty() && !busy} />
    </form>
  )
}
