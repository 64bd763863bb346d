import type { Series } from '../kit/database/series.ts'
import { createImportTable } from './journal.ts'
import { createProbeTable } from './probe.ts'

/**
 * Table of measurements, one row a value. The order serves the chart (a device, a key, an interval); a row
 * written again replaces the older one. `import_id` says which import wrote it, 0 none. Both fsync settings make an
 * acknowledged insert survive a power cut. Group commits leave many small parts: merging sixteen at a time instead of
 * as soon as possible halves what merging costs.
 */
const TABLE = `
CREATE TABLE IF NOT EXISTS measurements (
  device_id UInt32 CODEC(ZSTD),
  key LowCardinality(String),
  time DateTime64(3, 'UTC') CODEC(DoubleDelta, ZSTD),
  value Float64 CODEC(Gorilla, ZSTD),
  import_id UInt32 DEFAULT 0 CODEC(ZSTD)
) ENGINE = ReplacingMergeTree
PARTITION BY toYYYYMM(time)
ORDER BY (device_id, key, time)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_parts_to_merge_at_once = 16`

/** Tables that were made before imports could be undone. */
const WIDEN = 'ALTER TABLE measurements ADD COLUMN IF NOT EXISTS import_id UInt32 DEFAULT 0 CODEC(ZSTD)'

export const createMeasurementTable = async (series: Series): Promise<void> => {
  await series.command({ query: TABLE })
  await series.command({ query: WIDEN })
  await createImportTable(series)
  await createProbeTable(series)
}
