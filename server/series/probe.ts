import { engineSql } from '../kit/database/cluster.ts'
import type { Series } from '../kit/database/series.ts'

/**
 * Table of one row that is written again and again, as durably as a measurement: whoever can write it can store
 * messages.
 */
const tableSql = (series: Series): string => `
CREATE TABLE IF NOT EXISTS probes (id UInt8, at DateTime64(3, 'UTC'))
ENGINE = ${engineSql(series, 'ReplacingMergeTree')} ORDER BY id
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1`

export const createProbeTable = (series: Series) => series.command({ query: tableSql(series) })

/** Rejects when nothing can be stored; of a cluster, where one of the shards takes nothing, as its devices are not heard. */
export const probeStore = async (series: Series, at: number, abort_signal: AbortSignal): Promise<void> => {
  await series.insert({ table: 'probes', values: [{ id: 1, at }], format: 'JSONEachRow', abort_signal })
}
