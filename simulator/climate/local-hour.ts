import { HOUR_MS } from '#shared/rules/time/units.ts'

const formats = new Map<string, Intl.DateTimeFormat>()
const offsets = new Map<string, Map<number, number>>()

/** Hour of the day, 0 to 24 with fraction, on a wall clock in `zone`. Barn programmes follow the wall clock. */
export const localHour = (time: number, zone: string): number => {
  const hours = (time + offsetAt(time, zone)) / HOUR_MS
  return ((hours % 24) + 24) % 24
}

// Clocks change at full UTC hours, so one look-up an hour is exact and keeps 90 days of history fast.
const offsetAt = (time: number, zone: string): number => {
  const hour = Math.floor(time / HOUR_MS)
  const known = offsets.get(zone) ?? new Map<number, number>()
  offsets.set(zone, known)
  const offset = known.get(hour) ?? readOffset(hour * HOUR_MS, zone)
  if (known.size > 20_000) known.clear()
  known.set(hour, offset)
  return offset
}

const readOffset = (time: number, zone: string): number => {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: 'numeric', minute: 'numeric', hourCycle: 'h23' })
  formats.set(zone, format)
  const parts = Object.fromEntries(format.formatToParts(time).map(part => [part.type, Number(part.value)]))
  const minutes = (parts.hour ?? 0) * 60 + (parts.minute ?? 0) - Math.floor((time % (24 * HOUR_MS)) / 60_000)
  return (((minutes + 720 + 1440) % 1440) - 720) * 60_000
}
