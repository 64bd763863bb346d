import { atMostAnHour } from './answers.ts'
import { type ContactFailure, type ContactService, fieldOf, fullText, JSON_BODY, refused } from './service.ts'

const REFUSED: Partial<Record<string, ContactFailure>> = {
  M_UNKNOWN_TOKEN: 'wrong_token',
  M_MISSING_TOKEN: 'wrong_token',
  M_FORBIDDEN: 'not_allowed',
  M_USER_DEACTIVATED: 'not_allowed',
  M_NOT_FOUND: 'wrong_recipient',
}

/**
 * Client-server API, `PUT …/send/m.room.message/{txnId}` (https://spec.matrix.org/latest/client-server-api/#put_matrixclientv3roomsroomidsendeventtypetxnid):
 * a transaction that comes twice is one event.
 */
export const matrix: ContactService = {
  call: ({ server, token, room = '' }, message) => ({
    method: 'PUT',
    url: `${server}/_matrix/client/v3/rooms/${encodeURIComponent(room)}/send/m.room.message/${encodeURIComponent(message.id)}`,
    headers: { ...JSON_BODY, authorization: `Bearer ${token}` },
    body: JSON.stringify({ msgtype: 'm.text', body: fullText(message) }),
  }),

  read: ({ status, json }) => {
    const code = fieldOf(json, 'errcode')
    const error = REFUSED[code]
    if (error) return refused(error)
    if (code !== 'M_LIMIT_EXCEEDED' && status !== 429) return undefined
    const wait = Number(fieldOf(json, 'retry_after_ms'))
    return wait > 0 ? { again: 'busy', afterMs: atMostAnHour(wait) } : undefined
  },
}
