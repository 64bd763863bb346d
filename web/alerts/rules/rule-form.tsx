import { Button, Switch } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AlertRuleInput } from '#shared/contract/alerts/alert-rules.ts'
import type { Location } from '#shared/contract/places/locations.ts'
import type { PhysicalQuantity } from '#shared/contract/places/taxonomy.ts'
import { elementAt } from '#shared/rules/collections/elements.ts'
import { useOwnPlaces } from '../../kit/api/own-places.ts'
import { refresh } from '../../kit/api/query.ts'
import { useUser } from '../../kit/api/session.ts'
import { useContractForm } from '../../kit/forms/form.ts'
import { PageHeading } from '../../kit/pages/page.tsx'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink, useGo } from '../../kit/routing/link.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { showToast } from '../../ui/feedback/toast.ts'
import { LeaveGuard } from '../../ui/overlays/leave-guard.tsx'
import { BacktestPanel } from '../backtest/panel.tsx'
import { type AlertLists, RULE_READS } from '../queries.ts'
import { rulesScreen } from '../screens.ts'
import { HeldDevices } from './held-devices.tsx'
import classes from './rule.module.css'
import { RuleEnds } from './rule-ends.tsx'
import { RuleExcept } from './rule-except.tsx'
import { placeNamesOf } from './rule-place.ts'
import { RuleTold, RuleUrgency } from './rule-told.tsx'
import { alertRuleBody, canFollowAge, limitField, type RuleValues } from './rule-values.ts'
import { SentenceForm } from './sentence-form.tsx'
import { useSentence } from './use-sentence.ts'

interface Props {
  title: string
  initial: RuleValues
  /** True where the initial values are worth keeping already, as when a rule is copied. */
  changed: boolean
  read: AlertLists & { locations: readonly Location[] }
  /** Rule that is changed; null for a new one. */
  id: number | null
  /** Summary of what the rule did so far. */
  past?: ReactNode
  send: (body: AlertRuleInput) => Promise<unknown>
}

const quantityIn = ({ lists }: AlertLists, id: number): PhysicalQuantity =>
  lists.physical_quantities.find(one => one.id === id) ?? elementAt(lists.physical_quantities, 0)

const useRuleForm = ({ initial, read, send }: Props) => {
  const { t } = useTranslation('alert-rules')
  const client = useQueryClient()
  const go = useGo()
  const [saved, setSaved] = useState(false)
  const contract = useContractForm({
    body: AlertRuleInput,
    initialValues: initial,
    toBody: values => alertRuleBody(values, quantityIn(read, values.physical_quantity_id)),
    send: async body => {
      await send(body)
      await refresh(client, RULE_READS)
      setSaved(true)
      showToast({ id: 'rule-saved', message: t(body.active === false ? 'saved_off' : 'saved') })
    },
  })
  // Leaves only once the form no longer asks whether to.
  useEffect(() => {
    if (saved) void go(linkTo(rulesScreen))
  }, [saved, go])
  return { ...contract, saved }
}

/** A rule as a sentence that is its own form, tried on what was measured at its side. */
export function RuleForm(props: Props) {
  const { t } = useTranslation(['alert-rules', 'ui'])
  const { title, read, changed, past, id } = props
  const { form, failure, busy, onSubmit, saved } = useRuleForm(props)
  const { time_zone } = useUser()
  const { values } = form
  const mine = useOwnPlaces()
  const quantity = quantityIn(read, values.physical_quantity_id)
  const body = alertRuleBody(values, quantity)
  const sentence = useSentence(read.lists)
  const errors = form.errors as Record<string, string>
  const onChange = (change: Partial<RuleValues>) => {
    form.setValues(change)
    for (const field of Object.keys(change)) form.clearFieldError(field)
  }
  const onMove = (limit: number) => onChange({ threshold_value: limitField(values, limit, quantity.unit) })
  const zone = read.devices.find(({ placement }) => placement)?.placement?.time_zone ?? time_zone
  const save = (
    <>
      <Button variant="default" component={ScreenLink} to={linkTo(rulesScreen)}>
        {t('ui:cancel')}
      </Button>
      <Button type="submit" loading={busy}>
        {t(values.active ? 'save_on' : 'ui:save')}
      </Button>
    </>
  )
  return (
    <form className={classes.page} onSubmit={onSubmit} noValidate>
      <header className={classes.head}>
        <PageHeading className="bm-grow">{title}</PageHeading>
        <Switch
          label={t('active')}
          checked={values.active}
          onChange={event => onChange({ active: event.currentTarget.checked })}
        />
        <div className={classes.actionBar}>{save}</div>
      </header>
      {failure && <Note status="act_now">{failure}</Note>}
      <div className={classes.columns}>
        <div className={classes.stack}>
          {past}
          <SentenceForm
            values={values}
            lists={read.lists}
            places={{ ...read, mine }}
            error={errors.threshold_value ?? errors.times}
            placeError={errors.area_type_id ?? errors.location_id ?? errors.area_id ?? errors.device_id}
            follow={canFollowAge(values, quantity)}
            {...{ onChange }}
          >
            <HeldDevices {...{ id, body, read }} />
          </SentenceForm>
          <RuleEnds values={values} error={errors.clear_value} {...{ quantity, onChange }} />
          <RuleUrgency {...{ values, onChange }} />
          <RuleExcept values={values} devices={read.devices} onChange={onChange} />
          <RuleTold
            values={values}
            sentence={sentence({ ...body, ...numbersOf(body), ...placeNamesOf(values, read), ...placeIdsOf(values) })}
            errors={errors}
            onChange={onChange}
          />
        </div>
        <BacktestPanel id={id} body={body} quantity={quantity} timeZone={zone} onMove={onMove} />
      </div>
      <LeaveGuard when={(form.isDirty() || changed) && !busy && !saved} />
    </form>
  )
}

const placeIdsOf = ({ location_id, area_id, device_id }: RuleValues) => ({ location_id, area_id, device_id })

/** The fields a sentence needs, which a body may leave out or not have whole yet. */
const numbersOf = (body: AlertRuleInput) => ({
  area_type_id: body.area_type_id ?? null,
  calculation: body.calculation ?? 'average',
  comparison: body.comparison ?? 'value',
  comparator: body.comparator ?? 'greater',
  threshold_value: body.threshold_value ?? Number.NaN,
  calculation_minutes: body.calculation_minutes ?? 0,
  times: body.times ?? 1,
  by_age: body.by_age ?? false,
})
