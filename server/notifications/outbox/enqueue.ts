import type { Database } from '../../kit/database/database.ts'
import type { ContactText } from '../contact-points/services/service.ts'
import type { ChannelName } from '../tables.ts'
import { LAST_ATTEMPT_MS } from './backoff.ts'
import { insertMessage, PRIORITY, requeueMessage } from './outbox-store.ts'

export type { ContactText } from '../contact-points/services/service.ts'

/** File of an e-mail, in base64. One with a `cid` is shown in the HTML as `cid:…`, any other hangs on the mail. */
export interface Attachment {
  filename: string
  content: string
  cid?: string
}

interface Common {
  priority?: keyof typeof PRIORITY
  /** Part of the product that hears what became of it: see `defineTopic`. */
  topic?: string
  /** Id of what it tells of, for the topic. */
  about?: number
}

export interface EmailMessage extends Common {
  recipient: string
  subject: string
  text: string
  html: string
  /** Holds a code or a link that lets in: its text is forgotten after a day. */
  secret?: boolean
  attachments?: readonly Attachment[]
  /** Address (https) that stops mails like it: by POST at once, by GET after a question. */
  stop?: string | undefined
}

/** Part of an e-mail that only mail programs see. */
export interface EmailPayload {
  stop: string
}

/**
 * Notification that the service worker shows: text, and the address that a tap opens. A newer one with the same tag
 * takes its place.
 */
export interface Pushed {
  title: string
  body: string
  url: string
  tag: string
  /** Stays on screen until somebody looks. */
  stays: boolean
}
export type MessageUrgency = 'high' | 'normal' | 'low'

interface ToAccount extends Common {
  user_id: number
  /** Address of the account, by which whoever looks after the server knows whose it is. */
  recipient: string
}

export interface Push extends ToAccount {
  pushed: Pushed
  urgency: MessageUrgency
  /** Ids of the subscriptions it goes to; all of the account's unless given. */
  only?: readonly number[] | null
}

export interface WebhookCall extends ToAccount {
  /** Sentence that says what the call tells. */
  subject: string
  /** Body of the call as JSON, the same at each attempt. */
  body: object
}

export interface ContactPointMessage extends ToAccount {
  contact_point_id: number
  text: ContactText
}

/** Contact point that a message goes to, and its texts for any kind of service. */
export interface ContactPayload {
  contact_point_id: number
  text: ContactText
  /** Attempts after which it was surely not sent. */
  notSent?: number
}

/** Browsers that a push still goes to, null for all, and whether another took it. */
export interface PushPayload {
  pushed: Pushed
  urgency: MessageUrgency
  only: readonly number[] | null
  reached: boolean
}

const commonOf = ({ priority = 'ordinary', topic, about }: Common, last: keyof typeof LAST_ATTEMPT_MS, at: string) => ({
  priority: PRIORITY[priority],
  topic: topic ?? null,
  about: about ?? null,
  created_at: at,
  expires_at: new Date(Date.parse(at) + LAST_ATTEMPT_MS[last]).toISOString(),
})

/** Writes an e-mail down with whatever else the transaction changes; `sendSoon` or the next look at the outbox sends it. */
export const enqueueEmail = (db: Database, email: EmailMessage, at: string): Promise<number> => {
  const { recipient, subject, text, html, secret = false, attachments = [], stop } = email
  const payload: EmailPayload | null = stop === undefined ? null : { stop }
  return insertMessage(db, {
    ...commonOf(email, secret ? 'secret' : 'email', at),
    channel: 'email',
    user_id: null,
    lane: recipient,
    recipient,
    subject,
    text,
    html,
    attachments: attachments.length > 0 ? JSON.stringify(attachments) : null,
    payload: payload && JSON.stringify(payload),
    secret: secret ? 1 : 0,
  })
}

/** Sends an e-mail that was refused once more; false where it cannot, as its text is forgotten or it was sent after all. */
export const sendEmailAgain = (
  db: Database,
  id: number,
  { secret }: { secret: boolean },
  at: string,
): Promise<boolean> =>
  requeueMessage(db, id, { at, expires_at: commonOf({}, secret ? 'secret' : 'email', at).expires_at })

/** Messages of an account go to its browsers, its webhook or a contact point, as they are when they are sent. */
const toAccount = (channel: ChannelName, { user_id, recipient }: ToAccount) => ({
  channel,
  user_id,
  lane: String(user_id),
  recipient,
  html: '',
  attachments: null,
  secret: 0,
})

/** The same for a push to the browsers of an account. */
export const enqueuePush = (db: Database, push: Push, at: string): Promise<number> => {
  const { pushed, urgency, only = null } = push
  const payload: PushPayload = { pushed, urgency, only, reached: only !== null }
  return insertMessage(db, {
    ...commonOf(push, 'push', at),
    ...toAccount('push', push),
    subject: pushed.title,
    text: pushed.body,
    payload: JSON.stringify(payload),
  })
}

/** The same for a call of the webhook of an account. Its calls go out one after another, in the order they were written. */
export const enqueueWebhook = (db: Database, call: WebhookCall, at: string): Promise<number> => {
  const { subject, body } = call
  return insertMessage(db, {
    ...commonOf(call, 'webhook', at),
    ...toAccount('webhook', call),
    subject,
    text: subject,
    payload: JSON.stringify(body),
  })
}

/** The same for a message to one contact point of an account. */
export const enqueueContactPoint = (db: Database, message: ContactPointMessage, at: string): Promise<number> => {
  const { contact_point_id, text } = message
  const payload: ContactPayload = { contact_point_id, text }
  return insertMessage(db, {
    ...commonOf(message, 'contact_point', at),
    ...toAccount('contact_point', message),
    lane: String(contact_point_id),
    subject: text.title,
    text: text.sentence,
    payload: JSON.stringify(payload),
  })
}
