import type { Correction } from '#shared/rules/data-quality/calibration.ts'
import { type Interval, mergeIntervals, partsWithin } from '#shared/rules/time/interval.ts'
import { HOUR_MS } from '#shared/rules/time/units.ts'
import type { Database } from '../../kit/database/database.ts'
import type { SuspectInterval } from '../fault-store.ts'
import type { SeriesSource } from '../readings.ts'
import { changedWithin, summedUntil } from './changed-hours-store.ts'

/** Hours that summaries can be taken of. */
export interface SummedHours {
  /** Epoch ms; later ones are not summed up yet. */
  until: number
  /** Intervals of each device that somebody changed since. */
  changed: ReadonlyMap<number, readonly Interval[]>
}

/** Says what is summed up of these devices in a period; null where nothing is. */
export const summedHoursOf = async (
  db: Database,
  deviceIds: readonly number[],
  { from, until }: Interval,
): Promise<SummedHours | null> => {
  const [rows, end] = await Promise.all([
    changedWithin(db, deviceIds, new Date(from).toISOString(), new Date(until).toISOString()),
    summedUntil(db),
  ])
  if (end === null) return null
  const changed = new Map<number, Interval[]>()
  for (const row of rows) {
    const of = changed.get(row.device_id) ?? []
    changed.set(row.device_id, of)
    of.push({ from: Date.parse(row.start), until: Date.parse(row.end) })
  }
  return { until: Date.parse(end), changed }
}

const hourBefore = (time: number): number => Math.floor(time / HOUR_MS) * HOUR_MS
const hourAfter = (time: number): number => Math.ceil(time / HOUR_MS) * HOUR_MS

interface Selection {
  parts: readonly (readonly SeriesSource[])[]
  corrections?: readonly Correction[] | undefined
  without?: readonly SuspectInterval[] | undefined
  summed?: SummedHours | null | undefined
}

type Parts = readonly (readonly SeriesSource[])[]

/**
 * Parts what is asked for into whole hours whose summaries are right, and the rest, which is read from the readings: hours that
 * are not summed up yet or were changed since, that a calibration, a suspect interval or the end of a range cuts.
 */
export const partedByHours = (selection: Selection): { clean: Parts; rest: Parts } => {
  const { parts, summed } = selection
  if (!summed || isShared(parts)) return { clean: [], rest: parts }
  const cuts = cutsOf(selection, summed)
  const split = parts.map(sources => {
    const byDevice = Map.groupBy(sources, ({ deviceId }) => deviceId)
    return [...byDevice].map(([deviceId, of]) => {
      const ranges = mergeIntervals(of.flatMap(({ ranges }) => ranges))
      const dirty = cuts.get(deviceId) ?? []
      const clean = ranges.flatMap(range => {
        const whole = { from: hourAfter(range.from), until: hourBefore(Math.min(range.until, summed.until)) }
        return whole.from < whole.until ? without(whole, dirty) : []
      })
      const rest = ranges.flatMap(range => without(range, clean))
      return { deviceId, clean, rest }
    })
  })
  const sourcesOf = (kind: 'clean' | 'rest'): Parts =>
    split.map(part => part.flatMap(({ deviceId, [kind]: ranges }) => (ranges.length > 0 ? [{ deviceId, ranges }] : [])))
  return { clean: sourcesOf('clean'), rest: sourcesOf('rest') }
}

/** Parts of an interval outside of others, which are in order and apart from each other. */
const without = (whole: Interval, taken: readonly Interval[]): Interval[] => {
  const left: Interval[] = []
  let from = whole.from
  for (const one of partsWithin(taken, whole)) {
    if (one.from > from) left.push({ from, until: one.from })
    from = one.until
  }
  if (from < whole.until) left.push({ from, until: whole.until })
  return left
}

/** Tells whether a device's time lies in several parts: a reading belongs to the first of them, a summary cannot be parted. */
const isShared = (parts: Parts): boolean => {
  if (parts.length < 2) return false
  const byDevice = new Map<number, (Interval & { part: number })[]>()
  parts.forEach((sources, part) => {
    for (const { deviceId, ranges } of sources) {
      const known = byDevice.get(deviceId) ?? []
      byDevice.set(deviceId, known)
      known.push(...ranges.map(range => ({ ...range, part })))
    }
  })
  return [...byDevice.values()].some(ranges => {
    const sorted = ranges.toSorted((a, b) => a.from - b.from)
    let furthest = sorted[0]
    return sorted.slice(1).some(next => {
      const overlaps = furthest !== undefined && next.from < furthest.until && next.part !== furthest.part
      if (furthest === undefined || next.until > furthest.until) furthest = next
      return overlaps
    })
  })
}

/** Whole hours of each device whose summaries are not what is asked for, in order. */
const cutsOf = ({ corrections = [], without = [] }: Selection, { changed }: SummedHours): Map<number, Interval[]> => {
  const cuts = new Map<number, Interval[]>()
  const add = (device: number, { from, until }: Interval): void => {
    const of = cuts.get(device) ?? []
    cuts.set(device, of)
    of.push({ from: hourBefore(from), until: hourAfter(until) })
  }
  for (const [device, of] of changed) for (const one of of) add(device, one)
  for (const { device_id, from, until } of corrections)
    for (const at of [from, until]) if (at !== null && at % HOUR_MS !== 0) add(device_id, { from: at, until: at + 1 })
  // The last reading of a suspect interval is suspect, too.
  for (const { device_id, start, end } of without) add(device_id, { from: start, until: end + 1 })
  return new Map([...cuts].map(([device, of]) => [device, mergeIntervals(of)]))
}
