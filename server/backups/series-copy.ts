import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { elementAt } from '#shared/rules/collections/elements.ts'
import { shardNumberOf, shardsOf } from '../kit/database/cluster.ts'
import { number, readRows, textColumn } from '../kit/database/read-rows.ts'
import type { Series } from '../kit/database/series.ts'
import type { BackupList } from './list.ts'
import type { Vault } from './vault.ts'

/** Tables of the series store that cannot be worked out anew from others. */
const TABLES = ['measurements', 'import_replaced'] as const
/** Table that can, but for the hours whose readings are gone. */
const HOURS = 'hour_summaries'
/** Rows read by one query, roughly: the embedded engine has them in memory. */
const ROWS_OF_BLOCK = 500_000
const ROWS_OF_INSERT = 50_000
/** Weather of a location is measured by a device of a number beyond all others. */
const FIRST_STATION = 2 ** 31

type CopiedTable = BackupList['series'][number]
type CopiedPartition = CopiedTable['partitions'][number]

/**
 * Copies what the list before does not have: a partition whose parts are the same has the same rows. Hours are copied that lie
 * before `aloneUntil` (epoch ms), as nothing is kept of which they could be made anew.
 */
export const copySeries = async (
  series: Series,
  vault: Vault,
  { before, aloneUntil, goOn }: { before: BackupList | null; aloneUntil: number; goOn: () => Promise<void> },
): Promise<CopiedTable[]> => {
  const copied: CopiedTable[] = []
  const hasHours = Number.isFinite(aloneUntil)
  for (const table of [...TABLES, ...(hasHours ? [HOURS] : [])]) {
    const known = new Map(
      before?.series.find(one => one.table === table)?.partitions.map(one => [`${one.id} ${one.state}`, one]),
    )
    const partitions: CopiedPartition[] = []
    // Shards have partitions of the same months, each with its own devices.
    for (const shard of shardsOf(series))
      for (const { id, state } of await partitionsOf(shard, table)) {
        if (table === HOURS && id >= monthNamed(aloneUntil)) continue
        const same = known.get(`${id} ${state}`)
        if (same?.blocks.every(({ object }) => vault.has(object))) partitions.push(same)
        else partitions.push({ id, state, blocks: await copyPartition(shard, vault, { table, id, goOn }) })
      }
    copied.push({ table, partitions })
  }
  return copied
}

/** Name of the partition of a month of UTC. */
const monthNamed = (time: number): string => new Date(time).toISOString().slice(0, 7).replace('-', '')

const partitionsOf = (series: Series, table: string) =>
  readRows(
    series,
    { id: textColumn, state: textColumn },
    `SELECT partition_id AS id, toString(cityHash64(arraySort(groupArray(hash_of_all_files)))) AS state
      FROM system.parts WHERE active AND database = currentDatabase() AND table = {table: String}
      GROUP BY partition_id ORDER BY partition_id`,
    { table },
  )

interface Part {
  table: string
  id: string
  goOn: () => Promise<void>
}

const copyPartition = async (series: Series, vault: Vault, { table, id, goOn }: Part) => {
  const blocks: CopiedPartition['blocks'] = []
  for (const range of await rangesOf(series, table, id)) {
    await goOn()
    let rows = 0
    const answer = await series.exec({
      query: `SELECT * FROM ${table} FINAL WHERE _partition_id = {id: String}
        AND device_id >= {from: UInt32} AND device_id <= {until: UInt32} FORMAT TabSeparatedWithNames`,
      query_params: { id, ...range },
    })
    const counted = async function* () {
      for await (const chunk of answer.stream) {
        for (const byte of chunk as Buffer) if (byte === NEW_LINE) rows++
        yield chunk as Buffer
      }
    }
    const stored = await vault.write(randomBytes(24).toString('hex'), Readable.from(counted()))
    // The first line is that of the names.
    blocks.push({ ...stored, rows: rows - 1 })
  }
  return blocks
}

const NEW_LINE = 0x0a

/** Devices of a partition, from one to another, in portions of about as many rows. */
const rangesOf = async (series: Series, table: string, id: string): Promise<{ from: number; until: number }[]> => {
  const devices = await readRows(
    series,
    { device_id: number, count: number },
    `SELECT device_id, count() AS count FROM ${table} WHERE _partition_id = {id: String}
      GROUP BY device_id ORDER BY device_id`,
    { id },
  )
  const ranges: { from: number; until: number; rows: number }[] = []
  for (const { device_id, count } of devices) {
    const last = ranges.at(-1)
    if (last && last.rows + count <= ROWS_OF_BLOCK) {
      last.until = device_id
      last.rows += count
    } else ranges.push({ from: device_id, until: device_id, rows: count })
  }
  return ranges.map(({ from, until }) => ({ from, until }))
}

/**
 * Inserts a block, unpacked at `path`, into a table, and returns how many rows. Rows of a device or a location that the database
 * of the backup does not know are left out: its number will be given to another one.
 */
export const insertBlock = async (
  series: Series,
  { table, path, greatest }: { table: string; path: string; greatest: { device: number; location: number } },
): Promise<number> => {
  let [columns, at, rows] = ['', 0, 0]
  const lanes = shardsOf(series).map(shard => ({ shard, waiting: [] as string[] }))
  const deviceOf = (line: string): number => Number(line.split('\t', at + 1)[at])
  const isKnown = (device: number): boolean =>
    device > FIRST_STATION ? device - FIRST_STATION <= greatest.location : device <= greatest.device
  const flush = async ({ shard, waiting }: (typeof lanes)[number]) => {
    if (waiting.length === 0) return
    const lines = waiting.splice(0)
    const values = Readable.from([Buffer.from(`${lines.join('\n')}\n`)], { objectMode: false })
    await shard.insert({
      table,
      columns: columns.split('\t') as [string, ...string[]],
      values,
      format: 'TabSeparated',
    })
  }
  for await (const line of linesOf(path)) {
    if (columns === '') {
      columns = line
      at = columns.split('\t').indexOf('device_id')
      continue
    }
    rows++
    const device = deviceOf(line)
    if (!isKnown(device)) continue
    const lane = elementAt(lanes, shardNumberOf(series, device))
    lane.waiting.push(line)
    if (lane.waiting.length >= ROWS_OF_INSERT) await flush(lane)
  }
  for (const lane of lanes) await flush(lane)
  return rows
}

async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of createReadStream(path, 'utf8')) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}
