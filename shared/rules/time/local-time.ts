import { Temporal } from 'temporal-polyfill'
import { knownZone } from './time-zone.ts'

/**
 * The time (epoch ms) on the wall of `zone`. Every rule works local times out by this: in a zone that this release does not
 * know, as one of another release may be, it is the product's own, since one place must never stop what others wait for.
 */
export const zonedAt = (time: number, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(knownZone(zone))

/** `YYYY-MM-DD HH:mm` of a moment (ISO 8601 or epoch ms) on the wall of `zone`. */
export const dateTimeAt = (time: string | number, zone: string): string =>
  new Date(time).toLocaleString('sv-SE', { timeZone: knownZone(zone), dateStyle: 'short', timeStyle: 'short' })

/** `YYYY-MM-DD` of a moment (ISO 8601 or epoch ms) on the wall of `zone`. */
export const localDateAt = (time: string | number, zone: string): string => dateTimeAt(time, zone).slice(0, 10)
