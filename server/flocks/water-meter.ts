import { dayAfter, startOfDate } from '#shared/rules/time/calendar-periods.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'

/** Longest time between two readings of a meter that is spread over its days (J). */
export const LONGEST_BETWEEN_READINGS = 7 * DAY_MS
const LITRES = 1000

export interface MeterReading {
  /** Epoch ms. */
  time: number
  /** m³. */
  value: number
}

/**
 * Litres of local days by the readings of a meter, in any order: what ran between two of them is spread evenly over that time.
 * A day that they do not cover wholly is unknown, as is one on which the meter was changed: its number went down.
 */
export const waterByMeter = (
  readings: readonly MeterReading[],
  dates: readonly string[],
  zone: string,
): ReadonlyMap<string, number> => {
  const sorted = readings.toSorted((a, b) => a.time - b.time)
  const found = new Map<string, number>()
  let first = 0
  dates.forEach((date, index) => {
    const from = startOfDate(date, zone)
    const until = startOfDate(dates[index + 1] ?? dayAfter(date), zone)
    while ((sorted[first + 1]?.time ?? Number.POSITIVE_INFINITY) <= from) first++
    let [covered, litres] = [0, 0]
    for (let at = first; at + 1 < sorted.length; at++) {
      const [one, next] = [sorted[at], sorted[at + 1]]
      if (!one || !next || one.time >= until) break
      const length = next.time - one.time
      const part = Math.min(until, next.time) - Math.max(from, one.time)
      if (part <= 0 || length > LONGEST_BETWEEN_READINGS || next.value < one.value) continue
      covered += part
      litres += (next.value - one.value) * LITRES * (part / length)
    }
    if (covered === until - from) found.set(date, litres)
  })
  return found
}
