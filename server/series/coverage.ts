import { HOUR_MS } from '#shared/rules/time/units.ts'
import { listOf, number, readRows, textColumn } from '../kit/database/read-rows.ts'
import type { Services } from '../kit/services.ts'
import type { Readings, SeriesSource } from './readings.ts'
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
  const expected = expectedHours(parts)
  const hours = await hoursOfParts({ db }, parts, keys)
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

const expectedHours = (parts: readonly (readonly SeriesSource[])[]): number[] =>
  parts.map(sources =>
    sources.flatMap(source => source.ranges).reduce((sum, { from, until }) => sum + (until - from) / HOUR_MS, 0),
  )

/** The same for each measurement by itself, by its key: one question for all of them. */
export const heardHoursByKey = async (
  { db, series }: Pick<Services, 'db' | 'series'>,
  parts: readonly (readonly SeriesSource[])[],
  keys: readonly string[],
): Promise<Map<string, HourCount[]>> => {
  const expected = expectedHours(parts)
  const hours = await hoursOfParts({ db }, parts, keys)
  const rows = hours
    ? await readRows(
        series,
        { part: number, key: textColumn, hours: number },
        `SELECT part, toString(key) AS key, uniqExact(hour) AS hours FROM (${hours.query}) GROUP BY part, key`,
        hours.params,
      )
    : []
  const heard = new Map(rows.map(row => [`${row.part} ${row.key}`, row.hours]))
  return new Map(
    keys.map(key => [
      key,
      expected.map((whole, part) => ({ heard: heard.get(`${part} ${key}`) ?? 0, expected: whole })),
    ]),
  )
}

/** Measurements of which each part has a value, out of these. Hours that were summed up are not read again. */
export const heardKeys = async (
  { db, series }: Pick<Services, 'db' | 'series'>,
  parts: readonly (readonly SeriesSource[])[],
  keys: readonly string[],
): Promise<Set<string>[]> => {
  const hours = await hoursOfParts({ db }, parts, keys)
  const rows = hours
    ? await readRows(
        series,
        { part: number, keys: listOf(textColumn) },
        `SELECT part, groupUniqArray(toString(key)) AS keys FROM (${hours.query}) GROUP BY part`,
        hours.params,
      )
    : []
  const heard = new Map(rows.map(row => [row.part, new Set(row.keys)]))
  return parts.map((_, index) => heard.get(index) ?? new Set())
}

const hoursOfParts = async (
  { db }: Pick<Services, 'db'>,
  parts: readonly (readonly SeriesSource[])[],
  keys: readonly string[],
): Promise<Readings | null> => {
  const all = parts.flat().flatMap(source => source.ranges)
  if (all.length === 0) return null
  const [from, until] = [Math.min(...all.map(one => one.from)), Math.max(...all.map(one => one.until))]
  const ids = [...new Set(parts.flat().map(({ deviceId }) => deviceId))]
  return hoursIn({ parts, keys, summed: await summedHoursOf(db, ids, { from, until }), columns: ['count'] })
}
