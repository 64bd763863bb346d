import { Checkbox, Textarea, TextInput } from '@mantine/core'
import { IconAlertOctagon, IconAlertTriangle, IconMail } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { AlertRule } from '#shared/contract/alerts/alert-rules.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { alertDeliveryScreen } from '../../notifications/screens.ts'
import { EmailChips } from '../../ui/forms/email-chips.tsx'
import { OptionCards } from '../../ui/forms/option-cards.tsx'
import classes from './rule.module.css'
import type { RuleValues } from './rule-values.ts'

const URGENT = { act_now: IconAlertOctagon, attention: IconAlertTriangle, digest: IconMail } as const
const CHANNELS = ['alert_via_email', 'alert_via_push', 'alert_via_contact_point', 'alert_via_webhook'] as const

interface Props {
  values: RuleValues
  /** The rule as a sentence, its name when it has none. */
  sentence: string
  errors: Partial<Record<string, string>>
  onChange: (change: Partial<RuleValues>) => void
}

export function RuleUrgency({ values, onChange }: Pick<Props, 'values' | 'onChange'>) {
  const { t } = useTranslation(['alert-rules', 'ui', 'app'])
  const id = useId()
  const options = (['act_now', 'attention', 'digest'] as const).map(value => ({
    value,
    label: t(`urgency.${value}`),
    help: t(`urgency.${value}_help`),
    icon: URGENT[value],
  }))
  return (
    <fieldset className={`bm-card ${classes.part}`} aria-labelledby={id}>
      <h2 id={id}>{t('urgency.title')}</h2>
      <OptionCards<AlertRule['urgency']>
        name="urgency"
        options={options}
        chosen={values.urgency}
        onChoose={urgency => onChange({ urgency })}
      />
    </fieldset>
  )
}

/** Fields for who hears of the alert and how, what they look at first, and the name of the rule. */
export function RuleTold({ values, sentence, errors, onChange }: Props) {
  const { t } = useTranslation(['alert-rules', 'ui', 'app'])
  const wrongLine = Object.entries(errors).find(([field]) => field.startsWith('checks'))?.[1]
  const wrongPerson = Object.entries(errors).find(([field]) => field.startsWith('recipients'))?.[1]
  return (
    <>
      <section className={`bm-card ${classes.part}`}>
        <h2>{t('told.title')}</h2>
        <div className={classes.channels}>
          {CHANNELS.map(channel => (
            <Checkbox
              key={channel}
              label={t(`told.${channel}`)}
              checked={values[channel]}
              onChange={event => onChange({ [channel]: event.currentTarget.checked })}
            />
          ))}
        </div>
        <EmailChips
          label={t('told.people')}
          help={t('told.people_help')}
          value={values.recipients}
          error={wrongPerson}
          onChange={recipients => onChange({ recipients })}
        />
        <p className="bm-small bm-muted">
          {t('own_alarm')}{' '}
          <ScreenLink to={linkTo(alertDeliveryScreen)} target="_blank" className="bm-link">
            {t('app:title.alert_delivery')}
          </ScreenLink>
        </p>
      </section>
      <section className={`bm-card ${classes.part}`}>
        <h2>{t('checks.title')}</h2>
        <Textarea
          size="md"
          autosize
          minRows={2}
          label={t('checks.label')}
          description={t('checks.help')}
          value={values.checks}
          error={wrongLine}
          onChange={event => onChange({ checks: event.currentTarget.value })}
        />
        <TextInput
          size="md"
          label={
            <>
              {t('name')} <span className="bm-optional">{t('ui:optional')}</span>
            </>
          }
          description={t('name_help')}
          placeholder={sentence}
          value={values.name}
          error={errors.name}
          onChange={event => onChange({ name: event.currentTarget.value })}
        />
      </section>
    </>
  )
}
