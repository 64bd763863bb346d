import { Temporal } from 'temporal-polyfill'
import { knownZone } from './time-zone.ts'

/**
 * The time (epoch ms) on the wall of `zone`. Every rule works local times out by this: in a zone that this release does not
 * know, as one of another release may be, it is the product's own, since one place must never stop what others wait for.
 */
export const zonedAt = (time: number, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(knownZone(zone))

/** Clocks by their zone: making one costs a hundred times what reading it does. */
const clocks = new Map<string, Intl.DateTimeFormat>()
/** Limit of clocks that are kept: more than there are zones, whatever somebody calls one. */
const MAX_CLOCKS = 1000

const clockOf = (zone: string): Intl.DateTimeFormat => {
  const known = clocks.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
  if (clocks.size < MAX_CLOCKS) clocks.set(zone, made)
  return made
}

/** `YYYY-MM-DD HH:mm` of a moment (ISO 8601 or epoch ms) on the wall of `zone`. */
export const dateTimeAt = (time: string | number, zone: string): string =>
  clockOf(knownZone(zone)).format(new Date(time))

/** `YYYY-MM-DD` of a moment (ISO 8601 or epoch ms) on the wall of `zone`. */
export const localDateAt = (time: string | number, zone: string): string => dateTimeAt(time, zone).slice(0, 10)
