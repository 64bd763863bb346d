import { phonesIn } from '#shared/rules/alerts/contact-services.ts'
import { basicAuthorization, type ContactService, fieldOf, fullText, JSON_BODY, refused } from './service.ts'

/** Bridge signal-cli-rest-api, `/v2/send` (https://bbernhard.github.io/signal-cli-rest-api/); a proxy before it may ask for a password. */
export const signal: ContactService = {
  call: ({ server, from, to = '', user, password }, message) => ({
    method: 'POST',
    url: `${server}/v2/send`,
    headers: {
      ...JSON_BODY,
      ...(user === undefined ? {} : { authorization: basicAuthorization(user, password ?? '') }),
    },
    body: JSON.stringify({ message: fullText(message), number: from, recipients: phonesIn(to) }),
  }),

  read: ({ status, json }) => {
    const error = fieldOf(json, 'error')
    if (status === 429) return { again: 'busy' }
    if (status !== 400) return undefined
    if (/unregistered|not registered.*recipient|invalid recipient/i.test(error)) return refused('wrong_recipient')
    if (/not registered|does not exist|no such account|specified account/i.test(error)) return refused('wrong_sender')
    // The bridge answers so, too, where it does not reach Signal.
    return /rate.?limit|timeout|timed out|connection|network|unavailable/i.test(error) ? { again: 'busy' } : undefined
  },
}
