import type { Correction } from '#shared/rules/data-quality/calibration.ts'
import { type Interval, mergeIntervals, partsWithin } from '#shared/rules/time/interval.ts'
import { HOUR_MS } from '#shared/rules/time/units.ts'
import type { Database } from '../../kit/database/database.ts'
import type { SuspectInterval } from '../fault-store.ts'
import type { SeriesSource } from '../readings.ts'
import { changedWithin, horizonsOf } from './changed-hours-store.ts'

/** Hours that summaries can be taken of. */
export interface SummedHours {
  /** Epoch ms; later ones are not summed up yet. */
  until: number
  /** Epoch ms; of earlier hours no readings are kept, and their summaries are all there is. */
  aloneUntil: number
  /** Intervals of each device that somebody changed since. */
  changed: ReadonlyMap<number, readonly Interval[]>
}

/** Says what is summed up of these devices in a period; null where nothing is. */
export const summedHoursOf = async (
  db: Database,
  deviceIds: readonly number[],
  { from, until }: Interval,
): Promise<SummedHours | null> => {
  const [rows, { summed_until, hours_alone_until }] = await Promise.all([
    changedWithin(db, deviceIds, new Date(from).toISOString(), new Date(until).toISOString()),
    horizonsOf(db),
  ])
  if (summed_until === null && hours_alone_until === null) return null
  const aloneUntil = timeOf(hours_alone_until)
  const changed = new Map<number, Interval[]>()
  for (const row of rows) {
    const of = changed.get(row.device_id) ?? []
    changed.set(row.device_id, of)
    of.push({ from: Date.parse(row.start), until: Date.parse(row.end) })
  }
  return { until: Math.max(timeOf(summed_until), aloneUntil), aloneUntil, changed }
}

/** Time (epoch ms) of a text; before all times where there is none. */
const timeOf = (text: string | null): number => (text === null ? Number.NEGATIVE_INFINITY : Date.parse(text))

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
 * are not summed up yet or were changed since, that a calibration, a suspect interval or the end of a range cuts. Of the time
 * before the horizon there is no rest: an hour that is cut is left out, as nothing tells any more what of it is asked for.
 */
export const partedByHours = (selection: Selection): { clean: Parts; rest: Parts } => {
  const { summed } = selection
  if (!summed) return { clean: [], rest: selection.parts }
  const parts = apart(selection.parts)
  const cuts = cutsOf(selection, summed)
  const kept = { from: summed.aloneUntil, until: Number.POSITIVE_INFINITY }
  const split = parts.map(sources => {
    const byDevice = Map.groupBy(sources, ({ deviceId }) => deviceId)
    return [...byDevice].map(([deviceId, of]) => {
      const ranges = mergeIntervals(of.flatMap(({ ranges }) => ranges))
      const dirty = cuts.get(deviceId) ?? []
      const clean = ranges.flatMap(range => {
        const whole = { from: hourAfter(range.from), until: hourBefore(Math.min(range.until, summed.until)) }
        return whole.from < whole.until ? without(whole, dirty) : []
      })
      const rest = partsWithin(
        ranges.flatMap(range => without(range, clean)),
        kept,
      )
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

/** Parts of which none has time of a device that an earlier one has: a reading belongs to the first, a summary cannot be parted. */
const apart = (parts: Parts): Parts => {
  if (parts.length < 2) return parts
  const taken = new Map<number, Interval[]>()
  return parts.map(sources => {
    const own = [...Map.groupBy(sources, ({ deviceId }) => deviceId)].map(([deviceId, of]) => {
      const before = taken.get(deviceId) ?? []
      const ranges = mergeIntervals(of.flatMap(source => source.ranges))
      taken.set(deviceId, mergeIntervals([...before, ...ranges]))
      return { deviceId, ranges: ranges.flatMap(range => without(range, before)) }
    })
    return own.filter(({ ranges }) => ranges.length > 0)
  })
}

/** Whole hours of each device whose summaries are not what is asked for, in order. */
const cutsOf = (
  { corrections = [], without = [] }: Selection,
  { changed, aloneUntil }: SummedHours,
): Map<number, Interval[]> => {
  const cuts = new Map<number, Interval[]>()
  const add = (device: number, { from, until }: Interval): void => {
    const of = cuts.get(device) ?? []
    cuts.set(device, of)
    of.push({ from: hourBefore(from), until: hourAfter(until) })
  }
  const kept = { from: aloneUntil, until: Number.POSITIVE_INFINITY }
  for (const [device, of] of changed) for (const one of partsWithin(of, kept)) add(device, one)
  for (const { device_id, from, until } of corrections)
    for (const at of [from, until]) if (at !== null && at % HOUR_MS !== 0) add(device_id, { from: at, until: at + 1 })
  // The last reading of a suspect interval is suspect, too.
  for (const { device_id, start, end } of without) add(device_id, { from: start, until: end + 1 })
  return new Map([...cuts].map(([device, of]) => [device, mergeIntervals(of)]))
}
