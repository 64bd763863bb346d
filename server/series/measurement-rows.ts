import type { ClickHouseSettings } from '@clickhouse/client'
import type { Correction } from '#shared/rules/data-quality/calibration.ts'
import type { Segment } from '#shared/rules/time/period.ts'
import type { Span } from '#shared/rules/time/rental.ts'
import type { Series } from '../kit/database/series.ts'
import type { Doubted } from './fault-store.ts'
import { averagingOfKey, type MeanOf, meanOfKeys } from './means.ts'
import { instant, type Range, readingsIn, type Source, sameRange } from './readings.ts'

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

export interface StepRow {
  /** Index of the part it belongs to. */
  part: number
  key: string
  start: number
  min: number
  mean: number | null
  max: number
  count: number
  /** Readings of each device, where a part has several. */
  devices: [device: number, count: number][]
}

export interface StepsAsked {
  /** Parts that are summed up apart from each other. A reading is in one of them at most. */
  parts: readonly (readonly Source[])[]
  keys: readonly string[] | undefined
  step: number
  segments: readonly Segment[]
  corrections: readonly Correction[]
  /** Readings left out. */
  without: readonly Doubted[]
}

/**
 * Minimum, mean, maximum and count of each part, key and local step, calibrated, within the ranges a caller may see. Of
 * several devices the mean is that of their means: who sends more often does not count more.
 */
export const measurementSteps = async (series: Series, asked: StepsAsked): Promise<StepRow[]> => {
  if (asked.keys) return stepsOf(series, asked, meanOfKeys(asked.keys))
  // Few devices measure sound or directions: these are asked for once more, instead of all for what they seldom are.
  const rows = await stepsOf(series, asked, meanOfKeys([]))
  const keys = new Set(rows.map(({ key }) => key).filter(key => averagingOfKey(key) !== 'arithmetic'))
  if (keys.size === 0) return rows
  const rest = await stepsOf(series, { ...asked, keys: [...keys] }, meanOfKeys([...keys]))
  return [...rows.filter(({ key }) => !keys.has(key)), ...rest]
}

const stepsOf = async (series: Series, asked: StepsAsked, { mean, params }: MeanOf): Promise<StepRow[]> => {
  const readings = readingsIn(asked)
  if (!readings) return []
  const figures = (devices: string) => `
    SELECT part, key, ${stepExpression(asked.step, asked.segments)} AS start,
      min(x) AS least, ${mean('x')} AS average, max(x) AS most, count() AS readings ${devices}
    FROM (${readings.query}) GROUP BY part, key, start ${devices}`
  const isShared = asked.parts.some(sources => new Set(sources.map(({ deviceId }) => deviceId)).size > 1)
  const result = await series.query({
    query: isShared
      ? `
        SELECT part, key, start, min(least), ${mean('average')}, max(most), sum(readings), groupArray((device_id, readings))
        FROM (${figures(', device_id')}) GROUP BY part, key, start ORDER BY part, key, start`
      : `${figures('')} ORDER BY part, key, start`,
    query_params: { ...readings.params, ...params },
    format: 'JSONCompactEachRow',
  })
  const rows = await result.json<[number, string, number, number, number | null, number, number, [number, number][]?]>()
  return rows.map(([part, key, start, min, mean, max, count, devices = []]) => ({
    part,
    key,
    start,
    min,
    mean,
    max,
    count,
    devices,
  }))
}

/** Expression with the arithmetic of `stepStart` in shared/rules/time/period.ts. All numbers in it are ours. */
const stepExpression = (step: number, segments: readonly Segment[]): string => {
  const size = step * 1000
  const wall = (offset: number) => `intDiv(ms + (${offset}), ${size}) * ${size}`
  const [first, ...rest] = segments.map(segment => segment.offset)
  const branches = rest.map((offset, index) => {
    const begins = segments[index + 1]?.start as number
    const before = (segments[index] as Segment).offset
    const start = `${wall(offset)} - (${offset})`
    return [`ms >= ${begins}`, `if(${start} >= ${begins}, ${start}, ${wall(offset)} - (${before}))`] as const
  })
  const otherwise = `${wall(first as number)} - (${first})`
  // Later segments are asked first, since each condition only names its beginning.
  const cases = branches.reverse().flat()
  const chosen = cases.length ? `multiIf(${cases.join(', ')}, ${otherwise})` : otherwise
  return chosen.replaceAll(/\bms\b/g, 'toUnixTimestamp64Milli(time)')
}

/** Measurements that each of these devices sent at any time of a range. */
export const toldKeys = async (
  series: Series,
  deviceIds: readonly number[],
  range: Range,
  keys: readonly string[] | undefined,
): Promise<Map<number, Set<string>>> => {
  const readings = readingsIn({ parts: [sameRange(deviceIds, range)], keys, unmerged: true })
  if (!readings) return new Map()
  const result = await series.query({
    query: `SELECT device_id, groupUniqArray(toString(key)) FROM (${readings.query}) GROUP BY device_id`,
    query_params: readings.params,
    format: 'JSONCompactEachRow',
  })
  return new Map((await result.json<[number, string[]]>()).map(([device, told]) => [device, new Set(told)]))
}

export interface LastRow {
  device_id: number
  key: string
  time: number
  value: number
}

/** The newest value of each key of each device. */
export const lastMeasurements = async (series: Series, deviceIds: number[]): Promise<LastRow[]> => {
  if (deviceIds.length === 0) return []
  const result = await series.query({
    query: `
      SELECT device_id, key, toUnixTimestamp64Milli(max(time)), argMax(value, time)
      FROM measurements FINAL WHERE device_id IN {ids: Array(UInt32)}
      GROUP BY device_id, key`,
    query_params: { ids: deviceIds },
    format: 'JSONCompactEachRow',
  })
  const rows = await result.json<[number, string, number, number]>()
  return rows.map(([device_id, key, time, value]) => ({ device_id, key, time, value }))
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
  const result = await series.query({
    query: `
      SELECT partition_id FROM system.parts
      WHERE database = currentDatabase() AND table = 'measurements' AND active AND partition_id < {this_month: String}
      GROUP BY partition_id HAVING count() > 1 OR min(level) = 0 ORDER BY partition_id`,
    query_params: { this_month: thisMonth },
    format: 'JSONCompactEachRow',
  })
  for (const [partition] of await result.json<[string]>())
    await series.command({ query: `OPTIMIZE TABLE measurements PARTITION ID '${partition}' FINAL` })
}
