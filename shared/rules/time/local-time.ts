import { Temporal } from 'temporal-polyfill'
import { knownZone } from './time-zone.ts'

export { dateTimeAt, localDateAt } from './wall-clock.ts'

/**
 * The time (epoch ms) on the wall of `zone`. Every rule works local times out by this: in a zone that this release does not
 * know, as one of another release may be, it is the product's own, since one place must never stop what others wait for.
 */
export const zonedAt = (time: number, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(knownZone(zone))
