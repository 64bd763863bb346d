import { createTablesOverAll, engineSql, isUnreachable, shardsOf } from '../kit/database/cluster.ts'
import { number, readRows, textColumn } from '../kit/database/read-rows.ts'
import type { Series } from '../kit/database/series.ts'
import { createImportTable } from './journal.ts'
import { createProbeTable } from './probe.ts'
import { createSummaryTable } from './summaries/summary-table.ts'

/**
 * Table of measurements, one row a value. The order serves the chart (a device, a key, an interval); a row
 * written again replaces the older one. `import_id` says which import wrote it, 0 none. Both fsync settings make an
 * acknowledged insert survive a power cut. Group commits leave many small parts: merging sixteen at a time instead of
 * as soon as possible halves what merging costs.
 */
const tableSql = (series: Series): string => `
CREATE TABLE IF NOT EXISTS measurements (
  device_id UInt32 CODEC(ZSTD),
  key LowCardinality(String),
  time DateTime64(3, 'UTC') CODEC(DoubleDelta, ZSTD),
  value Float64 CODEC(Gorilla, ZSTD),
  import_id UInt32 DEFAULT 0 CODEC(ZSTD)
) ENGINE = ${engineSql(series, 'ReplacingMergeTree')}
PARTITION BY toYYYYMM(time)
ORDER BY (device_id, key, time)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_parts_to_merge_at_once = 16`

/** Tables that were made before imports could be undone. */
const WIDEN = 'ALTER TABLE measurements ADD COLUMN IF NOT EXISTS import_id UInt32 DEFAULT 0 CODEC(ZSTD)'

/**
 * Makes the tables, at each shard of a cluster. A shard that is away is left out, and its number returned; throws where none
 * answers. Any process may do so at any time.
 */
export const createMeasurementTables = async (series: Series): Promise<number[]> => {
  const made = await Promise.allSettled(shardsOf(series).map(createTables))
  const failures = made.flatMap(one => (one.status === 'rejected' ? [one.reason as unknown] : []))
  const other = failures.find(failure => !isUnreachable(failure)) ?? (failures.length === made.length && failures[0])
  if (other) throw other
  const numbersOf = (status: 'fulfilled' | 'rejected') =>
    made.flatMap((one, number) => (one.status === status ? [number] : []))
  await createTablesOverAll(series, numbersOf('fulfilled'))
  return numbersOf('rejected')
}

/**
 * Steps by which the tables come to their newest form, oldest first. A step stays as it is once it was released; what changes
 * later is a step of its own. Each can be taken again: one whose note was lost is.
 */
const STEPS: readonly { name: string; take: (series: Series) => Promise<unknown> }[] = [
  { name: '2026-01 measurements', take: series => series.command({ query: tableSql(series) }) },
  { name: '2026-03 import of a measurement', take: series => series.command({ query: WIDEN }) },
  { name: '2026-03 values that imports replaced', take: createImportTable },
  { name: '2026-06 probes', take: createProbeTable },
  { name: '2026-11 hours summed up', take: createSummaryTable },
]

/** Tables and views that the steps make. */
const MADE = 6

/** Steps that a store has taken. */
const notesSql = (series: Series): string => `
CREATE TABLE IF NOT EXISTS schema_steps (name String, taken_at DateTime64(3, 'UTC') DEFAULT now64(3))
ENGINE = ${engineSql(series, 'ReplacingMergeTree(taken_at)')} ORDER BY name
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1`

const createTables = async (series: Series): Promise<void> => {
  await series.command({ query: notesSql(series) })
  const notes = await readRows(series, { name: textColumn }, 'SELECT DISTINCT name FROM schema_steps')
  // A table that somebody dropped since is made again.
  const [tables] = await readRows(
    series,
    { made: number },
    `SELECT count() AS made FROM system.tables WHERE database = currentDatabase()
      AND name IN ('measurements', 'import_replaced', 'probes', 'hour_summaries', 'last_hours', 'last_hours_kept_up')`,
  )
  const taken = new Set((tables?.made ?? 0) < MADE ? [] : notes.map(({ name }) => name))
  const missing = STEPS.filter(({ name }) => !taken.has(name))
  for (const step of missing) await step.take(series)
  if (missing.length > 0)
    await series.insert({
      table: 'schema_steps',
      values: missing.map(({ name }) => ({ name })),
      format: 'JSONEachRow',
    })
}
