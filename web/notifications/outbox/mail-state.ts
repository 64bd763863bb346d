import type { OutgoingMail } from '#shared/contract/accounts/mails.ts'

export type MailState =
  | { name: 'sent' | 'file' | 'refused' | 'waits'; tries: 0; nextInMinutes: null }
  | { name: 'waits'; tries: number; nextInMinutes: number }

const ENDED = { sent: 'sent', kept: 'file', refused: 'refused' } as const

/** State of a mail; `now` in epoch ms. */
export const mailStateOf = (mail: OutgoingMail, now: number): MailState => {
  if (mail.state !== 'waiting') return { name: ENDED[mail.state], tries: 0, nextInMinutes: null }
  if (mail.attempts === 0) return { name: 'waits', tries: 0, nextInMinutes: null }
  const nextInMinutes = Math.max(0, Math.ceil((Date.parse(mail.next_attempt_at) - now) / 60_000))
  return { name: 'waits', tries: mail.attempts, nextInMinutes }
}
