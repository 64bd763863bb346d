import { numberAt } from '#shared/rules/collections/elements.ts'
import type { Correction } from '#shared/rules/data-quality/calibration.ts'
import type { Interval } from '#shared/rules/time/interval.ts'
import type { Segment } from '#shared/rules/time/period.ts'
import type { Span } from '#shared/rules/time/rental.ts'
import { DAY_MS, HOUR_MS } from '#shared/rules/time/units.ts'
import { shardOf, shardsOf } from '../kit/database/cluster.ts'
import {
  type ColumnsOf,
  listOf,
  nullable,
  number,
  type RowOf,
  readColumns,
  readRows,
  textColumn,
} from '../kit/database/read-rows.ts'
import type { Series } from '../kit/database/series.ts'
import type { SuspectInterval } from './fault-store.ts'
import { localStep } from './local-steps.ts'
import { hasOneDeviceEach, instant, lengthOfSources, type Readings, readingsIn, type SeriesSource } from './readings.ts'
import {
  averagingOfKey,
  countSql,
  KEYS_AVERAGED_OTHERWISE,
  type MeanOf,
  maximumOf,
  meanOfKeys,
  minimumOf,
} from './statistics.ts'
import { EVER, markedDeletion, markedRows, readingsKeptFrom, type Stores } from './summaries/changes.ts'
import type { SummedHours } from './summaries/clean-hours.ts'
import { hoursIn } from './summaries/hours.ts'

/** device_id, key, time (epoch ms), value, and the import it came with, if it did */
export type MeasurementRow = [number, string, number, number, number?]

/** device_id, time (epoch ms), keys, their values, and the import they came with (0 for none) */
type MessageRow = [number, number, string[], number[], number]

/**
 * What the store makes of messages. A row of it for each value would be text that takes the store twice as long to read, and this
 * process four times as long to write.
 */
const OF_MESSAGES = `measurements (device_id, key, time, value, import_id)
  SELECT device_id, key, fromUnixTimestamp64Milli(epoch_ms, 'UTC'), value, import_id
  FROM input('device_id UInt32, epoch_ms Int64, keys Array(LowCardinality(String)), values Array(Float64), import_id UInt32')
  ARRAY JOIN keys AS key, values AS value`

/** Stores rows, after marking the hours that they change. When it returns they are on the disk. */
export const insertMeasurements = (stores: Stores, rows: MeasurementRow[]) =>
  markedRows(stores, rows, () =>
    stores.series.insert({ table: OF_MESSAGES, values: messagesOf(rows), format: 'JSONCompactEachRow' }),
  )

/** Values of a device, a time and an import that come one after the other, as those of a message do, in one row. */
const messagesOf = (rows: readonly MeasurementRow[]): MessageRow[] => {
  const messages: MessageRow[] = []
  let last: MessageRow | undefined
  for (const [deviceId, key, time, value, importId = 0] of rows) {
    if (!last || last[0] !== deviceId || last[1] !== time || last[4] !== importId) {
      last = [deviceId, time, [], [], importId]
      messages.push(last)
    }
    last[2].push(key)
    last[3].push(value)
  }
  return messages
}

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
}
const SHARED_STEP = {
  ...STEP,
  /** Devices with their count of readings. */
  devices: listOf(number),
  device_counts: listOf(number),
}
/** Step of a part; devices are named where several are in a part. */
export type StepRow = RowOf<typeof SHARED_STEP>

export interface StepsSelection {
  /** Parts that are summed up apart from each other. A reading is in one of them at most. */
  parts: readonly (readonly SeriesSource[])[]
  keys: readonly string[] | undefined
  step: number
  segments: readonly Segment[]
  corrections: readonly Correction[]
  /** Readings left out. */
  without: readonly SuspectInterval[]
  /** Hours that were summed up; all are made of readings where nobody says. */
  summed?: SummedHours | null | undefined
}

/**
 * Minimum, mean, maximum and count of each part, key and local step, calibrated, within the ranges a caller may see. Of
 * several devices the mean is that of their means: who sends more often does not count more.
 */
export const measurementSteps = async (series: Series, selection: StepsSelection): Promise<StepRow[]> => {
  if (selection.summed && takesHours(selection)) return stepsOfHours(series, selection)
  if (selection.keys) return stepsOf(series, selection, meanOfKeys(selection.keys))
  // Few devices measure sound or directions: these are asked for once more, instead of all for what they seldom are.
  const rows = await stepsOf(series, selection, meanOfKeys([]))
  const keys = new Set(rows.map(({ key }) => key).filter(key => averagingOfKey(key) !== 'arithmetic'))
  if (keys.size === 0) return rows
  const rest = await stepsOf(series, { ...selection, keys: [...keys] }, meanOfKeys([...keys]))
  return [...rows.filter(({ key }) => !keys.has(key)), ...rest]
}

/** Tells whether steps are made of whole hours that begin when those of UTC do. */
export const takesHours = ({ step, segments }: Pick<StepsSelection, 'step' | 'segments'>): boolean =>
  (step * 1000) % HOUR_MS === 0 && segments.every(({ offset }) => offset % HOUR_MS === 0)

/** Rows that steps are made of, by the name the statistics call them by, with their statistics by step. */
interface StepRows {
  name: string
  rows: Readings
  /** Expressions of `start`, `min`, `mean`, `max` and `count`. */
  statistics: string
}

/** Time (ms) of devices, all together, whose readings one thread goes through: to share so few costs more than to read them. */
const FEW_MS = 10 * DAY_MS

const threadsFor = (parts: StepsSelection['parts']): string =>
  lengthOfSources(parts.flat()) <= FEW_MS ? 'SETTINGS max_threads = 1' : ''

/** Steps of rows: where several devices are in a part, of each device first. */
const readSteps = async (
  series: Series,
  { parts }: StepsSelection,
  { name, rows, statistics }: StepRows,
  { mean, params }: Pick<MeanOf, 'mean' | 'params'>,
): Promise<StepRow[]> => {
  const given = { ...rows.params, ...params }
  if (!hasOneDeviceEach(parts)) {
    const query = `
      WITH ${name} AS (${rows.query}),
      per_device AS (SELECT part, key, device_id, ${statistics} FROM ${name} GROUP BY part, key, start, device_id)
      SELECT part, key, start, ${minimumOf('per_device.min')} AS min, ${mean('per_device.mean')} AS mean,
        ${maximumOf('per_device.max')} AS max, sum(per_device.count) AS count,
        groupArray(device_id) AS devices, groupArray(per_device.count) AS device_counts
      FROM per_device GROUP BY part, key, start ORDER BY part, key, start ${threadsFor(parts)}`
    return readRows(series, SHARED_STEP, query, given)
  }
  // Groups of numbers are found in half the time that groups with a name in them take.
  const query = `
    WITH ${name} AS (SELECT *, cityHash64(key) AS key_number FROM (${rows.query}))
    SELECT part, any(${name}.key) AS key, ${statistics}
    FROM ${name} GROUP BY part, key_number, start ORDER BY part, key, start ${threadsFor(parts)}`
  return stepRows(await readColumns(series, STEP, query, given))
}

const NONE: number[] = []

/** Rows of a long answer, made one like the other: that takes a tenth of what making them by the names of columns does. */
const stepRows = ({ part, key, start, min, mean, max, count }: ColumnsOf<typeof STEP>): StepRow[] =>
  key.map((of, index) => ({
    part: numberAt(part, index),
    key: of,
    start: numberAt(start, index),
    min: numberAt(min, index),
    mean: mean[index] ?? null,
    max: numberAt(max, index),
    count: numberAt(count, index),
    devices: NONE,
    device_counts: NONE,
  }))

/** The same from hours: those summed up, and the others from their readings. */
const stepsOfHours = (series: Series, selection: StepsSelection): Promise<StepRow[]> => {
  const rows = hoursIn({ ...selection, columns: ['count', 'total_first', 'total_second', 'minimum', 'maximum'] })
  if (!rows) return Promise.resolve([])
  const means = meanOfKeys(selection.keys ?? KEYS_AVERAGED_OTHERWISE)
  const mean = means.ofParts([
    'sum(hours.total_first) / sum(hours.count)',
    'sum(hours.total_second) / sum(hours.count)',
  ])
  const statistics = `
    ${localStep(selection.step, selection.segments, 'hour')} AS start, ${minimumOf('hours.minimum')} AS min, ${mean} AS mean,
    ${maximumOf('hours.maximum')} AS max, sum(hours.count) AS count`
  return readSteps(series, selection, { name: 'hours', rows, statistics }, means)
}

const stepsOf = (series: Series, selection: StepsSelection, means: MeanOf): Promise<StepRow[]> => {
  const rows = readingsIn(selection)
  if (!rows) return Promise.resolve([])
  const statistics = `
    ${localStep(selection.step, selection.segments)} AS start,
    ${minimumOf('calibrated')} AS min, ${means.mean('calibrated')} AS mean, ${maximumOf('calibrated')} AS max, ${countSql()} AS count`
  return readSteps(series, selection, { name: 'readings', rows, statistics }, means)
}

/** Measurements that each of these devices sent at any time of its ranges. */
export const toldKeys = async (
  series: Series,
  sources: readonly SeriesSource[],
  keys: readonly string[] | undefined,
  summed: SummedHours | null = null,
): Promise<Map<number, Set<string>>> => {
  const parts = [sources]
  const readings = summed
    ? hoursIn({ parts, keys, summed, columns: ['count'] })
    : readingsIn({ parts, keys, unmerged: true })
  if (!readings) return new Map()
  const rows = await readRows(
    series,
    { device_id: number, keys: listOf(textColumn) },
    `SELECT device_id, groupUniqArray(toString(key)) AS keys FROM (${readings.query}) GROUP BY device_id`,
    readings.params,
  )
  return new Map(rows.map(row => [row.device_id, new Set(row.keys)]))
}

/** Counts of the readings that each of these devices sent within its ranges, by device and measurement. */
export const readingCounts = async (
  series: Series,
  sources: readonly SeriesSource[],
  keys: readonly string[],
  summed: SummedHours | null,
): Promise<Map<number, Map<string, number>>> => {
  const hours = hoursIn({ parts: [sources], keys, summed, columns: ['count'] })
  if (!hours) return new Map()
  const rows = await readRows(
    series,
    { device_id: number, key: textColumn, readings: number },
    `SELECT device_id, key, sum(count) AS readings FROM (${hours.query}) GROUP BY device_id, key`,
    hours.params,
  )
  const byDevice = Map.groupBy(rows, ({ device_id }) => device_id)
  return new Map([...byDevice].map(([id, of]) => [id, new Map(of.map(({ key, readings }) => [key, readings]))]))
}

/** Deletes all that a device measured, and the hours that stand for what is not kept any more. */
export const deleteMeasurements = async (stores: Stores, deviceId: number): Promise<void> => {
  const shard = shardOf(stores.series, deviceId)
  await markedDeletion(stores, deviceId, EVER, () =>
    shard.command({
      query: 'ALTER TABLE measurements DELETE WHERE device_id = {id: UInt32}',
      query_params: { id: deviceId },
    }),
  )
  await deleteHoursAlone(stores, deviceId, EVER)
  await shard.command({
    query: 'ALTER TABLE last_hours DELETE WHERE device_id = {id: UInt32}',
    query_params: { id: deviceId },
  })
}

/** Deletes what a device measured in a span. */
export const deleteMeasurementsIn = async (stores: Stores, deviceId: number, { start, end }: Span): Promise<void> => {
  const within = { from: Date.parse(start), until: end === null ? EVER.until : Date.parse(end) }
  await markedDeletion(stores, deviceId, within, () =>
    shardOf(stores.series, deviceId).command({
      query: `ALTER TABLE measurements DELETE WHERE device_id = {id: UInt32} AND time >= ${instant(within.from)}
        ${end === null ? '' : `AND time < ${instant(within.until)}`}`,
      query_params: { id: deviceId },
    }),
  )
  await deleteHoursAlone(stores, deviceId, within)
}

/**
 * Deletes hours whose readings go or have gone, which no mark makes anew. An hour that is deleted in part goes: nothing tells its
 * parts from each other, and nobody reads a part of it.
 */
const deleteHoursAlone = async ({ db, series }: Stores, deviceId: number, { from, until }: Interval): Promise<void> => {
  const horizon = await readingsKeptFrom(db)
  if (from >= horizon) return
  await shardOf(series, deviceId).command({
    query: `ALTER TABLE hour_summaries DELETE WHERE device_id = {id: UInt32}
      AND time > ${instant(from - HOUR_MS)} AND time < ${instant(Math.min(until, horizon))}`,
    query_params: { id: deviceId },
  })
}

/** Number of months (of UTC) from a time (epoch ms) on that hold readings. */
export const monthsFrom = async (series: Series, from: number): Promise<number> => {
  const months = new Set<string>()
  for (const shard of shardsOf(series)) {
    const rows = await readRows(
      shard,
      { partition_id: textColumn },
      `SELECT DISTINCT partition_id FROM system.parts
        WHERE database = currentDatabase() AND table = 'measurements' AND active AND partition_id >= {month: String}`,
      { month: monthNamed(from) },
    )
    for (const { partition_id } of rows) months.add(partition_id)
  }
  return months.size
}

const monthNamed = (time: number): string => new Date(time).toISOString().slice(0, 7).replace('-', '')

/** Deletes the readings of whole months that end by \`until\` (epoch ms), a month at a time, and returns how many these were. */
export const dropMonthsBefore = async (series: Series, until: number, signal?: AbortSignal): Promise<number> => {
  const dropped = new Set<string>()
  for (const shard of shardsOf(series)) for (const month of await dropMonthsAt(shard, until, signal)) dropped.add(month)
  return dropped.size
}

const dropMonthsAt = async (series: Series, until: number, signal: AbortSignal | undefined): Promise<string[]> => {
  const month = monthNamed(until)
  const partitions = await readRows(
    series,
    { partition_id: textColumn },
    `SELECT DISTINCT partition_id FROM system.parts
      WHERE database = currentDatabase() AND table = 'measurements' AND active AND partition_id < {month: String}
      ORDER BY partition_id`,
    { month },
  )
  for (const { partition_id } of partitions) {
    signal?.throwIfAborted()
    await series.command({ query: `ALTER TABLE measurements DROP PARTITION ID '${partition_id}'` })
  }
  return partitions.map(({ partition_id }) => partition_id)
}

/** Earliest times (epoch ms) before \`until\` that imports wrote to, by the import. */
export const importedBefore = async (series: Series, until: number): Promise<Map<number, number>> => {
  const rows = await readRows(
    series,
    { import_id: number, first: number },
    `SELECT import_id, toUnixTimestamp64Milli(min(time)) AS first FROM measurements
      WHERE time < ${instant(until)} AND import_id > 0 GROUP BY import_id`,
    {},
  )
  return new Map(rows.map(({ import_id, first }) => [import_id, first]))
}

/** Tables whose rows replace older ones. */
const REPLACING = ['measurements', 'hour_summaries'] as const

/** Merges each past month that is not one part yet, so that reading it costs no deduplication. */
export const mergePastMonths = async (series: Series, now: number): Promise<void> => {
  for (const shard of shardsOf(series)) for (const table of REPLACING) await mergeMonthsOf(shard, table, now)
}

const mergeMonthsOf = async (series: Series, table: (typeof REPLACING)[number], now: number): Promise<void> => {
  const thisMonth = monthNamed(now)
  const partitions = await readRows(
    series,
    { partition_id: textColumn },
    `SELECT partition_id FROM system.parts
      WHERE database = currentDatabase() AND table = {table: String} AND active AND partition_id < {this_month: String}
      GROUP BY partition_id HAVING count() > 1 OR min(level) = 0 ORDER BY partition_id`,
    { table, this_month: thisMonth },
  )
  for (const { partition_id } of partitions)
    await series.command({ query: `OPTIMIZE TABLE ${table} PARTITION ID '${partition_id}' FINAL` })
}
