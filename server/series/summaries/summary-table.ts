import type { Series } from '../../kit/database/series.ts'

/**
 * Table of hours summed up, one row a device, measurement and hour of UTC (`time` is its start), of values as they were
 * measured. `total_*` are the parts of the mean of all readings, `bin_*` those of its valid bins of five minutes
 * (shared/rules/science/mean.ts), each as a sum; squares are kept of what is averaged plainly. An hour summed up again replaces the older row by its `run`; one that holds
 * nothing any more has a count of 0.
 */
const TABLE = `
CREATE TABLE IF NOT EXISTS hour_summaries (
  device_id UInt32 CODEC(ZSTD),
  key LowCardinality(String),
  time DateTime64(3, 'UTC') CODEC(DoubleDelta, ZSTD),
  run UInt32 CODEC(ZSTD),
  count UInt32 CODEC(ZSTD),
  total_first Float64 CODEC(ZSTD),
  total_second Float64 CODEC(ZSTD),
  minimum Float64 CODEC(Gorilla, ZSTD),
  maximum Float64 CODEC(Gorilla, ZSTD),
  first_value Float64 CODEC(Gorilla, ZSTD),
  last_value Float64 CODEC(Gorilla, ZSTD),
  bins UInt8 CODEC(ZSTD),
  bin_first Float64 CODEC(ZSTD),
  bin_second Float64 CODEC(ZSTD),
  bin_squares Float64 CODEC(ZSTD)
) ENGINE = ReplacingMergeTree(run)
PARTITION BY toYYYYMM(time)
ORDER BY (device_id, key, time)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1`

export const createSummaryTable = (series: Series) => series.command({ query: TABLE })

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

/** Columns that are summed up or compared over hours: the others are made of an hour's bins. */
export const SUMMED_COLUMNS = [...READING_COLUMNS, 'bins', 'bin_first', 'bin_second', 'bin_squares'] as const
export type SummedColumn = (typeof SUMMED_COLUMNS)[number]
