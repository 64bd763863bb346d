import { z } from 'zod'
import { Id, TimeOut } from '../common.ts'
import { endpoints } from '../endpoint.ts'

const OutgoingMail = z.object({
  id: Id,
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
  last_error: z.string().nullable(),
})
export type OutgoingMail = z.infer<typeof OutgoingMail>

export const mailEndpoints = endpoints({
  listMails: {
    method: 'GET',
    path: '/mails',
    access: 'admin',
    summary: 'Outgoing mail, the newest 200: what was sent, what waits and why',
    response: z.array(OutgoingMail),
  },
})
