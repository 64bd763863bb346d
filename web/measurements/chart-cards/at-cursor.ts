import type { Frame, SeriesColumns } from '#shared/contract/measurements/measurements.ts'
import { gapsOf } from '#shared/rules/ingest/frame.ts'

/**
 * The step whose value stands for step `index`, as a line is drawn: itself, else the nearest one with readings, e.g. the full
 * hour for the weather. Null in a gap, and after `now` (epoch ms).
 */
export const cursorStepFor = (
  frame: Pick<Frame, 'time' | 'step_seconds' | 'until'>,
  series: SeriesColumns,
  index: number,
  now: number,
): number | null => {
  const isFilled = (step: number) => (series.count[step] ?? 0) > 0
  if (isFilled(index)) return index
  const at = frame.time[index]
  const until = Math.min(now, Date.parse(frame.until))
  if (at === undefined || at >= until) return null
  if (gapsOf(frame, series, until).some(([from, end]) => at >= from && at < end)) return null
  const before = frame.time.findLastIndex((_, step) => step < index && isFilled(step))
  const after = frame.time.findIndex((_, step) => step > index && isFilled(step))
  const far = (step: number) => (step < 0 ? Number.POSITIVE_INFINITY : Math.abs((frame.time[step] ?? 0) - at))
  if (before < 0 && after < 0) return null
  return far(before) <= far(after) ? before : after
}
