import { setTimeout } from 'node:timers/promises'
import { lastOf } from '#shared/rules/collections/elements.ts'
import type { Interval } from '#shared/rules/time/interval.ts'
import { engineSql, shardOf } from '../kit/database/cluster.ts'
import { eachRow, number, readRows, textColumn } from '../kit/database/read-rows.ts'
import type { Series } from '../kit/database/series.ts'
import type { MeasurementRow } from './measurement-rows.ts'
import { instant } from './readings.ts'
import { markedDeletion, type Stores } from './summaries/changes.ts'

/** Value by value what an import replaced, with the import that had written it (0: none), so that undoing brings it back. */
const tableSql = (series: Series): string => `
CREATE TABLE IF NOT EXISTS import_replaced (
  import_id UInt32,
  device_id UInt32,
  key LowCardinality(String),
  time DateTime64(3, 'UTC') CODEC(DoubleDelta, ZSTD),
  value Float64 CODEC(Gorilla, ZSTD),
  written_by UInt32 CODEC(ZSTD)
) ENGINE = ${engineSql(series, 'ReplacingMergeTree')}
ORDER BY (import_id, key, time)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1`

export const createImportTable = (series: Series) => series.command({ query: tableSql(series) })

/** Value that stands at one time of one measurement. */
export interface Standing {
  value: number
  /** The import that wrote it; 0 for what came in otherwise. */
  writtenBy: number
}

export const pointOf = (key: string, time: number): string => `${time} ${key}`

/** Values that stand where these rows would go, by `pointOf`. */
export const standingAt = async (
  series: Series,
  deviceId: number,
  rows: readonly MeasurementRow[],
): Promise<Map<string, Standing>> => {
  const wanted = new Set(rows.map(([, key, time]) => pointOf(key, time)))
  let [from, until] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const [, , time] of rows) {
    from = Math.min(from, time)
    until = Math.max(until, time)
  }
  const standing = eachRow(
    series,
    { key: textColumn, epoch_ms: number, value: number, import_id: number },
    `SELECT key, toUnixTimestamp64Milli(time) AS epoch_ms, value, import_id FROM measurements FINAL
      WHERE device_id = {id: UInt32} AND key IN {keys: Array(String)}
        AND time >= fromUnixTimestamp64Milli({from: Int64}) AND time <= fromUnixTimestamp64Milli({until: Int64})`,
    { id: deviceId, keys: [...new Set(rows.map(([, key]) => key))], from, until },
  )
  const found = new Map<string, Standing>()
  for await (const { key, epoch_ms, value, import_id } of standing) {
    const point = pointOf(key, epoch_ms)
    if (wanted.has(point)) found.set(point, { value, writtenBy: import_id })
  }
  return found
}

/** import_id, device_id, key, time (epoch ms), value, written_by */
export type ReplacedRow = [number, number, string, number, number, number]

export const noteReplaced = (series: Series, rows: ReplacedRow[]) =>
  series.insert({ table: 'import_replaced', values: rows, format: 'JSONCompactEachRow' })

export const countReplaced = async (series: Series, importId: number): Promise<number> => {
  const query = 'SELECT count() AS count FROM import_replaced FINAL WHERE import_id = {id: UInt32}'
  const [replaced] = await readRows(series, { count: number }, query, { id: importId })
  return replaced?.count ?? 0
}

/** Imports that replaced what this one had written. */
export const replacersOf = async (series: Series, importId: number): Promise<number[]> => {
  const query = 'SELECT DISTINCT import_id FROM import_replaced WHERE written_by = {id: UInt32}'
  const replacers = await readRows(series, { import_id: number }, query, { id: importId })
  return replacers.map(row => row.import_id)
}

/** Rows that are brought back at once. */
const PAGE = 20_000

/** Reads what an import replaced and where its own value still stands, as rows to store again, page by page. */
export async function* toBringBack(
  series: Series,
  deviceId: number,
  importId: number,
): AsyncGenerator<MeasurementRow[]> {
  let after: [string, number] = ['', 0]
  for (;;) {
    const page = await readRows(
      series,
      { key: textColumn, epoch_ms: number, value: number, written_by: number },
      `SELECT key, toUnixTimestamp64Milli(time) AS epoch_ms, value, written_by FROM import_replaced FINAL
        WHERE device_id = {device: UInt32} AND import_id = {import: UInt32} AND (key, time) > ({key: String}, fromUnixTimestamp64Milli({time: Int64}))
        ORDER BY key, time LIMIT ${PAGE}`,
      { device: deviceId, import: importId, key: after[0], time: after[1] },
    )
    const rows = page.map((row): MeasurementRow => [deviceId, row.key, row.epoch_ms, row.value, row.written_by])
    if (rows.length === 0) return
    const standing = await standingAt(series, deviceId, rows)
    yield rows.filter(([, key, time]) => standing.get(pointOf(key, time))?.writtenBy === importId)
    const [, key, time] = lastOf(rows)
    after = [key, time]
  }
}

/** Interval in ms at which it is asked whether a deletion is done. */
const LOOK_MS = 200

/**
 * Deletes what an import wrote; what was written over it since stays. Returns when it is gone, and calls `goOn` meanwhile. A
 * deletion that somebody began and did not wait for is waited for: each is work for the whole table.
 */
export const deleteWritten = async (
  stores: Stores,
  deviceId: number,
  importId: number,
  goOn: () => Promise<void> = async () => {},
): Promise<void> => {
  const { series } = stores
  const shard = shardOf(series, deviceId)
  const unfinished = async (): Promise<boolean> => {
    const [mutations] = await readRows(
      shard,
      { count: number },
      `SELECT count() AS count FROM system.mutations
        WHERE database = currentDatabase() AND table = 'measurements' AND NOT is_done AND position(command, {mark: String}) > 0`,
      { mark: `(import_id = ${importId})` },
    )
    return (mutations?.count ?? 0) > 0
  }
  for (;;) {
    while (await unfinished()) {
      await goOn()
      await setTimeout(LOOK_MS)
    }
    const within = await writtenWithin(series, deviceId, importId)
    if (!within) return
    const { from, until } = within
    await markedDeletion(stores, deviceId, within, () =>
      shard.command({
        // Own numbers, as plain as they are looked for: a parameter is kept with a cast around it. The times keep the deletion to
        // the hours that are marked, whatever was written since they were read.
        query: `ALTER TABLE measurements DELETE WHERE (device_id = ${deviceId}) AND (import_id = ${importId})
          AND time >= ${instant(from)} AND time < ${instant(until)}`,
        // It is waited for above, on an engine that would wait itself, too.
        clickhouse_settings: { mutations_sync: '0' },
      }),
    )
  }
}

/** Times (epoch ms) that hold all that an import wrote; undefined where nothing of it is left. */
const writtenWithin = async (series: Series, deviceId: number, importId: number): Promise<Interval | undefined> => {
  const [written] = await readRows(
    series,
    { count: number, first: number, last: number },
    `SELECT count() AS count, toUnixTimestamp64Milli(min(time)) AS first, toUnixTimestamp64Milli(max(time)) AS last
      FROM measurements WHERE device_id = {device: UInt32} AND import_id = {import: UInt32}`,
    { device: deviceId, import: importId },
  )
  return written && written.count > 0 ? { from: written.first, until: written.last + 1 } : undefined
}

/** Imports among these of which something is kept that they replaced. */
export const withReplaced = async (series: Series, importIds: number[]): Promise<number[]> => {
  const query = 'SELECT DISTINCT import_id FROM import_replaced WHERE import_id IN {ids: Array(UInt32)}'
  const imports = await readRows(series, { import_id: number }, query, { ids: importIds })
  return imports.map(row => row.import_id)
}

export const forgetReplaced = (series: Series, importIds: number[]) =>
  series.command({
    query: 'ALTER TABLE import_replaced DELETE WHERE import_id IN {ids: Array(UInt32)}',
    query_params: { ids: importIds },
  })
