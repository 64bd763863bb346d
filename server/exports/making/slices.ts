import type { ExportFormat } from '#shared/contract/measurements/exports.ts'
import { segmentsOf } from '#shared/rules/time/period.ts'
import { HOUR_MS } from '#shared/rules/time/units.ts'
import type { ValueCount } from './counting.ts'
import type { PlacedInterval } from './placed-intervals.ts'
import type { ExportPlan } from './plan.ts'

/** A part of an interval that is read at once. The clocks of its place do not change in it. */
export interface Slice {
  interval: PlacedInterval
  from: number
  until: number
  /** Offset of the place's clocks from UTC, ms. */
  offset: number
  /** Values in it, about. */
  values: number
}

/**
 * Values of one slice, and how many slices are read ahead of the one that is written. What the engine writes as it is can
 * be larger; what is taken apart here is held twice.
 */
export const HELD: Record<ExportFormat, { values: number; ahead: number }> = {
  csv: { values: 320_000, ahead: 2 },
  parquet: { values: 240_000, ahead: 2 },
  xlsx: { values: 120_000, ahead: 1 },
  json: { values: 120_000, ahead: 1 },
}
/** Rows that the engine reads for one slice of means. */
const READINGS_AT_ONCE = 4_000_000

/** Parts of a plan in the order of its file, each small enough to be held. */
export const slicesOf = (plan: ExportPlan): Slice[] => {
  const counted = Map.groupBy(plan.counted, one => one.deviceId)
  const slices = plan.intervals.flatMap(interval => {
    const of = counted.get(interval.deviceId) ?? []
    const from = Math.max(interval.from, floorHour(Math.min(...of.map(one => one.first))))
    const until = Math.min(interval.until, Math.max(...of.map(one => one.last)) + 1)
    if (from >= until) return []
    const { length, perMs } = lengthOf(of, plan)
    const segments = segmentsOf(from, until, interval.zone)
    const noted = notedIn(plan, interval.deviceId)
    return segments.flatMap(({ start, offset }, index) => {
      const begin = Math.max(from, start)
      const end = Math.min(until, segments[index + 1]?.start ?? until)
      return pieces(begin, end, length, offset, noted).map(([a, b]) => ({
        interval,
        from: a,
        until: b,
        offset,
        values: Math.ceil((b - a) * perMs),
      }))
    })
  })
  return slices.length > 0 ? slices : emptyOf(plan)
}

/** A file without rows still has its columns. */
const emptyOf = ({ intervals: [interval] }: ExportPlan): Slice[] =>
  interval ? [{ interval, from: interval.from, until: interval.from, offset: 0, values: 0 }] : []

const floorHour = (time: number): number => Math.floor(time / HOUR_MS) * HOUR_MS

/** Ms of one slice of a device, in whole hours, and values in each ms. */
const lengthOf = (counted: readonly ValueCount[], { step, input }: ExportPlan): { length: number; perMs: number } => {
  const readings = counted.reduce((sum, one) => sum + one.count / Math.max(HOUR_MS, one.last - one.first), 0)
  const perMs = step === null ? readings : Math.min(readings, counted.length / (step * 1000))
  const most = Math.min(HELD[input.format].values / perMs, READINGS_AT_ONCE / readings)
  return { length: Math.max(HOUR_MS, floorHour(most)), perMs }
}

/** Notes travel in the address of a query that is answered as it is: so many at once keep it short. */
const NOTES_AT_ONCE = 400

/** Beginnings of what is left out of a device, in order. */
const notedIn = ({ without, keys }: ExportPlan, deviceId: number): number[] =>
  without
    .filter(({ device_id, measurement }) => device_id === deviceId && keys.includes(measurement))
    .map(({ start }) => start)
    .sort((a, b) => a - b)

/** Cut at full hours of the place, which every step of a file divides. */
const pieces = (from: number, until: number, length: number, offset: number, noted: number[]): [number, number][] => {
  const all: [number, number][] = []
  const hourOf = (time: number) => floorHour(time + offset) - offset
  let [at, note] = [from, 0]
  while (at < until) {
    while ((noted[note] ?? until) < at) note++
    const tooMany = noted[note + NOTES_AT_ONCE]
    const crowded = tooMany === undefined ? until : Math.max(hourOf(tooMany), hourOf(at) + HOUR_MS)
    const next = Math.min(until, hourOf(at) + length, crowded)
    all.push([at, next])
    at = next
  }
  return all
}
