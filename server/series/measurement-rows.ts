import type { ClickHouseSettings } from '@clickhouse/client'
import type { Correction } from '#shared/rules/data-quality/calibration.ts'
import type { Interval } from '#shared/rules/time/interval.ts'
import type { Segment } from '#shared/rules/time/period.ts'
import type { Span } from '#shared/rules/time/rental.ts'
import { listOf, nullable, number, type RowOf, readRows, textColumn } from '../kit/database/read-rows.ts'
import type { Series } from '../kit/database/series.ts'
import type { SuspectInterval } from './fault-store.ts'
import { localStep } from './local-steps.ts'
import { instant, readingsIn, type SeriesSource, sameRange } from './readings.ts'
import { averagingOfKey, countSql, lastSql, type MeanOf, maximumOf, meanOfKeys, minimumOf } from './statistics.ts'

/** device_id, key, time (epoch ms), value, and the import it came with, if it did */
export type MeasurementRow = [number, string, number, number, number?]

/** Stores rows. When it returns they are on the disk. */
export const insertMeasurements = (series: Series, rows: MeasurementRow[]) =>
  series.insert({
    table: 'measurements',
    values: rows,
    format: 'JSONCompactEachRow',
    clickhouse_settings: { input_format_json_compact_allow_variable_number_of_columns: 1 } as ClickHouseSettings,
  })

const STEP = {
  /** Index of the part it belongs to. */
  part: number,
  key: textColumn,
  /** Epoch ms. */
  start: number,
  min: number,
  mean: nullable(number),
  max: number,
  count: number,
  /** Devices with their count of readings, where a part has several. */
  devices: listOf(number),
  device_counts: listOf(number),
}
export type StepRow = RowOf<typeof STEP>

export interface StepsSelection {
  /** Parts that are summed up apart from each other. A reading is in one of them at most. */
  parts: readonly (readonly SeriesSource[])[]
  keys: readonly string[] | undefined
  step: number
  segments: readonly Segment[]
  corrections: readonly Correction[]
  /** Readings left out. */
  without: readonly SuspectInterval[]
}

/**
 * Minimum, mean, maximum and count of each part, key and local step, calibrated, within the ranges a caller may see. Of
 * several devices the mean is that of their means: who sends more often does not count more.
 */
export const measurementSteps = async (series: Series, selection: StepsSelection): Promise<StepRow[]> => {
  if (selection.keys) return stepsOf(series, selection, meanOfKeys(selection.keys))
  // Few devices measure sound or directions: these are asked for once more, instead of all for what they seldom are.
  const rows = await stepsOf(series, selection, meanOfKeys([]))
  const keys = new Set(rows.map(({ key }) => key).filter(key => averagingOfKey(key) !== 'arithmetic'))
  if (keys.size === 0) return rows
  const rest = await stepsOf(series, { ...selection, keys: [...keys] }, meanOfKeys([...keys]))
  return [...rows.filter(({ key }) => !keys.has(key)), ...rest]
}

const stepsOf = (series: Series, selection: StepsSelection, { mean, params }: MeanOf): Promise<StepRow[]> => {
  const readings = readingsIn(selection)
  if (!readings) return Promise.resolve([])
  const isShared = selection.parts.some(sources => new Set(sources.map(({ deviceId }) => deviceId)).size > 1)
  const statistics = `
    ${localStep(selection.step, selection.segments)} AS start,
    ${minimumOf('calibrated')} AS min, ${mean('calibrated')} AS mean, ${maximumOf('calibrated')} AS max, ${countSql()} AS count`
  const query = isShared
    ? `
      WITH readings AS (${readings.query}),
      per_device AS (SELECT part, key, device_id, ${statistics} FROM readings GROUP BY part, key, start, device_id)
      SELECT part, key, start, ${minimumOf('per_device.min')} AS min, ${mean('per_device.mean')} AS mean,
        ${maximumOf('per_device.max')} AS max, sum(per_device.count) AS count,
        groupArray(device_id) AS devices, groupArray(per_device.count) AS device_counts
      FROM per_device GROUP BY part, key, start ORDER BY part, key, start`
    : `
      WITH readings AS (${readings.query})
      SELECT part, key, ${statistics}, emptyArrayUInt32() AS devices, emptyArrayUInt64() AS device_counts
      FROM readings GROUP BY part, key, start ORDER BY part, key, start`
  return readRows(series, STEP, query, { ...readings.params, ...params })
}

/** Measurements that each of these devices sent at any time of a range. */
export const toldKeys = async (
  series: Series,
  deviceIds: readonly number[],
  range: Interval,
  keys: readonly string[] | undefined,
): Promise<Map<number, Set<string>>> => {
  const readings = readingsIn({ parts: [sameRange(deviceIds, range)], keys, unmerged: true })
  if (!readings) return new Map()
  const rows = await readRows(
    series,
    { device_id: number, keys: listOf(textColumn) },
    `SELECT device_id, groupUniqArray(toString(key)) AS keys FROM (${readings.query}) GROUP BY device_id`,
    readings.params,
  )
  return new Map(rows.map(row => [row.device_id, new Set(row.keys)]))
}

const LAST = { device_id: number, key: textColumn, time: number, value: number }
export type LastRow = RowOf<typeof LAST>

/** The newest value of each key of each device; times are epoch ms. */
export const lastMeasurements = async (series: Series, deviceIds: number[]): Promise<LastRow[]> => {
  if (deviceIds.length === 0) return []
  const query = `
    SELECT device_id, key, toUnixTimestamp64Milli(max(measurements.time)) AS time, ${lastSql('measurements.value', 'measurements.time')} AS value
    FROM measurements FINAL WHERE device_id IN {ids: Array(UInt32)}
    GROUP BY device_id, key`
  return await readRows(series, LAST, query, { ids: deviceIds })
}

export const deleteMeasurements = (series: Series, deviceId: number) =>
  series.command({
    query: 'ALTER TABLE measurements DELETE WHERE device_id = {id: UInt32}',
    query_params: { id: deviceId },
  })

/** Deletes what a device measured in a span. */
export const deleteMeasurementsIn = (series: Series, deviceId: number, { start, end }: Span) =>
  series.command({
    query: `ALTER TABLE measurements DELETE WHERE device_id = {id: UInt32} AND time >= ${instant(Date.parse(start))}
      ${end === null ? '' : `AND time < ${instant(Date.parse(end))}`}`,
    query_params: { id: deviceId },
  })

/** Merges each past month that is not one part yet, so that reading it costs no deduplication. */
export const mergePastMonths = async (series: Series, now: number): Promise<void> => {
  const thisMonth = new Date(now).toISOString().slice(0, 7).replace('-', '')
  const partitions = await readRows(
    series,
    { partition_id: textColumn },
    `SELECT partition_id FROM system.parts
      WHERE database = currentDatabase() AND table = 'measurements' AND active AND partition_id < {this_month: String}
      GROUP BY partition_id HAVING count() > 1 OR min(level) = 0 ORDER BY partition_id`,
    { this_month: thisMonth },
  )
  for (const { partition_id } of partitions)
    await series.command({ query: `OPTIMIZE TABLE measurements PARTITION ID '${partition_id}' FINAL` })
}
