import { smsText } from '../short-texts.ts'
import { basicAuthorization, type ContactService, JSON_BODY } from './service.ts'

/** Web SMS of the sipgate API (https://api.sipgate.com/v2/doc): a token of the scope `sessions:sms:write`. 204 without a body is yes, 402 no credit. */
export const sipgateSms: ContactService = {
  call: ({ server, user = '', token = '', extension, to }, message) => ({
    method: 'POST',
    url: `${server}/v2/sessions/sms`,
    headers: { ...JSON_BODY, authorization: basicAuthorization(user, token) },
    body: JSON.stringify({ smsId: extension, recipient: to, message: smsText(message) }),
  }),
}
