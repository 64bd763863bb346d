import { useTranslation } from 'react-i18next'
import type { ContactServiceKey } from '#shared/rules/alerts/contact-services.ts'
import { openText } from '../../kit/language/open-text.ts'

const STEPS = {
  ntfy: 'ntfy',
  telegram: 'telegram',
  matrix: 'matrix',
  signal: 'signal',
  twilio_sms: 'twilio',
  twilio_voice: 'twilio',
  vonage_sms: 'vonage',
  messagebird_sms: 'messagebird',
  seven_sms: 'seven',
  seven_voice: 'seven',
  sipgate_sms: 'sipgate',
  other: 'other',
} as const satisfies Record<ContactServiceKey, string>

/** Text that says how a service is connected. */
export const stepsOf = (service: ContactServiceKey) => STEPS[service]

/** Words of the fields of a service, as the service itself calls them. */
export const useFieldWords = (service: ContactServiceKey) => {
  useTranslation('contact-points')
  const wordOf = (key: string) => openText('contact-points', key)
  return {
    label: (name: string): string => {
      const own = name === 'token' ? wordOf(`token.${service}`) : undefined
      const sipgate = service === 'sipgate_sms' && name === 'user' ? wordOf('sipgate_user') : undefined
      return own ?? sipgate ?? wordOf(`field.${name}`) ?? name
    },
    choice: (value: string): string => wordOf(`choice.${value}`) ?? value,
  }
}
