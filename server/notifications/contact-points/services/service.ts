import type { Language } from '#shared/contract/fixed.ts'
import type { ContactSettings } from '#shared/rules/alerts/contact-services.ts'
import type { MessageUrgency } from '../../outbox/enqueue.ts'
import { textWithin } from '../../templates/within.ts'

/** Text as it goes to any service, in the language of its reader. */
export interface ContactText {
  /** Line that says what happened. */
  title: string
  /** Lines with all that is known of it. */
  lines: string
  /** Sentence for where there is little room, and for a voice. */
  sentence: string
  /** Address that opens it. */
  link: string
  urgency: MessageUrgency
  /** Tells of the end of an alert. */
  isOver: boolean
  language: Language
}

export interface ContactMessage extends ContactText {
  /** The same at each attempt, and of no other message. */
  id: string
}

/** Request to the service of a contact point. */
export interface ContactCall {
  method: 'GET' | 'POST' | 'PUT'
  url: string
  headers: Record<string, string>
  body?: string
}

/** Answer of a service; `json` is undefined where it is none. */
export interface ContactAnswer {
  status: number
  json: unknown
  retryAfter: string | undefined
}

/** Reason why a service takes a message not now, or not as it is set up; a code of `failureText`. */
export type ContactFailure =
  | 'wrong_token'
  | 'wrong_recipient'
  | 'wrong_sender'
  | 'wrong_address'
  | 'wrong_settings'
  | 'not_allowed'
  | 'no_credit'
  | 'redirected'
  | 'busy'
  | `answer_${number}`

export type ContactReading =
  | { end: 'sent' }
  /** Refused until somebody changes the settings. */
  | { end: 'refused'; error: ContactFailure }
  /** Taken later, perhaps; not before `afterMs`. */
  | { again: ContactFailure; afterMs?: number }

export const SENT = { end: 'sent' } as const
export const refused = (error: ContactFailure): ContactReading => ({ end: 'refused', error })

/** A service as the server calls it: both functions depend on nothing but what they are given. */
export interface ContactService {
  call(settings: ContactSettings, message: ContactMessage): ContactCall
  /** Reads an answer where it says more than its status does; undefined leaves it to the status. */
  read?(answer: ContactAnswer): ContactReading | undefined
}

export const JSON_BODY = { 'content-type': 'application/json', accept: 'application/json' }
export const FORM_BODY = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' }

export const basicAuthorization = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`, 'utf8').toString('base64')}`

/** Text of a field of a JSON answer; empty where there is none. */
export const fieldOf = (json: unknown, ...path: (string | number)[]): string => {
  let value: unknown = json
  for (const step of path)
    value =
      typeof value === 'object' && value !== null && Object.hasOwn(value, step)
        ? (value as Record<string | number, unknown>)[step]
        : undefined
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

/**
 * Message in full, for a messenger: what happened, all that is known, and the link. Of one that is longer than `most` characters the lines
 * are cut, the link never.
 */
export const fullText = ({ title, lines, link }: ContactText, most = Number.POSITIVE_INFINITY): string => {
  const whole = (shown: string) => [title, shown, link].join('\n\n')
  return whole(textWithin(lines, most, shown => whole(shown).length))
}
