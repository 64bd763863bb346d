import { smsText } from '../short-texts.ts'
import { type ContactService, fieldOf, JSON_BODY, refused } from './service.ts'

/** Messages of the MessageBird REST API, now Bird (https://developers.messagebird.com/api/sms-messaging/). Numbers have no plus there. */
export const messagebirdSms: ContactService = {
  call: ({ server, token, from = '', to = '' }, message) => ({
    method: 'POST',
    url: `${server}/messages`,
    headers: { ...JSON_BODY, authorization: `AccessKey ${token}` },
    body: JSON.stringify({
      originator: from,
      recipients: [to.replace(/^\+/, '')],
      body: smsText(message),
      datacoding: 'auto',
    }),
  }),

  read: ({ json }) => {
    const [code, parameter] = [fieldOf(json, 'errors', 0, 'code'), fieldOf(json, 'errors', 0, 'parameter')]
    if (code === '2') return refused('wrong_token')
    if (code === '25') return refused('no_credit')
    if (code !== '9' && code !== '10') return undefined
    if (/recipient/.test(parameter)) return refused('wrong_recipient')
    return refused(/originator/.test(parameter) ? 'wrong_sender' : 'wrong_settings')
  },
}
