import { type Interval, mergeIntervals, partsWithin, toInterval } from '#shared/rules/time/interval.ts'
import type { Span } from '#shared/rules/time/rental.ts'
import type { SeriesSource } from './readings.ts'

/** Parts of a period in which any of these placements ran. */
export const placedRanges = (placements: readonly Span[], period: Interval): Interval[] =>
  mergeIntervals(partsWithin(placements.map(toInterval), period))

/** Devices of placements, each with the parts of a period in which it hung there. */
export const placedSources = (
  placements: readonly (Span & { device_id: number })[],
  period: Interval,
): SeriesSource[] =>
  [...Map.groupBy(placements, row => row.device_id)]
    .map(([deviceId, rows]) => ({ deviceId, ranges: placedRanges(rows, period) }))
    .filter(({ ranges }) => ranges.length > 0)
