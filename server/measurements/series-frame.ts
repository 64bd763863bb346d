import type { Frame, SeriesColumns } from '../../shared/contract/measurements.ts'
import type { Correction } from '../../shared/rules/calibration.ts'
import { coverageOf, typicalInterval } from '../../shared/rules/frame.ts'
import { type Period, segmentsOf, stepsOf } from '../../shared/rules/period.ts'
import type { Series } from '../kit/series.ts'
import { measurementTypeOf } from '../taxonomy/types.ts'
import type { Doubted } from './fault-store.ts'
import { measurementSteps, type Source, type StepRow } from './store.ts'

interface Asked {
  /** The device named in the frame. */
  deviceId: number
  /** Devices, and what of the period the caller may see of each. */
  sources: Source[]
  corrections: readonly Correction[]
  without: readonly Doubted[]
  keys: readonly string[] | undefined
  /** Keys whose values are directions in degrees. */
  directions?: readonly string[]
  period: Period
  zone: string
  /** Seconds between two messages of the device, as wanted. */
  uploadInterval: number
  /** Epoch ms; nothing is expected after it. */
  now: number
}

/** Reads a period as a frame: columns of equal length, null where nothing was measured. */
export const readFrame = async (series: Series, asked: Asked): Promise<Frame> => {
  const { period, zone, now } = asked
  const segments = segmentsOf(period.from, period.until, zone)
  const rows = await measurementSteps(series, { ...asked, step: period.step, segments })
  const time = stepsOf(period.from, period.until, period.step, segments)
  const until = Math.min(now, period.until)
  const columns = Object.fromEntries(
    [...Map.groupBy(rows, row => row.key)].map(([key, steps]) => [key, columnsOf(key, steps, time, asked, until)]),
  )
  const coverages = Object.values(columns).map(column => column.coverage)
  return {
    device_id: asked.deviceId,
    from: new Date(period.from).toISOString(),
    until: new Date(period.until).toISOString(),
    step_seconds: period.step,
    time_zone: zone,
    coverage: Math.max(0, ...coverages),
    time,
    series: columns,
  }
}

const columnsOf = (key: string, steps: StepRow[], time: number[], asked: Asked, until: number): SeriesColumns => {
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
  const typical = typicalInterval(time, columns.count, asked.period.step)
  const interval_seconds = typical && Math.max(typical, asked.uploadInterval)
  const coverage = coverageOf(time, columns.count, interval_seconds, until)
  return { unit: measurementTypeOf(key)?.unit ?? '', ...columns, interval_seconds, coverage }
}
