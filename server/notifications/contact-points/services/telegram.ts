import { atMostAnHour } from './answers.ts'
import { type ContactService, fieldOf, fullText, JSON_BODY, refused } from './service.ts'

/** Longest text of a message. */
const MOST = 4096

/** Bot API, `sendMessage` (https://core.telegram.org/bots/api#sendmessage). */
export const telegram: ContactService = {
  call: ({ server, token, chat }, message) => ({
    method: 'POST',
    url: `${server}/bot${token}/sendMessage`,
    headers: JSON_BODY,
    body: JSON.stringify({
      chat_id: chat,
      text: fullText(message, MOST),
      link_preview_options: { is_disabled: true },
      disable_notification: message.urgency === 'low',
    }),
  }),

  read: ({ status, json }) => {
    const description = fieldOf(json, 'description')
    // A token that no bot has is not found.
    if (status === 401 || (status === 404 && fieldOf(json, 'ok') === 'false')) return refused('wrong_token')
    if (status === 400 && /chat not found|user not found|peer|migrate|upgraded/i.test(description))
      return refused('wrong_recipient')
    const seconds = Number(fieldOf(json, 'parameters', 'retry_after'))
    return status === 429 && seconds > 0 ? { again: 'busy', afterMs: atMostAnHour(seconds * 1000) } : undefined
  },
}
