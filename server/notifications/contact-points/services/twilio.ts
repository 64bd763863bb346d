import type { Language } from '#shared/contract/fixed.ts'
import type { ContactSettings } from '#shared/rules/alerts/contact-services.ts'
import { smsText, spokenText } from '../short-texts.ts'
import {
  basicAuthorization,
  type ContactAnswer,
  type ContactCall,
  type ContactFailure,
  type ContactReading,
  type ContactService,
  FORM_BODY,
  fieldOf,
  refused,
} from './service.ts'

/** Errors of Twilio (https://www.twilio.com/docs/api/errors) that say more than the status. */
const REFUSED: Partial<Record<string, ContactFailure>> = {
  20003: 'wrong_token',
  20005: 'not_allowed',
  20404: 'wrong_token',
  21201: 'wrong_recipient',
  21205: 'wrong_settings',
  21210: 'wrong_sender',
  21211: 'wrong_recipient',
  21212: 'wrong_sender',
  21214: 'wrong_recipient',
  21215: 'not_allowed',
  21219: 'wrong_recipient',
  21408: 'not_allowed',
  21603: 'wrong_sender',
  21604: 'wrong_recipient',
  21606: 'wrong_sender',
  21608: 'wrong_recipient',
  21610: 'not_allowed',
  21614: 'wrong_recipient',
  21659: 'wrong_sender',
  21660: 'wrong_sender',
  30002: 'not_allowed',
}

const read = ({ json }: ContactAnswer): ContactReading | undefined => {
  const code = fieldOf(json, 'code')
  if (code === '20429') return { again: 'busy' }
  const error = REFUSED[code]
  return error && refused(error)
}

const callOf = (
  { server, account = '', token = '', from = '', to = '' }: ContactSettings,
  resource: 'Messages' | 'Calls',
  fields: Record<string, string>,
): ContactCall => ({
  method: 'POST',
  url: `${server}/2010-04-01/Accounts/${account}/${resource}.json`,
  headers: { ...FORM_BODY, authorization: basicAuthorization(account, token) },
  body: new URLSearchParams({ From: from, To: to, ...fields }).toString(),
})

/** Messages resource (https://www.twilio.com/docs/messaging/api/message-resource). */
export const twilioSms: ContactService = {
  call: (settings, message) => callOf(settings, 'Messages', { Body: smsText(message) }),
  read,
}

const VOICES: Record<Language, string> = { de: 'de-DE', en: 'en-GB', es: 'es-ES', nl: 'nl-NL' }

const xml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Calls resource (https://www.twilio.com/docs/voice/api/call-resource): who picks up hears the sentence three times. */
export const twilioVoice: ContactService = {
  call: (settings, message) => {
    const say = `<Say language="${VOICES[message.language]}" loop="3">${xml(spokenText(message))}</Say>`
    return callOf(settings, 'Calls', { Twiml: `<Response><Pause length="1"/>${say}</Response>` })
  },
  read,
}
