import type { OutgoingMail } from '../../shared/contract/mails.ts'

export type MailState =
  | { name: 'sent' | 'file' | 'waits'; tries: 0; nextInMinutes: null }
  | { name: 'waits'; tries: number; nextInMinutes: number }

/** How far a mail is; `now` in epoch ms. Without a mail server what is done lies in a file. */
export const mailStateOf = (mail: OutgoingMail, mailServer: boolean, now: number): MailState => {
  if (mail.sent_at) return { name: mailServer ? 'sent' : 'file', tries: 0, nextInMinutes: null }
  if (mail.attempts === 0) return { name: 'waits', tries: 0, nextInMinutes: null }
  const nextInMinutes = Math.max(0, Math.ceil((Date.parse(mail.next_attempt_at) - now) / 60_000))
  return { name: 'waits', tries: mail.attempts, nextInMinutes }
}
