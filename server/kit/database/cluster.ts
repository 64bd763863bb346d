import { elementAt } from '#shared/rules/collections/elements.ts'
import { tableOf } from './inserted-rows.ts'
import { number as numberColumn, readRows } from './read-rows.ts'
import type { Series } from './series.ts'
import { isAway } from './store-error.ts'

/**
 * Cluster of ClickHouse servers over which devices are spread. Each shard has two databases: its own, with the tables of its
 * devices, and one of the same tables over all shards, which queries read. So a statement has one text, whether there is a
 * cluster or a single server.
 */
export interface Cluster {
  /** Its name in the settings of the servers (`remote_servers`). */
  name: string
  /** Address of each shard, in the order of the cluster, with the database of its own: one server, or what stands before replicas. */
  urls: readonly string[]
  /** Tables are copied to the replicas of their shard by ClickHouse. */
  isReplicated: boolean
}

interface Layout {
  shards: readonly Series[]
  cluster: Cluster
}

const LAYOUT = Symbol('layout of a cluster')
const layoutOf = (series: Series) => (series as { [LAYOUT]?: Layout })[LAYOUT]
const IS_REPLICATED = Symbol('tables are copied to replicas')

/** Stores in which readings lie, each with its own tables: the shards of a cluster, or the store itself. */
export const shardsOf = (series: Series): readonly Series[] => layoutOf(series)?.shards ?? [series]

/** Number of the shard that has a device, as the tables over all shards find it. */
export const shardNumberOf = (series: Series, deviceId: number): number => deviceId % shardsOf(series).length

/** The store that has a device. */
export const shardOf = (series: Series, deviceId: number): Series =>
  elementAt(shardsOf(series), shardNumberOf(series, deviceId))

/** Engine of a table, with its arguments, as it is written in a store: of a cluster with replicas each table is copied to them. */
export const engineSql = (series: Series, engine: string): string =>
  IS_REPLICATED in series ? `Replicated${engine}` : engine

/** Tables whose rows are those of a device, with its place in a row. */
const DEVICE_AT: Readonly<Record<string, number>> = { measurements: 0, import_replaced: 1 }

/** Time (ms) for which a shard that did not answer is asked last. */
const AVOIDED_MS = 30_000
const SETTINGS = {
  // A query goes to the shards that have its devices alone: one that is away is missed by nobody else.
  optimize_skip_unused_shards: 1,
  // Two tables of one query are each read whole, whatever they are joined by.
  distributed_product_mode: 'global',
  // A shard that is away fails the query: it must not look like silent devices.
  skip_unavailable_shards: 0,
  // A query names as many devices as there are.
  optimize_skip_unused_shards_limit: 1_000_000,
  // The newest few rows of such a query were asked of a shard by columns that it had not sent (NOT_FOUND_COLUMN_IN_BLOCK).
  query_plan_optimize_lazy_materialization: 0,
} as const

/** Database of the tables over all shards. */
const overAll = (database: string): string => `${database}_over_all_shards`

/** Server and database of an address; the database is `default` where none is named. */
const addressOf = (text: string): { url: string; database: string } => {
  const url = new URL(text)
  const database = decodeURIComponent(url.pathname.slice(1)) || 'default'
  url.pathname = ''
  return { url: url.href, database }
}

type Open = (options: { url: string; database: string }) => Series

/** Opens the shards of a cluster as one store. `open` makes the client of a server. */
export const openCluster = (cluster: Cluster, open: Open): Series => {
  const addresses = cluster.urls.map(addressOf)
  const shards = addresses.map(address => {
    const shard = open(address)
    return cluster.isReplicated ? Object.assign(Object.create(shard) as Series, { [IS_REPLICATED]: true }) : shard
  })
  const readers = addresses.map(({ url, database }) => ({
    series: open({ url, database: overAll(database) }),
    awayUntil: 0,
  }))
  let turn = Math.floor(Math.random() * readers.length)

  /** Asks one shard for all; where it cannot be reached, the next. */
  const askAny = async <Result>(ask: (reader: Series) => Promise<Result>): Promise<Result> => {
    turn = (turn + 1) % readers.length
    const inTurn = readers.map((_, index) => elementAt(readers, (turn + index) % readers.length))
    const now = Date.now()
    const order = [...inTurn.filter(one => one.awayUntil <= now), ...inTurn.filter(one => one.awayUntil > now)]
    let failure: unknown
    for (const reader of order) {
      try {
        const answer = await ask(reader.series)
        reader.awayUntil = 0
        return answer
      } catch (error) {
        if (!isUnreachable(error)) throw error
        failure = error
        reader.awayUntil = Date.now() + AVOIDED_MS
      }
    }
    throw failure
  }
  const whole: Partial<Series> = {
    query: params => askAny(reader => reader.query(withSettings(params))),
    exec: (params => askAny(reader => reader.exec(withSettings(params)))) as Series['exec'],
    // The first that answers says that there is a store; one that hangs keeps nobody waiting.
    ping: params =>
      Promise.any(
        shards.map(async shard => {
          const answer = await shard.ping(params)
          if (!answer.success) throw answer.error
          return answer
        }),
      ).catch((error: AggregateError) => ({ success: false as const, error: error.errors[0] as Error })),
    command: async params => elementAt(await ofAll(shards.map(shard => shard.command(params))), 0),
    insert: (params => insertParted(shards, params)) as Series['insert'],
    close: async () => {
      await Promise.all([...shards, ...readers.map(({ series }) => series)].map(one => one.close()))
    },
  }
  const layout: Layout = { shards, cluster }
  return Object.assign(Object.create(elementAt(shards, 0)), whole, { [LAYOUT]: layout })
}

const withSettings = <Params extends { clickhouse_settings?: object }>(params: Params): Params => ({
  ...params,
  clickhouse_settings: { ...SETTINGS, ...params.clickhouse_settings },
})

/** Resolves when all are done, so that none is still under way when one of them failed. */
const ofAll = async <Result>(work: readonly Promise<Result>[]): Promise<Result[]> => {
  const done = await Promise.allSettled(work)
  return done.map(one => {
    if (one.status === 'rejected') throw one.reason
    return one.value
  })
}

/** Stores the rows of each device in its shard, and rows of no device in all of them. */
const insertParted = async (shards: readonly Series[], params: Parameters<Series['insert']>[0]): Promise<unknown> => {
  const table = tableOf(params)
  const at = DEVICE_AT[table]
  const { values } = params
  if (at === undefined) return elementAt(await ofAll(shards.map(shard => shard.insert(params))), 0)
  if (!Array.isArray(values)) throw new TypeError(`rows of ${table} are spread over shards as a list`)
  const parts = Map.groupBy(values as unknown[][], row => Number(row[at]) % shards.length)
  const results = await ofAll(
    [...parts].map(([number, rows]) => elementAt(shards, number).insert({ ...params, values: rows })),
  )
  return results[0]
}

/**
 * Tells whether a server was not reached, hangs, or has nobody behind its load balancer: another one may answer. One that does not
 * reach another shard was reached.
 */
export const isUnreachable = (error: unknown): boolean => {
  const { code, message } = error as { code?: unknown; message?: unknown }
  if (/^\d+$/.test(String(code))) return false
  return isAway(error) || /^Timeout error|Bad Gateway|Service Unavailable|Gateway Time-?out/i.test(String(message))
}

/** Tables over all shards. */
const OF_DEVICES = ['measurements', 'import_replaced', 'hour_summaries', 'last_hours'] as const

/**
 * Makes the tables over all shards at each shard that has its own, by their numbers; none without a cluster. Throws a sentence
 * where the servers know another cluster than the settings say: rows would be looked for at the wrong shard.
 */
export const createTablesOverAll = async (series: Series, numbers: readonly number[]): Promise<void> => {
  const layout = layoutOf(series)
  if (!layout) return
  const { cluster, shards } = layout
  for (const number of numbers) {
    const shard = elementAt(shards, number)
    const { database } = addressOf(elementAt(cluster.urls, number))
    await requireSameCluster(shard, cluster, number)
    await notePlace(shard, { number: number + 1, of: shards.length })
    const all = nameSql(overAll(database))
    await shard.command({ query: `CREATE DATABASE IF NOT EXISTS ${all}` })
    for (const table of OF_DEVICES)
      await shard.command({
        // Made anew at each start, so that it has the columns that its table has: it holds nothing.
        query: `CREATE OR REPLACE TABLE ${all}.${table} AS ${nameSql(database)}.${table}
          ENGINE = Distributed(${nameSql(cluster.name)}, ${nameSql(database)}, ${table}, device_id)`,
      })
  }
}

const requireSameCluster = async (shard: Series, { name, urls }: Cluster, number: number): Promise<void> => {
  const known = await readRows(
    shard,
    { shard: numberColumn, weight: numberColumn, here: numberColumn },
    `SELECT shard_num AS shard, max(shard_weight) AS weight, max(is_local) AS here FROM system.clusters
      WHERE cluster = {cluster: String} GROUP BY shard ORDER BY shard`,
    { cluster: name },
  )
  const which = `the server at its address ${number + 1}`
  if (known.length === 0) throw new Error(`CLICKHOUSE_CLUSTER: ${which} knows no cluster "${name}"`)
  if (known.length !== urls.length)
    throw new Error(`CLICKHOUSE_URL: ${urls.length} shards are named, and ${which} knows ${known.length} of "${name}"`)
  if (known.some(({ weight }) => weight !== 1))
    throw new Error(`CLICKHOUSE_CLUSTER: shards of "${name}" have weights; devices are spread evenly`)
  const here = known.filter(one => one.here === 1).map(one => one.shard)
  if (here.length > 0 && !here.includes(number + 1))
    throw new Error(`CLICKHOUSE_URL: ${which} is shard ${here.join()} of "${name}"; the order is that of the cluster`)
}

/** Place of a store among the shards, written once: which devices lie there follows from it. */
const placeSql = (shard: Series): string => `
CREATE TABLE IF NOT EXISTS shard_place (number UInt32, of UInt32) ENGINE = ${engineSql(shard, 'MergeTree')} ORDER BY tuple()
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1`

/** Notes the place of a store that has none yet. Throws a sentence where it has another, or has readings of a single server. */
const notePlace = async (shard: Series, { number, of }: { number: number; of: number }): Promise<void> => {
  await shard.command({ query: placeSql(shard) })
  const [known] = await readRows(
    shard,
    { number: numberColumn, of: numberColumn },
    'SELECT number, of FROM shard_place LIMIT 1',
  )
  if (known && (known.number !== number || known.of !== of))
    throw new Error(
      `CLICKHOUSE_URL: its address ${number} of ${of} leads to shard ${known.number} of ${known.of}; a device would be looked for elsewhere`,
    )
  if (known) return
  const [filled] = await readRows(
    shard,
    { rows: numberColumn },
    `SELECT count() AS rows FROM (SELECT 1 FROM measurements WHERE device_id > 0 AND device_id % ${of} != ${number - 1} LIMIT 1)`,
  )
  if (filled && filled.rows > 0)
    throw new Error(`CLICKHOUSE_URL: its address ${number} has readings of devices that belong to another shard`)
  await shard.insert({ table: 'shard_place', values: [{ number, of }], format: 'JSONEachRow' })
}

/** A name as the engine takes it. */
const nameSql = (name: string): string => `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``
