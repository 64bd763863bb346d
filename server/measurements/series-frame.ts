import type { Frame, SeriesColumns } from '../../shared/contract/measurements.ts'
import type { Correction } from '../../shared/rules/calibration.ts'
import { coverageOf, typicalInterval } from '../../shared/rules/frame.ts'
import { type Period, type Segment, segmentsOf, stepsOf } from '../../shared/rules/period.ts'
import type { Series } from '../kit/series.ts'
import { measurementTypeOf } from '../taxonomy/types.ts'
import type { Doubted } from './fault-store.ts'
import { measurementSteps, type Source, type StepRow } from './store.ts'

interface Asked {
  /** The device named in the frames. */
  deviceId: number
  corrections: readonly Correction[]
  without: readonly Doubted[]
  keys: readonly string[] | undefined
  /** Keys whose values are directions in degrees. */
  directions?: readonly string[]
  zone: string
  /** Epoch ms; nothing is expected after it. */
  now: number
}

/** What one frame is made of. */
export interface FramePart {
  /** Devices, and what of the period the caller may see of each. */
  sources: Source[]
  period: Period
  /** Seconds between two messages, as wanted. */
  uploadInterval: number
}

/** Reads a period as a frame: columns of equal length, null where nothing was measured. */
export const readFrame = async (series: Series, asked: Asked & FramePart): Promise<Frame> =>
  (await readFrames(series, asked, [asked]))[0] as Frame

/** Reads frames of the same step by one query, which costs little more than one frame. No reading may be in two of them. */
export const readFrames = async (series: Series, asked: Asked, parts: readonly FramePart[]): Promise<Frame[]> => {
  const periods = parts.map(({ period }) => period)
  const [from, until] = [Math.min(...periods.map(one => one.from)), Math.max(...periods.map(one => one.until))]
  const segments = segmentsOf(from, until, asked.zone)
  const step = parts[0]?.period.step ?? 0
  const rows = await measurementSteps(series, { ...asked, parts: parts.map(({ sources }) => sources), step, segments })
  const byPart = Map.groupBy(rows, row => row.part)
  return parts.map((part, index) => frameOf(asked, part, byPart.get(index) ?? [], segments))
}

const frameOf = (asked: Asked, part: FramePart, rows: StepRow[], segments: Segment[]): Frame => {
  const { period } = part
  const time = stepsOf(period.from, period.until, period.step, segments)
  const until = Math.min(asked.now, period.until)
  const columns = Object.fromEntries(
    [...Map.groupBy(rows, row => row.key)].map(([key, steps]) => [key, columnsOf(key, steps, time, part, until)]),
  )
  const coverages = Object.values(columns).map(column => column.coverage)
  return {
    device_id: asked.deviceId,
    from: new Date(period.from).toISOString(),
    until: new Date(period.until).toISOString(),
    step_seconds: period.step,
    time_zone: asked.zone,
    coverage: Math.max(0, ...coverages),
    time,
    series: columns,
  }
}

const columnsOf = (key: string, steps: StepRow[], time: number[], part: FramePart, until: number): SeriesColumns => {
  const at = new Map(time.map((start, index) => [start, index]))
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
  const typical = typicalInterval(time, columns.count, part.period.step)
  const interval_seconds = typical && Math.max(typical, part.uploadInterval)
  const coverage = coverageOf(time, columns.count, interval_seconds, until)
  return { unit: measurementTypeOf(key)?.unit ?? '', ...columns, interval_seconds, coverage }
}
