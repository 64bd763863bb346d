import { dateTimeIn } from './format.ts'

const asUtc = (text: string): number => Date.parse(`${text.replace(' ', 'T')}Z`)

/** `YYYY-MM-DDTHH:mm` on clocks in a time zone, as browsers fill a date-time field. */
export const fieldOf = (moment: string | number, timeZone: string): string =>
  dateTimeIn(moment, timeZone).replace(' ', 'T')

/**
 * The moment (ISO 8601 UTC) at which clocks in a time zone show what a date-time field holds; empty when it holds none.
 * A time the clock skips in spring is taken an hour later.
 */
export const momentOf = (field: string, timeZone: string): string => {
  const wanted = asUtc(field)
  if (Number.isNaN(wanted)) return ''
  const offsetAt = (moment: number) => asUtc(dateTimeIn(moment, timeZone)) - Math.floor(moment / 60_000) * 60_000
  const first = wanted - offsetAt(wanted)
  const second = wanted - offsetAt(first)
  const shown = [second, first].find(moment => asUtc(dateTimeIn(moment, timeZone)) === wanted)
  const found = shown ?? Math.max(first, second)
  return new Date(found).toISOString()
}
