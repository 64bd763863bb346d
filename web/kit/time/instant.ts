import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { dateTimeIn } from '../language/format.ts'
import { serverNow } from './now.ts'

/** Longer than a zone is away from UTC, shorter than from one change of its clock to the next. */
const AROUND = 24 * 60 * MINUTE_MS
/** A moment of a field that says its offset: one moment, whatever the clock shows twice. */
const WITH_OFFSET = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?[+-]\d\d:\d\d$/

/** A time of a field without its offset. */
const CLOCK = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d$/

const asUtc = (text: string): number => Date.parse(`${text.replace(' ', 'T')}Z`)
const two = (value: number): string => String(value).padStart(2, '0')

/** Milliseconds by which clocks in a time zone are ahead of UTC. */
const offsetAt = (moment: number, timeZone: string): number =>
  asUtc(dateTimeIn(moment, timeZone)) - Math.floor(moment / MINUTE_MS) * MINUTE_MS

/** `+01:00`. */
const offsetText = (offset: number): string => {
  const minutes = Math.round(Math.abs(offset) / MINUTE_MS)
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

/** Moments (epoch ms) at which clocks show a time: two in the hour they go back, none in the hour they leave out. */
const momentsShowing = (clock: string, timeZone: string): number[] => {
  if (!CLOCK.test(clock.slice(0, 16))) return []
  const wanted = asUtc(clock.slice(0, 16))
  const offsets = [offsetAt(wanted - AROUND, timeZone), offsetAt(wanted + AROUND, timeZone)]
  const moments = [...new Set(offsets.map(offset => wanted - offset))]
  return moments.filter(moment => asUtc(dateTimeIn(moment, timeZone)) === wanted).sort((a, b) => a - b)
}

/**
 * A moment as a field of the product holds it: `YYYY-MM-DDTHH:mm` on clocks in a time zone. Seconds and the offset follow
 * where the clock alone does not say which moment it is, so that a field nobody touched gives back what it was given.
 */
export const fieldOf = (moment: string | number, timeZone: string): string => {
  const at = new Date(moment).getTime()
  const clock = dateTimeIn(at, timeZone).replace(' ', 'T')
  const beyond = at - Math.floor(at / MINUTE_MS) * MINUTE_MS
  if (beyond === 0 && momentsShowing(clock, timeZone).length < 2) return clock
  const seconds = beyond === 0 ? '' : new Date(beyond).toISOString().slice(16, 23)
  return `${clock}${seconds}${offsetText(offsetAt(at, timeZone))}`
}

/** The minute it is now (epoch ms), by the clock of the server: that of a device may be wrong. */
export const minuteNow = (): number => Math.floor(serverNow() / MINUTE_MS) * MINUTE_MS

/** The minute it is now, as a field holds it. */
export const nowIn = (timeZone: string): string => fieldOf(minuteNow(), timeZone)

/** Readings of a time that clocks show twice, the earlier first; empty for any other time. */
export const doubledIn = (field: string, timeZone: string): { value: string; offset: string }[] => {
  const moments = momentsShowing(field, timeZone)
  if (moments.length < 2) return []
  return moments.map(moment => {
    const offset = offsetText(offsetAt(moment, timeZone))
    return { value: `${field.slice(0, 16)}${offset}`, offset }
  })
}

/**
 * The moment (ISO 8601 UTC) a date-time field holds; empty when it holds none. A time without an offset that clocks show
 * twice is the earlier one, as on the server; a time the clock skips in spring is taken an hour later.
 */
export const instantOf = (field: string, timeZone: string): string => {
  if (WITH_OFFSET.test(field)) return new Date(field).toISOString()
  const wanted = CLOCK.test(field) ? asUtc(field) : Number.NaN
  if (Number.isNaN(wanted)) return ''
  const [first = wanted - offsetAt(wanted - AROUND, timeZone)] = momentsShowing(field, timeZone)
  return new Date(first).toISOString()
}
