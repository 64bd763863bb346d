import { knownZone } from './time-zone.ts'
import { DAY_MS } from './units.ts'

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

/** Days of the calendar from one moment to another on the wall of `zone`: one on which clocks change counts as any other. */
export const daysBetween = (from: string | number, until: string | number, zone: string): number =>
  (Date.parse(localDateAt(until, zone)) - Date.parse(localDateAt(from, zone))) / DAY_MS

/** Calendar month (`YYYY-MM`) of a date (`YYYY-MM-DD`). */
export const monthOf = (date: string): string => date.slice(0, 7)
