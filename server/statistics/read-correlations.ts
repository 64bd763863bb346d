import type { CorrelationsQuery, PlacementCorrelation } from '#shared/contract/measurements/statistics.ts'
import { isWeather } from './measure.ts'
import { type Reading, readStatistics, requireKnown } from './read-statistics.ts'

/**
 * Correlations of two measurements at placements: those of the dashboard, without their points. A placement of which one of
 * both was never measured, or may not be read, has too few pairs.
 */
export const readCorrelations = async (
  context: Reading,
  { x, y, ...choice }: CorrelationsQuery,
): Promise<PlacementCorrelation[]> => {
  requireKnown({ x: [x], y: [y] }, true, context.t)
  const query = {
    ...choice,
    calculation: 'CORRELATION' as const,
    measurements: [y],
    cause: x,
    interval: choice.date_start ? ('selection' as const) : ('lr' as const),
    step: 'period' as const,
    index: 0,
    weather: isWeather(x) || isWeather(y),
  }
  const { areas } = await readStatistics(context, query, { each: 'placement', project: null })
  return areas.flatMap(({ location_research_id, measurements }) => {
    if (location_research_id === undefined) return []
    const {
      r = null,
      lag_minutes = null,
      n = 0,
      effective = null,
      note = 'too_few',
    } = measurements[y]?.correlation ?? {}
    return [{ location_research_id, r, lag_minutes, n, n_effective: effective, note }]
  })
}
