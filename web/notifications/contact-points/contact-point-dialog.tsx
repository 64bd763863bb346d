import { Checkbox, NativeSelect, PasswordInput, Switch, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { AlertDelivery } from '#shared/contract/alerts/alert-delivery.ts'
import { type ContactPoint, ContactPointChange } from '#shared/contract/alerts/contact-points.ts'
import { api } from '#shared/contract/index.ts'
import {
  CONTACT_SERVICE_KEYS,
  type ContactField,
  type ContactServiceKey,
  formOfService,
} from '#shared/rules/alerts/contact-services.ts'
import { ask } from '../../kit/api/api.ts'
import { refresh } from '../../kit/api/query.ts'
import { useContractForm } from '../../kit/forms/form.ts'
import { FormDialog } from '../../ui/overlays/form-dialog.tsx'
import classes from './contact-points.module.css'
import { stepsOf, useFieldWords } from './service-words.ts'

interface Values extends Record<string, unknown> {
  service: ContactServiceKey
  name: string
  only_act_now: boolean
  settings: Record<string, string>
  /** Names of saved secrets that go. */
  removed: string[]
}

const initialSettings = (service: ContactServiceKey): Record<string, string> =>
  Object.fromEntries(Object.entries(formOfService(service).fields).map(([name, { initial = '' }]) => [name, initial]))

interface Props {
  /** Contact point that is changed; undefined makes one. */
  point: ContactPoint | undefined
  paid: AlertDelivery['paid_messages']
  onClose: () => void
}

const useContactForm = ({ point, onClose }: Pick<Props, 'point' | 'onClose'>) => {
  const { t } = useTranslation('contact-points')
  const client = useQueryClient()
  const service = point?.service ?? 'ntfy'
  const fresh = Object.fromEntries(Object.keys(formOfService(service).fields).map(name => [name, '']))
  return useContractForm({
    body: ContactPointChange,
    initialValues: {
      service,
      name: point?.name ?? t(`service.${service}`),
      only_act_now: point?.only_act_now ?? formOfService(service).isPaid,
      settings: point ? { ...fresh, ...point.settings } : initialSettings(service),
      removed: [],
    } as Values,
    toBody: ({ removed, ...values }) => ({
      ...values,
      keeps: (point?.secrets ?? []).filter(name => !removed.includes(name)),
    }),
    send: async ({ keeps, ...entered }) => {
      if (point) await ask(api.updateContactPoint, { params: { id: point.id }, body: { ...entered, keeps } })
      else await ask(api.createContactPoint, { body: entered })
      await refresh(client, [api.getAlertDelivery])
      onClose()
    },
  })
}

function Steps({ service }: { service: ContactServiceKey }) {
  const { t } = useTranslation('contact-points')
  const steps = t(`steps.${stepsOf(service)}`).split('\n')
  return (
    <section className={classes.steps}>
      <h3>{t('steps_title')}</h3>
      <ol>
        {steps.map(step => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </section>
  )
}

interface FieldProps {
  service: ContactServiceKey
  name: string
  field: ContactField
  isKept: boolean
  input: object
  /** True where the saved secret goes. */
  isRemoved: boolean
  onRemoved: (removed: boolean) => void
}

const KEYBOARD = { address: 'url', template: 'url', phone: 'tel' } as const

function Field({ service, name, field, isKept, input, isRemoved, onRemoved }: FieldProps) {
  const { t } = useTranslation(['contact-points', 'ui'])
  const words = useFieldWords(service)
  const { type, secret, optional, choices } = field
  const label = optional ? (
    <>
      {words.label(name)} <span className="bm-optional">{t('ui:optional')}</span>
    </>
  ) : (
    words.label(name)
  )
  const common = { size: 'md', label, ...input } as const
  if (choices) return <NativeSelect {...common} data={choices.map(value => ({ value, label: words.choice(value) }))} />
  if (secret)
    return (
      <div className={classes.secret}>
        <PasswordInput
          {...common}
          autoComplete="new-password"
          description={t(isKept && !isRemoved ? 'secret_kept' : 'secret_help')}
        />
        {isKept && optional && (
          <Checkbox
            size="md"
            label={t('secret_remove', { name: words.label(name) })}
            checked={isRemoved}
            onChange={event => onRemoved(event.currentTarget.checked)}
          />
        )}
      </div>
    )
  if (type === 'lines') return <Textarea {...common} autosize minRows={2} maxRows={8} spellCheck={false} />
  return (
    <TextInput
      {...common}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      inputMode={KEYBOARD[type as keyof typeof KEYBOARD]}
      description={type === 'phones' ? t('phones_help') : undefined}
    />
  )
}

/** Sets up a messenger, an SMS gateway or calls, or changes one; secrets are entered and never shown. */
export default function ContactPointDialog({ point, paid, onClose }: Props) {
  const { t } = useTranslation('contact-points')
  const { form, failure, busy, onSubmit } = useContactForm({ point, onClose })
  const { service, only_act_now, name } = form.values
  const { fields, isPaid, kind } = formOfService(service)
  const choose = (chosen: ContactServiceKey) => {
    const isNamedByService = name === t(`service.${service}`)
    form.clearErrors()
    form.setValues({
      service: chosen,
      name: isNamedByService ? t(`service.${chosen}`) : name,
      only_act_now: formOfService(chosen).isPaid,
      settings: initialSettings(chosen),
    })
  }
  const groups = (['messenger', 'sms', 'voice'] as const).map(group => ({
    group: t(`by.${group}`),
    items: CONTACT_SERVICE_KEYS.filter(key => formOfService(key).kind === group).map(value => ({
      value,
      label: t(`service.${value}`),
    })),
  }))
  const title = point ? t('change_title', { name: point.name }) : t('new_title')
  return (
    <FormDialog opened title={title} action={t(point ? 'save' : 'connect')} {...{ busy, failure, onSubmit, onClose }}>
      {!point && (
        <NativeSelect
          size="md"
          data-autofocus
          label={t('service_label')}
          description={t(isPaid ? 'paid' : 'free')}
          data={groups}
          value={service}
          onChange={event => choose(event.currentTarget.value as ContactServiceKey)}
        />
      )}
      <Steps service={service} />
      {Object.entries(fields).map(([field, shape]) => (
        <Field
          key={`${service} ${field}`}
          {...{ service, name: field, field: shape }}
          isKept={point?.secrets.includes(field) ?? false}
          input={form.getInputProps(`settings.${field}`)}
          isRemoved={form.values.removed.includes(field)}
          onRemoved={removed =>
            form.setFieldValue('removed', before => [
              ...before.filter(one => one !== field),
              ...(removed ? [field] : []),
            ])
          }
        />
      ))}
      {service === 'other' && <p className="bm-small bm-muted">{t('places')}</p>}
      <TextInput
        size="md"
        autoComplete="off"
        maxLength={255}
        label={t('name_label')}
        description={t('name_help')}
        {...form.getInputProps('name')}
      />
      <Switch
        size="md"
        label={t('only_act_now')}
        description={t('only_act_now_help')}
        checked={only_act_now}
        onChange={event => form.setFieldValue('only_act_now', event.currentTarget.checked)}
      />
      {isPaid && kind !== 'messenger' && <p className="bm-small bm-muted">{t('limit', paid)}</p>}
    </FormDialog>
  )
}
