import { intersection, type Span } from '#shared/rules/time/rental.ts'
import { holds } from '../devices/access.ts'
import type { CalibrationRow } from '../devices/calibrations.ts'

/** End of a calibration: another one of the same custody takes over, or the custody ends. Rows come newest first. */
export const untilOf = (row: CalibrationRow, rows: CalibrationRow[]): string | null => {
  const next = rows
    .slice(0, rows.indexOf(row))
    .findLast(one => one.measurement === row.measurement && one.custody_id === row.custody_id && one.undone_at === null)
  const [until = null] = [next?.valid_from ?? null, row.holds_until].filter(one => one !== null).sort()
  return until
}

/** The parts of the time of a calibration that lie in the spans. */
export const seenSpans = (row: CalibrationRow, rows: CalibrationRow[], spans: Span[]): Span[] => {
  const whole = { start: row.valid_from, end: untilOf(row, rows) }
  return spans.flatMap(span => intersection(span, whole) ?? []).sort((a, b) => a.start.localeCompare(b.start))
}

/** A calibration is seen by whoever sees some of the values it corrects; one taken back by whoever saw it begin. */
export const isSeenCalibration = (row: CalibrationRow, rows: CalibrationRow[], spans: Span[]): boolean =>
  row.undone_at === null
    ? seenSpans(row, rows, spans).length > 0 || holds(spans, row.valid_from)
    : holds(spans, row.valid_from)
