import type { ContactSettings } from '#shared/rules/alerts/contact-services.ts'
import { smsText, spokenText } from '../short-texts.ts'
import {
  type ContactAnswer,
  type ContactCall,
  type ContactFailure,
  type ContactReading,
  type ContactService,
  fieldOf,
  JSON_BODY,
  refused,
  SENT,
} from './service.ts'

/** Codes of the field `success` (https://docs.seven.io/en/rest-api/status-codes). */
const REFUSED: Partial<Record<string, ContactFailure>> = {
  201: 'wrong_sender',
  202: 'wrong_recipient',
  301: 'wrong_recipient',
  305: 'wrong_settings',
  402: 'not_allowed',
  403: 'no_credit',
  500: 'no_credit',
  802: 'wrong_settings',
  900: 'wrong_token',
  901: 'wrong_token',
  902: 'not_allowed',
  903: 'not_allowed',
}

/** Its status is 200 also where it refuses; a code may be the whole answer. */
const read = ({ status, json }: ContactAnswer): ContactReading | undefined => {
  if (status !== 200 && status !== 401 && status !== 403) return undefined
  const code = typeof json === 'number' ? String(json) : fieldOf(json, 'success')
  if (code === '100') return SENT
  const error = REFUSED[code]
  if (error) return refused(error)
  if (status !== 200) return undefined
  // A code that says nothing of it leaves open whether the text goes out.
  return code === '' ? refused('wrong_address') : { again: 'answer_200' }
}

const callOf = ({ server, token = '', from, to }: ContactSettings, path: string, text: string): ContactCall => ({
  method: 'POST',
  url: `${server}/api/${path}`,
  headers: { ...JSON_BODY, 'x-api-key': token },
  body: JSON.stringify({ to, text, ...(from === undefined ? {} : { from }) }),
})

/** SMS (https://docs.seven.io/en/rest-api/endpoints/sms). */
export const sevenSms: ContactService = { call: (settings, message) => callOf(settings, 'sms', smsText(message)), read }

/** Calls by a voice (https://docs.seven.io/en/rest-api/endpoints/voice). */
export const sevenVoice: ContactService = {
  call: (settings, message) => callOf(settings, 'voice', spokenText(message)),
  read,
}
