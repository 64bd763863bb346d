import { DEFAULT_TIME_ZONE } from '#shared/contract/fixed.ts'
import type { StatisticsAnswer } from '#shared/contract/measurements/statistics.ts'
import type { exportScreen } from '../../exports/screens.ts'
import { dateTimeIn } from '../../kit/language/format.ts'
import type { SearchFor } from '../../kit/routing/address.ts'
import { reportSearch } from '../../reports/choice.ts'
import type { reportsScreen } from '../../reports/screens.ts'
import type { ChartArea } from './areas.ts'
import type { Asked } from './selection.ts'

/**
 * The same placements, measurements and period, as the export screen keeps them in its address. Ranges of values and days that
 * are left out are a matter of statistics: a file has all readings. Null where nothing is shown.
 */
export const exportSearchOf = (
  { measurement, cause, means, period }: Asked,
  areas: readonly ChartArea[],
  answer: Pick<StatisticsAnswer, 'from' | 'until'>,
): SearchFor<typeof exportScreen> | null => {
  const ids = areas.flatMap(({ placementIds }) => placementIds)
  if (ids.length === 0) return null
  const measurements = [...new Set([measurement, cause].filter(key => key !== null))].join()
  const search = { by: 'research', ids: ids.join(), measurements }
  const isOwn = means === 'research' || period.interval === 'research' || period.interval === 'selection'
  if (!isOwn)
    return {
      ...search,
      interval: period.interval,
      index: period.index > 0 ? String(period.index) : null,
      calendar: period.calendar ? '1' : null,
    }
  const zone = areas[0]?.timeZone ?? DEFAULT_TIME_ZONE
  const { date_start, date_end } =
    means !== 'research' && period.date_start && !period.date_start.endsWith('Z')
      ? period
      : { date_start: dateTimeIn(answer.from, zone), date_end: dateTimeIn(answer.until, zone) }
  return { ...search, interval: 'selection', date_start: date_start ?? null, date_end: date_end ?? null }
}

/** The areas of a selection and its period, as the report screen keeps them in its address; null where nothing is shown. */
export const reportSearchOf = (
  { means, period }: Asked,
  areas: readonly ChartArea[],
  answer: Pick<StatisticsAnswer, 'from' | 'until'>,
): SearchFor<typeof reportsScreen> | null => {
  const ids = areas.map(({ id }) => id)
  if (ids.length === 0) return null
  // The research period is one of each area's own: its moments stand for it.
  return reportSearch(ids, means === 'research' ? { ...period, interval: 'research' } : period, answer)
}
