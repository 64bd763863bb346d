import type { Interval } from '#shared/rules/time/interval.ts'
import { nextStepStart, type Segment, segmentsOf, stepStart } from '#shared/rules/time/period.ts'
import { DAY_S, HOUR_MS, HOUR_S } from '#shared/rules/time/units.ts'

/** A local day: its date, and its start and end in epoch ms. */
export interface LocalDay {
  date: string
  from: number
  until: number
}

const offsetAt = (time: number, segments: readonly Segment[]): number =>
  segments.findLast(({ start }) => start <= time)?.offset ?? 0

/** Local days of a zone from the one that holds `from` to the one that holds `until` (epoch ms), both included. */
export const localDays = (from: number, until: number, zone: string): LocalDay[] => {
  const segments = segmentsOf(from, until, zone)
  const days: LocalDay[] = []
  for (let start = stepStart(from, DAY_S, segments); start <= until; ) {
    const next = nextStepStart(start, DAY_S, segments)
    // Noon of the day: midnight itself may not be there where clocks change at it.
    const noon = start + (next - start) / 2
    days.push({ date: new Date(noon + offsetAt(noon, segments)).toISOString().slice(0, 10), from: start, until: next })
    start = next
  }
  return days
}

/** Clock hours of an interval, with their starts and ends in epoch ms. */
export const localHours = (
  from: number,
  until: number,
  zone: string,
): { hour: number; from: number; until: number }[] => {
  const segments = segmentsOf(from, until, zone)
  const hours: ReturnType<typeof localHours> = []
  for (let start = from; start < until; ) {
    const next = Math.min(until, nextStepStart(start, HOUR_S, segments))
    hours.push({ hour: new Date(start + offsetAt(start, segments)).getUTCHours(), from: start, until: next })
    start = next
  }
  return hours
}

const [EVENING, MORNING] = [22, 6]

/** Night from 22 o'clock of the day before to 06 o'clock of a day. */
export const nightOf = (before: LocalDay, day: LocalDay, zone: string): Interval => {
  const evening = localHours(before.from, before.until, zone).find(({ hour }) => hour >= EVENING)
  const morning = localHours(day.from, day.until, zone).find(({ hour }) => hour >= MORNING)
  return { from: evening?.from ?? day.from - 2 * HOUR_MS, until: morning?.from ?? day.from + MORNING * HOUR_MS }
}
