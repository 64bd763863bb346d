import type { Generated } from 'kysely'

export interface MailTables {
  mails: {
    id: Generated<number>
    recipient: string
    subject: string
    text: string
    html: string
    created_at: string
    /** Time a mail server took it. */
    sent_at: string | null
    /** `kept`: as a file, for there is no mail server. `refused`: for good, or for days. */
    state: 'waiting' | 'sent' | 'kept' | 'refused'
    /** 0 an alarm, 1 a letter somebody waits for, 2 any other. */
    priority: number
    attempts: number
    next_attempt_at: string
    last_error: string | null
    /** Holds a code or a link that lets in. */
    secret: number
    /** PNG in base64, shown in the HTML as `cid:picture`. */
    picture: string | null
  }
}
