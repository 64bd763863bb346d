import { isGsmText, smsText } from '../short-texts.ts'
import { type ContactFailure, type ContactService, FORM_BODY, fieldOf, refused, SENT } from './service.ts'

/** Codes of the field `status` (https://developer.vonage.com/api-errors/sms). */
const REFUSED: Partial<Record<string, ContactFailure>> = {
  2: 'wrong_settings',
  3: 'wrong_settings',
  4: 'wrong_token',
  6: 'wrong_recipient',
  7: 'wrong_recipient',
  8: 'not_allowed',
  9: 'no_credit',
  11: 'not_allowed',
  12: 'wrong_settings',
  14: 'wrong_token',
  15: 'wrong_sender',
  22: 'wrong_settings',
  23: 'wrong_settings',
  29: 'wrong_recipient',
  32: 'wrong_token',
  33: 'wrong_recipient',
}

/** Status of a message that was not taken, as too many came. */
const THROTTLED = '1'

/** SMS API (https://developer.vonage.com/api/sms): its status is 200 also where it refuses. Numbers have no plus there. */
export const vonageSms: ContactService = {
  call: ({ server, key = '', token = '', from = '', to = '' }, message) => {
    const text = smsText(message)
    const numbers = { from: from.replace(/^\+/, ''), to: to.replace(/^\+/, '') }
    const type = isGsmText(text) ? 'text' : 'unicode'
    return {
      method: 'POST',
      url: `${server}/sms/json`,
      headers: FORM_BODY,
      body: new URLSearchParams({ api_key: key, api_secret: token, ...numbers, text, type }).toString(),
    }
  },

  read: ({ status, json }) => {
    if (status !== 200) return undefined
    const code = fieldOf(json, 'messages', 0, 'status')
    if (code === '0') return SENT
    if (code === '') return refused('wrong_address')
    const error = REFUSED[code]
    if (error) return refused(error)
    return { again: code === THROTTLED ? 'busy' : 'answer_200' }
  },
}
