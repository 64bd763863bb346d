import { z } from 'zod'
import { CHANNELS } from '../alerts/alert-delivery.ts'
import { Id, TimeOut } from '../common.ts'
import { endpoints } from '../endpoint.ts'

const OutgoingMail = z.object({
  id: Id,
  /** E-mails are all listed, of the other channels those that nobody could deliver. */
  channel: z.enum(CHANNELS),
  /** Address of the person, also where it went to a browser or a webhook. */
  recipient: z.string(),
  subject: z.string(),
  /** Empty where it lets in, or did. */
  text: z.string(),
  /** `kept`: as a file, for there is no mail server. `refused`: for good, or for days. */
  state: z.enum(['waiting', 'sent', 'kept', 'refused']),
  created_at: TimeOut,
  sent_at: TimeOut.nullable(),
  attempts: z.int(),
  next_attempt_at: TimeOut,
  /** Answer of the mail server, or a sentence in the language of the caller. */
  last_error: z.string().nullable(),
})
export type OutgoingMail = z.infer<typeof OutgoingMail>

export const mailEndpoints = endpoints({
  listMails: {
    method: 'GET',
    path: '/mails',
    access: 'admin',
    summary:
      'Outgoing mail, the newest 200, and 200 each of what waits longest and of what nobody took, however much was sent since, with the reason; the latter also of pushes, calls of webhooks and messages to contact points',
    response: z.array(OutgoingMail),
  },
})
