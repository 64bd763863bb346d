import type { Correction } from '#shared/rules/data-quality/calibration.ts'
import { nullable, number, type RowOf, readRows, textColumn } from '../kit/database/read-rows.ts'
import type { Series } from '../kit/database/series.ts'
import type { SuspectInterval } from '../series/faults.ts'
import { readingsIn, type SeriesSource } from '../series/readings.ts'
import { countSql, lastSql, maximumOf, meanOfKey, minimumOf } from '../series/statistics.ts'

interface ValueSelection {
  sources: SeriesSource[]
  measurement: string
  corrections: readonly Correction[]
  /** Readings that do not count. */
  without: readonly SuspectInterval[]
}

/** Time is epoch ms. */
const READING = { device_id: number, time: number, raw: number, value: number, import_id: number }
export type ExplainedReading = RowOf<typeof READING>

const readingsOf = ({ sources, measurement, ...selection }: ValueSelection) =>
  readingsIn({ ...selection, parts: [sources], keys: [measurement], withSuspect: true })

/**
 * Count, minimum, mean and maximum, raw and calibrated, of all readings that count, and how many there are in all. The mean
 * of several devices is that of their means.
 */
export const summaryOfReadings = async (series: Series, selection: ValueSelection) => {
  const readings = readingsOf(selection)
  if (!readings) return { count: 0, all: 0, value: null, raw: null }
  const { measurement } = selection
  const ofDevice = (name: string, column: string) => `
    ${minimumOf(column, 'suspect = 0')} AS ${name}_min, ${meanOfKey(measurement, column, 'suspect = 0')} AS ${name}_mean,
    ${maximumOf(column, 'suspect = 0')} AS ${name}_max`
  const ofAll = (name: string) => `
    ${minimumOf(`per_device.${name}_min`)} AS ${name}_min, ${meanOfKey(measurement, `per_device.${name}_mean`)} AS ${name}_mean,
    ${maximumOf(`per_device.${name}_max`)} AS ${name}_max`
  const [found] = await readRows(
    series,
    SUMMARY,
    `
      WITH readings AS (${readings.query}),
      per_device AS (
        SELECT ${countSql('suspect = 0')} AS counted, ${countSql()} AS in_all,
          ${ofDevice('calibrated', 'readings.calibrated')}, ${ofDevice('raw', 'readings.value')}
        FROM readings GROUP BY device_id
      )
      SELECT sum(counted) AS count, sum(in_all) AS all_count, ${ofAll('calibrated')}, ${ofAll('raw')} FROM per_device`,
    readings.params,
  )
  return {
    count: found?.count ?? 0,
    all: found?.all_count ?? 0,
    value: found ? extremes(found.calibrated_min, found.calibrated_mean, found.calibrated_max) : null,
    raw: found ? extremes(found.raw_min, found.raw_mean, found.raw_max) : null,
  }
}

const SUMMARY = {
  count: number,
  all_count: number,
  calibrated_min: nullable(number),
  calibrated_mean: nullable(number),
  calibrated_max: nullable(number),
  raw_min: nullable(number),
  raw_mean: nullable(number),
  raw_max: nullable(number),
}

const extremes = (min: number | null, mean: number | null, max: number | null) =>
  min === null || mean === null || max === null ? null : { min, mean, max }

/** The newest readings, those that do not count among them. */
export const newestExplainedReadings = async (
  series: Series,
  selection: ValueSelection,
  most: number,
): Promise<ExplainedReading[]> => {
  const readings = readingsOf(selection)
  if (!readings) return []
  return await readRows(
    series,
    READING,
    `WITH readings AS (${readings.query})
      SELECT device_id, epoch_ms AS time, readings.value AS raw, calibrated AS value, import_id
      FROM readings ORDER BY epoch_ms DESC, device_id LIMIT ${most}`,
    readings.params,
  )
}

/** The newest value of each of these keys. */
export const newestOf = async (series: Series, sources: SeriesSource[], keys: readonly string[]) => {
  const readings = readingsIn({ parts: [sources], keys })
  if (!readings) return []
  const rows = await readRows(
    series,
    { device_id: number, key: textColumn, newest_at: number, newest: number },
    `SELECT device_id, key, ${maximumOf('epoch_ms')} AS newest_at, ${lastSql('value')} AS newest
      FROM (${readings.query}) GROUP BY device_id, key ORDER BY device_id, key`,
    readings.params,
  )
  return rows.map(row => ({ device_id: row.device_id, measurement: row.key, time: row.newest_at, value: row.newest }))
}
