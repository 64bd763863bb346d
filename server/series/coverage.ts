import { HOUR_MS } from '#shared/rules/time/units.ts'
import { number, readRows } from '../kit/database/read-rows.ts'
import type { Services } from '../kit/services.ts'
import type { SeriesSource } from './readings.ts'
import { summedHoursOf } from './summaries/clean-hours.ts'
import { hoursIn } from './summaries/hours.ts'

/** Hours in which something was measured, and hours there were. */
export interface HourCount {
  heard: number
  expected: number
}

/**
 * Hours of each part in which one of these measurements was read, and the hours it has. Those that were summed up are not read
 * again.
 */
export const heardHours = async (
  { db, series }: Pick<Services, 'db' | 'series'>,
  parts: readonly (readonly SeriesSource[])[],
  keys: readonly string[],
): Promise<HourCount[]> => {
  const ranges = parts.map(sources => sources.flatMap(source => source.ranges))
  const all = ranges.flat()
  const expected = ranges.map(of => of.reduce((sum, { from, until }) => sum + (until - from) / HOUR_MS, 0))
  if (all.length === 0) return expected.map(() => ({ heard: 0, expected: 0 }))
  const [from, until] = [Math.min(...all.map(one => one.from)), Math.max(...all.map(one => one.until))]
  const ids = [...new Set(parts.flat().map(({ deviceId }) => deviceId))]
  const hours = hoursIn({ parts, keys, summed: await summedHoursOf(db, ids, { from, until }), columns: ['count'] })
  const rows = hours
    ? await readRows(
        series,
        { part: number, hours: number },
        `SELECT part, uniqExact(hour) AS hours FROM (${hours.query}) GROUP BY part`,
        hours.params,
      )
    : []
  const heard = new Map(rows.map(row => [row.part, row.hours]))
  return expected.map((whole, index) => ({ heard: heard.get(index) ?? 0, expected: whole }))
}
