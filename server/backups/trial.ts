import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { shardOf } from '../kit/database/cluster.ts'
import { number, readRows, textColumn } from '../kit/database/read-rows.ts'
import type { Services } from '../kit/services.ts'
import { tryDatabase } from './database-copy.ts'
import { type BackupList, objectsIn } from './list.ts'
import { insertBlock } from './series-copy.ts'
import { DamagedPiece, type StoredObject, type Vault } from './vault.ts'

/** Days in which each older piece is read once more. */
const ROUND_DAYS = 28
/** Every row counts in a trial. */
const ALL = { device: Number.MAX_SAFE_INTEGER, location: Number.MAX_SAFE_INTEGER }

interface Trial {
  list: BackupList
  /** The newest backup before that came back in its own trial: its pieces were tried. */
  tried: BackupList | null
  folder: string
}

/**
 * Restores a backup beside what runs, and throws where anything is missing: the database, and of measurements and files what is
 * new since the backup before. Of what was tried by an earlier one a part is read again each day. Pieces that are damaged are noted as
 * that, so that the next backup copies them anew, and keep no other from being tried.
 */
export const tryBackup = async (services: Services, vault: Vault, { list, tried, folder }: Trial): Promise<void> => {
  const known = new Set(tried === null ? [] : objectsIn(tried).map(({ object }) => object))
  const day = Math.floor(services.now() / DAY_MS) % ROUND_DAYS
  const isDue = ({ object }: StoredObject): boolean =>
    !known.has(object) || Number.parseInt(object.slice(0, 6), 16) % ROUND_DAYS === day
  const path = join(folder, 'trial')
  const damaged: DamagedPiece[] = []
  const unlessDamaged = async ({ object }: StoredObject, work: () => Promise<void>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof DamagedPiece)) throw error
      damaged.push(error)
      await vault.noteDamaged(object)
    }
  }
  await unlessDamaged(list.database.dump, async () => {
    await vault.read(list.database.dump, path)
    await tryDatabase(services, list.database, path)
  })
  for (const end of ['', '-wal', '-shm']) await rm(path + end, { force: true })
  for (const file of list.files.filter(isDue)) await unlessDamaged(file, () => vault.read(file, path))
  await trySeries(services, vault, { list, path, isDue, unlessDamaged })
  await rm(path, { force: true })
  const [first] = damaged
  if (first) throw damaged.length === 1 ? first : new Error(`${first.message} So are ${damaged.length - 1} others.`)
}

const trySeries = async (
  { series: whole }: Services,
  vault: Vault,
  {
    list,
    path,
    isDue,
    unlessDamaged,
  }: {
    list: BackupList
    path: string
    isDue: (piece: StoredObject) => boolean
    unlessDamaged: (piece: StoredObject, work: () => Promise<void>) => Promise<void>
  },
): Promise<void> => {
  // Room for the trial is at one shard.
  const series = shardOf(whole, 0)
  const [named] = await readRows(series, { name: textColumn }, 'SELECT currentDatabase() AS name')
  const scratch = `${named?.name ?? 'default'}_trial`
  await series.command({ query: `DROP DATABASE IF EXISTS ${scratch}` })
  await series.command({ query: `CREATE DATABASE ${scratch}` })
  try {
    for (const { table, partitions } of list.series) {
      const target = `${scratch}.${table}`
      for (const { id, blocks } of partitions)
        for (const block of blocks.filter(isDue))
          await unlessDamaged(block, async () => {
            await series.command({ query: `CREATE OR REPLACE TABLE ${target} AS ${table}` })
            await vault.read(block, path)
            await insertBlock(series, { table: target, path, greatest: ALL })
            const [found] = await readRows(series, { rows: number }, `SELECT count() AS rows FROM ${target}`)
            const { rows } = found ?? { rows: 0 }
            if (rows !== block.rows)
              throw new DamagedPiece(`Not all rows of ${table} ${id} came back: ${rows} of ${block.rows}.`)
          })
    }
  } finally {
    await series.command({ query: `DROP DATABASE IF EXISTS ${scratch}` })
  }
}
