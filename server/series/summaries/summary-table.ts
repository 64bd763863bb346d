import { engineSql } from '../../kit/database/cluster.ts'
import { number, readRows } from '../../kit/database/read-rows.ts'
import type { Series } from '../../kit/database/series.ts'

/**
 * Table of hours summed up, one row a device, measurement and hour of UTC (`time` is its start), of values as they were
 * measured. `total_*` are the parts of the mean of all readings, `bin_*` those of its valid bins of five minutes
 * (shared/rules/science/mean.ts), each as a sum; squares are kept of what is averaged plainly. `bin_means` are the valid bins
 * themselves, in order, and `bin_slots` has a bit for the place of each in the hour. An hour summed up again replaces the older
 * row by its `run`; one that holds nothing any more has a count of 0.
 *
 * Most that is asked is about one measurement of several devices, so its rows lie together, in granules small enough to read
 * one device of it. Sums are read more often than they are written: they are packed by what unpacks quickest.
 */
const tableSql = (series: Series): string => `
CREATE TABLE IF NOT EXISTS hour_summaries (
  device_id UInt32 CODEC(LZ4),
  key LowCardinality(String),
  time DateTime64(3, 'UTC') CODEC(Delta, LZ4),
  run UInt32 CODEC(LZ4),
  count UInt32 CODEC(LZ4),
  total_first Float64 CODEC(LZ4),
  total_second Float64 CODEC(LZ4),
  minimum Float64 CODEC(LZ4),
  maximum Float64 CODEC(LZ4),
  first_value Float64 CODEC(LZ4),
  last_value Float64 CODEC(LZ4),
  bins UInt8 CODEC(LZ4),
  bin_first Float64 CODEC(LZ4),
  bin_second Float64 CODEC(LZ4),
  bin_squares Float64 CODEC(LZ4),
  bin_slots UInt16 CODEC(LZ4),
  bin_means Array(Float64) CODEC(ZSTD)
) ENGINE = ${engineSql(series, 'ReplacingMergeTree(run)')}
PARTITION BY toYYYYMM(time)
ORDER BY (key, device_id, time)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, index_granularity = 512, min_compress_block_size = 4096`

/**
 * Table of the hour in which each measurement of a device was last told. The engine keeps it up whenever hours are summed up; an
 * hour that was emptied since may stand in it.
 */
const lastHoursSql = (series: Series): string => `
CREATE TABLE IF NOT EXISTS last_hours (
  device_id UInt32,
  key LowCardinality(String),
  time DateTime64(3, 'UTC')
) ENGINE = ${engineSql(series, 'ReplacingMergeTree(time)')}
ORDER BY (device_id, key)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1`

const OF_SUMMARIES = `
  SELECT device_id, key, max(hour_summaries.time) AS time FROM hour_summaries WHERE count > 0 GROUP BY device_id, key`

const KEPT_UP = `CREATE MATERIALIZED VIEW IF NOT EXISTS last_hours_kept_up TO last_hours AS ${OF_SUMMARIES}`

/**
 * Makes the table of last hours, from the summaries that are there. It is filled before the view says that this is done, so that a
 * start that ends in between is made good by the next; and once more for the hours that another process summed up meanwhile.
 */
const createLastHours = async (series: Series): Promise<void> => {
  await series.command({ query: lastHoursSql(series) })
  const [view] = await readRows(
    series,
    { views: number },
    `SELECT count() AS views FROM system.tables WHERE database = currentDatabase() AND name = 'last_hours_kept_up'`,
    {},
  )
  if ((view?.views ?? 0) > 0) return
  const fill = () => series.command({ query: `INSERT INTO last_hours ${OF_SUMMARIES}` })
  await fill()
  await series.command({ query: KEPT_UP })
  await fill()
}

/**
 * Makes the table; one that an earlier version made without the bins is made anew. Nothing is lost: hours are summed up again
 * from their readings, which the catalogue asks for at the same time.
 */
export const createSummaryTable = async (series: Series): Promise<void> => {
  const [old] = await readRows(
    series,
    { columns: number, binned: number },
    `SELECT count() AS columns, countIf(name = 'bin_means') AS binned FROM system.columns
      WHERE database = currentDatabase() AND table = 'hour_summaries'`,
  )
  if (old && old.columns > 0 && old.binned === 0)
    await series.command({ query: 'DROP TABLE IF EXISTS hour_summaries SYNC' })
  await series.command({ query: tableSql(series) })
  await createLastHours(series)
}

/** Columns made of all readings of an hour. */
export const READING_COLUMNS = [
  'count',
  'total_first',
  'total_second',
  'minimum',
  'maximum',
  'first_value',
  'last_value',
] as const

/** Columns of an hour: those that are not made of all its readings are made of its bins. */
export const SUMMED_COLUMNS = [
  ...READING_COLUMNS,
  'bins',
  'bin_first',
  'bin_second',
  'bin_squares',
  'bin_slots',
  'bin_means',
] as const
export type SummedColumn = (typeof SUMMED_COLUMNS)[number]
