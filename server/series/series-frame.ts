import type { Frame, SeriesColumns } from '#shared/contract/measurements/measurements.ts'
import { elementAt } from '#shared/rules/collections/elements.ts'
import type { Correction } from '#shared/rules/data-quality/calibration.ts'
import { coverageOf, typicalInterval } from '#shared/rules/ingest/frame.ts'
import { type Interval, mergeIntervals, partsWithin } from '#shared/rules/time/interval.ts'
import { type Period, type Segment, segmentsOf, stepsOf } from '#shared/rules/time/period.ts'
import type { Series } from '../kit/database/series.ts'
import type { Services } from '../kit/services.ts'
import { measurementTypeOf } from '../taxonomy/types.ts'
import type { SuspectInterval } from './fault-store.ts'
import { measurementSteps, type StepRow, takesHours, toldKeys } from './measurement-rows.ts'
import type { SeriesSource } from './readings.ts'
import { completenessOf } from './shared-columns.ts'
import { averagingOfKey } from './statistics.ts'
import { type SummedHours, summedHoursOf } from './summaries/clean-hours.ts'

/** A device tells what it told in this time before a period, in ms: when it is silent, that is missing. */
const TOLD_BEFORE = 30 * 86_400_000

type Stores = Pick<Services, 'db' | 'series'>

interface FrameRequest {
  /** The device named in the frames. */
  deviceId: number
  corrections: readonly Correction[]
  without: readonly SuspectInterval[]
  keys: readonly string[] | undefined
  zone: string
  /** Epoch ms; nothing is expected after it. */
  now: number
}

/** Source of a frame, with all of its device that the reader may read, asked for or not. */
export interface FrameSource extends SeriesSource {
  readable: readonly Interval[]
}

/** Parts that one frame is made of. */
export interface FramePart {
  /** Devices, and what of the period the caller may see of each. */
  sources: FrameSource[]
  period: Period
  /** Seconds between two messages, as wanted. */
  uploadInterval: number
}

/** Reads a period as a frame: columns of equal length, null where nothing was measured. */
export const readFrame = async (stores: Stores, request: FrameRequest & FramePart): Promise<Frame> =>
  elementAt(await readFrames(stores, request, [request]), 0)

/** Reads frames of the same step by one query, which costs little more than one frame. No reading may be in two of them. */
export const readFrames = async (
  stores: Stores,
  request: FrameRequest,
  parts: readonly FramePart[],
): Promise<Frame[]> => {
  const { series } = stores
  const periods = parts.map(({ period }) => period)
  const [from, until] = [Math.min(...periods.map(one => one.from)), Math.max(...periods.map(one => one.until))]
  const segments = segmentsOf(from, until, request.zone)
  const step = parts[0]?.period.step ?? 0
  const shared = parts.filter(isShared).flatMap(({ sources }) => sources)
  const summed = takesHours({ step, segments })
    ? await summedHoursOf(stores.db, [...new Set(parts.flatMap(idsOf))], { from: from - TOLD_BEFORE, until })
    : null
  const [rows, told] = await Promise.all([
    measurementSteps(series, { ...request, parts: parts.map(({ sources }) => sources), step, segments, summed }),
    toldKeys(series, readableIn(shared, { from: from - TOLD_BEFORE, until }), request.keys, summed),
  ])
  const byPart = Map.groupBy(rows, row => row.part)
  const measured = parts.map((part, index) => measuredIn(part, byPart.get(index) ?? [], segments))
  const began = await beginnings(series, request, parts, { measured, summed })
  return parts.map((part, index) => frameOf(request, part, elementAt(measured, index), { told, began }))
}

/** Each device once, with what may be read of it in a period: that it told something is said by it alone. */
const readableIn = (sources: readonly FrameSource[], within: Interval): SeriesSource[] =>
  [...Map.groupBy(sources, ({ deviceId }) => deviceId)].flatMap(([deviceId, of]) => {
    const ranges = mergeIntervals(
      partsWithin(
        of.flatMap(({ readable }) => readable),
        within,
      ),
    )
    return ranges.length > 0 ? [{ deviceId, ranges }] : []
  })

const nameOf = (deviceId: number | undefined, key: string): string => `${deviceId} ${key}`

/**
 * First step of each measurement of a device that it had not told before any of these periods, as far as the reader may know.
 * A device is asked about where it is silent for longer than between two of its messages: else nothing is missing before, and
 * a chart of a day would look through a month now and then, as the minutes fall.
 */
const beginnings = async (
  series: Series,
  request: FrameRequest,
  parts: readonly FramePart[],
  { measured, summed }: { measured: readonly Measured[]; summed: SummedHours | null },
): Promise<Map<string, number>> => {
  const first = new Map<string, number>()
  const devices = new Set<number>()
  const from = Math.min(...parts.map(({ period }) => period.from))
  parts.forEach((part, index) => {
    if (isShared(part)) return
    const [deviceId] = idsOf(part)
    for (const [key, { steps }] of elementAt(measured, index).columns) {
      const name = nameOf(deviceId, key)
      const starts = steps.map(({ start }) => start)
      first.set(name, Math.min(first.get(name) ?? Number.POSITIVE_INFINITY, ...starts))
    }
  })
  parts.forEach((part, index) => {
    const [deviceId] = idsOf(part)
    if (deviceId === undefined || isShared(part)) return
    for (const [key, { interval }] of elementAt(measured, index).columns) {
      const silentMs = Math.max(part.period.step, interval ?? 0) * 1000
      if ((first.get(nameOf(deviceId, key)) ?? from) >= from + silentMs) devices.add(deviceId)
    }
  })
  const late = parts.flatMap(({ sources }) => sources.filter(({ deviceId }) => devices.has(deviceId)))
  const ranges = readableIn(late, { from: from - TOLD_BEFORE, until: from })
  const before = await toldKeys(series, ranges, request.keys, summed)
  return new Map(
    [...first].filter(([name]) => {
      const [device, ...key] = name.split(' ')
      return devices.has(Number(device)) && !before.get(Number(device))?.has(key.join(' '))
    }),
  )
}

const idsOf = ({ sources }: FramePart): number[] => [...new Set(sources.map(({ deviceId }) => deviceId))]
const isShared = (part: FramePart): boolean => idsOf(part).length > 1

/** Measurement of a period, step by step. */
interface Column {
  steps: StepRow[]
  min: (number | null)[]
  mean: (number | null)[]
  max: (number | null)[]
  count: number[]
  /** Seconds between two messages; null where nobody knows, and of several devices. */
  interval: number | null
}

/** All that was measured in a period, by key. */
interface Measured {
  /** Starts of the steps, epoch ms. */
  time: number[]
  columns: Map<string, Column>
}

const measuredIn = (part: FramePart, rows: StepRow[], segments: Segment[]): Measured => {
  const { period } = part
  const time = stepsOf(period.from, period.until, period.step, segments)
  const at = new Map(time.map((start, index) => [start, index]))
  const byKey = Map.groupBy(rows, row => row.key)
  return { time, columns: new Map([...byKey].map(([key, steps]) => [key, columnOf(steps, { part, time, at })])) }
}

const columnOf = (
  steps: StepRow[],
  { part, time, at }: { part: FramePart; time: number[]; at: ReadonlyMap<number, number> },
): Column => {
  const nulls = (): (number | null)[] => new Array(time.length).fill(null)
  const columns = { min: nulls(), mean: nulls(), max: nulls(), count: new Array<number>(time.length).fill(0) }
  for (const row of steps) {
    const index = at.get(row.start)
    if (index === undefined) continue
    columns.min[index] = row.min
    columns.mean[index] = row.mean
    columns.max[index] = row.max
    columns.count[index] = row.count
  }
  const typical = isShared(part) ? null : typicalInterval(time, columns.count, part.period.step)
  return { steps, ...columns, interval: typical && Math.max(typical, part.uploadInterval) }
}

interface Around {
  /** Keys of each device of parts that are shared. */
  told: ReadonlyMap<number, ReadonlySet<string>>
  /** Times at which measurements of a device began, by `nameOf`. */
  began: ReadonlyMap<string, number>
}

const frameOf = (request: FrameRequest, part: FramePart, { time, columns }: Measured, around: Around): Frame => {
  const { period } = part
  const until = Math.min(request.now, period.until)
  const series = Object.fromEntries(
    [...columns].map(([key, column]) => [key, seriesOf(key, column, { time, part, until, ...around })]),
  )
  const coverages = Object.values(series).map(({ coverage }) => coverage)
  return {
    device_id: request.deviceId,
    from: new Date(period.from).toISOString(),
    until: new Date(period.until).toISOString(),
    step_seconds: period.step,
    time_zone: request.zone,
    ...(isShared(part) ? { devices: idsOf(part).length } : {}),
    coverage: Math.max(0, ...coverages),
    time,
    series,
  }
}

const seriesOf = (
  key: string,
  { steps, interval, ...columns }: Column,
  { time, part, until, told, began }: { time: number[]; part: FramePart; until: number } & Around,
): SeriesColumns => {
  const averaging = averagingOfKey(key)
  const known = {
    unit: measurementTypeOf(key)?.unit ?? '',
    ...(averaging === 'arithmetic' ? {} : { averaging }),
    ...columns,
  }
  const { period, uploadInterval } = part
  if (isShared(part)) {
    const sources = part.sources.filter(({ deviceId }) => told.get(deviceId)?.has(key))
    return { ...known, ...completenessOf(steps, { time, step: period.step, until, sources, uploadInterval }) }
  }
  const first = began.get(nameOf(idsOf(part)[0], key))
  const from = first === undefined ? -1 : time.indexOf(first)
  if (from <= 0)
    return { ...known, interval_seconds: interval, coverage: coverageOf(time, columns.count, interval, until) }
  const coverage = coverageOf(time.slice(from), columns.count.slice(from), interval, until)
  return { ...known, interval_seconds: interval, coverage, began: elementAt(time, from) }
}
