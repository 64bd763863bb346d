import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/rules/time/units.ts'

/** Pause (ms) after so many attempts that failed: a minute at first, twice as long each time, an hour at most. */
export const pauseAfter = (attempts: number): number => Math.min(MINUTE_MS * 2 ** (attempts - 1), HOUR_MS)

/** Age (ms) of a message from which on an attempt is the last one; a code or a link works for a day only. */
export const LAST_ATTEMPT_MS = {
  email: 5 * DAY_MS,
  secret: DAY_MS,
  push: DAY_MS,
  webhook: DAY_MS,
  contact_point: DAY_MS,
} as const

/** Attempts of what cannot be written down as a message at all: about a day with the pauses of `pauseAfter`. */
export const MAX_ATTEMPTS = 29
