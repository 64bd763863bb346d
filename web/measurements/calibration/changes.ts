import type { Frame, SeriesColumns } from '#shared/contract/measurements/measurements.ts'
import {
  type Correction,
  calibrationOffsetAt,
  correctionsFrom,
  type DatedOffset,
} from '#shared/rules/data-quality/calibration.ts'

/** A column as it reads with these corrections; the raw one stays as it is. */
export const correctedColumns = (
  raw: SeriesColumns,
  time: readonly number[],
  corrections: readonly Correction[],
  of: { deviceId: number; measurement: string },
): SeriesColumns => {
  const shift = (column: (number | null)[]) =>
    column.map((value, index) =>
      value === null ? null : value + calibrationOffsetAt(corrections, of.deviceId, of.measurement, time[index] ?? 0),
    )
  return { ...raw, min: shift(raw.min), mean: shift(raw.mean), max: shift(raw.max) }
}

/** Corrections that hold, with those of one more calibration. */
export const withDraft = (held: readonly DatedOffset[], draft: DatedOffset | null): Correction[] =>
  correctionsFrom(draft ? [...held, draft] : held)

export interface ColumnFigures {
  /** Mean since `from`, weighted by readings; null without any. */
  mean: number | null
  /** The newest mean of a step. */
  last: number | null
  /** Seconds of steps whose mean is over the limit; null without a limit. */
  overLimit: number | null
}

/** Figures of a column from a time (epoch ms) on. */
export const columnFiguresOf = (
  frame: Pick<Frame, 'time' | 'step_seconds'>,
  { mean, count }: SeriesColumns,
  from: number,
  limit: number | null,
): ColumnFigures => {
  const steps = frame.time.flatMap((at, index) => {
    const value = mean[index] ?? null
    return value !== null && at + frame.step_seconds * 1000 > from ? [{ value, count: count[index] ?? 0 }] : []
  })
  const readings = steps.reduce((sum, step) => sum + step.count, 0)
  const total = steps.reduce((sum, step) => sum + step.value * step.count, 0)
  return {
    mean: readings === 0 ? null : total / readings,
    last: steps.at(-1)?.value ?? null,
    overLimit: limit === null ? null : steps.filter(({ value }) => value > limit).length * frame.step_seconds,
  }
}
