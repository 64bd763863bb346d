import { mergeIntervals, partsWithin } from '#shared/rules/time/interval.ts'
import { DAY_MS, HOUR_MS } from '#shared/rules/time/units.ts'
import { number, type RowOf, readRows, textColumn } from '../kit/database/read-rows.ts'
import type { Series } from '../kit/database/series.ts'
import type { Services } from '../kit/services.ts'
import { readingsIn, type SeriesSource, sameRange } from './readings.ts'
import { lastSql, maximumOf } from './statistics.ts'
import { EVER } from './summaries/changes.ts'
import { partedByHours, type SummedHours, summedHoursOf } from './summaries/clean-hours.ts'
import { summariesIn } from './summaries/hours.ts'

const NEWEST = { device_id: number, key: textColumn, time: number, value: number }
export type NewestRow = RowOf<typeof NEWEST>

const LAST_HOUR = { device_id: number, key: textColumn, hour: number }
type HourRow = RowOf<typeof LAST_HOUR>

/** Time before the last hour that is summed up in which readings are looked through: most devices have spoken in it. */
const RECENT_MS = 2 * DAY_MS

/**
 * The newest value of each key of each device; times are epoch ms. What was sent of late is looked through; of older keys it is
 * known in which hour they were last told, so that a long history costs no more than a short one. Of a time whose hours alone are
 * kept the time is that of the hour.
 */
export const newestValues = async (
  { db, series }: Pick<Services, 'db' | 'series'>,
  deviceIds: readonly number[],
): Promise<NewestRow[]> => {
  if (deviceIds.length === 0) return []
  const summed = await summedHoursOf(db, deviceIds, EVER)
  if (!summed) return readNewest(series, sameRange(deviceIds, EVER))
  const recent = { from: summed.until - RECENT_MS, until: EVER.until }
  const kept = { from: summed.aloneUntil, until: EVER.until }
  const sources = deviceIds.map(deviceId => {
    const changed = partsWithin(summed.changed.get(deviceId) ?? [], kept)
    return { deviceId, ranges: partsWithin(mergeIntervals([recent, ...changed]), kept) }
  })
  const newest = newestOf()
  const [rows, told] = await Promise.all([readNewest(series, sources), lastHours(series, deviceIds)])
  newest.add(rows)
  const missing = told.filter(newest.isBefore)
  const older = missing.filter(({ hour }) => hour < recent.from)
  newest.add(await readHours(series, older, summed))
  // Hours of which nothing is left give way to those before them.
  newest.add(await readHours(series, await hoursBefore(series, missing.filter(newest.isBefore), summed), summed))
  return newest.rows()
}

const newestOf = () => {
  const found = new Map<string, NewestRow>()
  const nameOf = ({ device_id, key }: Pick<NewestRow, 'device_id' | 'key'>): string => `${device_id} ${key}`
  return {
    add: (rows: readonly NewestRow[]): void => {
      for (const row of rows) if (row.time >= (found.get(nameOf(row))?.time ?? row.time)) found.set(nameOf(row), row)
    },
    /** Tells whether nothing is known that is as new as an hour. */
    isBefore: (one: HourRow): boolean => (found.get(nameOf(one))?.time ?? Number.NEGATIVE_INFINITY) < one.hour,
    rows: (): NewestRow[] => [...found.values()],
  }
}

const readNewest = async (series: Series, sources: readonly SeriesSource[]): Promise<NewestRow[]> => {
  const readings = readingsIn({ parts: [sources] })
  if (!readings) return []
  const query = `SELECT device_id, key, ${maximumOf('epoch_ms')} AS time, ${lastSql('value')} AS value
    FROM (${readings.query}) GROUP BY device_id, key`
  return readRows(series, NEWEST, query, readings.params)
}

/** Hours in which keys of devices were last told, as far as hours are summed up; what was deleted since may be gone. */
const lastHours = (series: Series, deviceIds: readonly number[]): Promise<HourRow[]> =>
  readRows(
    series,
    LAST_HOUR,
    `SELECT device_id, key, toUnixTimestamp64Milli(max(last_hours.time)) AS hour FROM last_hours
      WHERE device_id IN {ids: Array(UInt32)} GROUP BY device_id, key`,
    { ids: [...deviceIds] },
  )

const sourcesOf = (hours: readonly HourRow[]): SeriesSource[] =>
  [...Map.groupBy(hours, ({ device_id }) => device_id)].map(([deviceId, of]) => ({
    deviceId,
    ranges: mergeIntervals(of.map(({ hour }) => ({ from: hour, until: hour + HOUR_MS }))),
  }))

/** The newest values in these hours, of their summaries where these are all there is. */
const readHours = async (
  series: Series,
  hours: readonly HourRow[],
  { aloneUntil }: SummedHours,
): Promise<NewestRow[]> => {
  const [alone, read] = [
    sourcesOf(hours.filter(({ hour }) => hour < aloneUntil)),
    sourcesOf(hours.filter(({ hour }) => hour >= aloneUntil)),
  ]
  const summaries = summariesIn({ columns: ['last_value'] }, [alone])
  const ofHours = summaries
    ? await readRows(
        series,
        NEWEST,
        `SELECT device_id, key, ${maximumOf('hour')} AS time, ${lastSql('last_value', 'hour')} AS value
          FROM (${summaries.query}) GROUP BY device_id, key`,
        summaries.params,
      )
    : []
  return [...ofHours, ...(await readNewest(series, read))]
}

/** Hours in which these were last told before, of all hours that are summed up. */
const hoursBefore = async (series: Series, hours: readonly HourRow[], summed: SummedHours): Promise<HourRow[]> => {
  if (hours.length === 0) return []
  const whole = { from: EVER.from, until: summed.until }
  const sources = sameRange([...new Set(hours.map(({ device_id }) => device_id))], whole)
  const { clean } = partedByHours({ parts: [sources], summed })
  const keys = [...new Set(hours.map(({ key }) => key))]
  const summaries = summariesIn({ keys, columns: ['count'] }, clean)
  if (!summaries) return []
  const query = `SELECT device_id, toString(key) AS key, ${maximumOf('hours.hour')} AS hour FROM (${summaries.query}) AS hours
    GROUP BY device_id, key`
  return readRows(series, LAST_HOUR, query, summaries.params)
}
