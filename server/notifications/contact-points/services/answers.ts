import { HOUR_MS } from '#shared/rules/time/units.ts'
import { type ContactAnswer, type ContactFailure, type ContactReading, refused, SENT } from './service.ts'

/** Failures that a status means with any service; the person has to change something. */
const REFUSED: Partial<Record<number, ContactFailure>> = {
  401: 'wrong_token',
  402: 'no_credit',
  403: 'not_allowed',
  404: 'wrong_address',
  405: 'wrong_address',
  410: 'wrong_address',
}
/** Statuses of 4xx by which a service asks to come again. */
const LATER = [425, 429]
/** Status of a request that did not end in time; what became of it is not said. */
const TIMED_OUT = 408

/** Reads an answer by its status alone. `now` is in epoch ms. */
export const readStatus = ({ status, retryAfter }: ContactAnswer, now: number): ContactReading => {
  if (status >= 200 && status < 300) return SENT
  if (LATER.includes(status)) return { again: 'busy', ...waitOf(retryAfter, now) }
  if (status === TIMED_OUT) return { again: `answer_${status}` }
  if (status >= 300 && status < 400) return { again: 'redirected' }
  if (status < 500) return refused(REFUSED[status] ?? 'wrong_settings')
  return { again: `answer_${status}`, ...waitOf(retryAfter, now) }
}

/** Pause (ms) that `Retry-After` asks for, in seconds or as a date (RFC 9110 §10.2.3); an hour at most, as alarms wait behind it. */
const waitOf = (retryAfter: string | undefined, now: number): { afterMs?: number } => {
  if (retryAfter === undefined) return {}
  const ms = /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now
  return Number.isNaN(ms) || ms <= 0 ? {} : { afterMs: atMostAnHour(ms) }
}

export const atMostAnHour = (ms: number): number => Math.min(ms, HOUR_MS)
