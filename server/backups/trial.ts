import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { shardOf } from '../kit/database/cluster.ts'
import { number, readRows, textColumn } from '../kit/database/read-rows.ts'
import type { Services } from '../kit/services.ts'
import { tryDatabase } from './database-copy.ts'
import { type BackupList, objectsIn } from './list.ts'
import { insertBlock } from './series-copy.ts'
import type { StoredObject, Vault } from './vault.ts'

/** Days in which each older piece is read once more. */
const ROUND_DAYS = 28
/** Every row counts in a trial. */
const ALL = { device: Number.MAX_SAFE_INTEGER, location: Number.MAX_SAFE_INTEGER }

interface Trial {
  list: BackupList
  /** The backup before, whose pieces were tried. */
  before: BackupList | null
  folder: string
}

/**
 * Restores a backup beside what runs, and throws where anything is missing: the database, and of measurements and files what is
 * new since the backup before. Of what was tried by an earlier one a part is read again each day.
 */
export const tryBackup = async (services: Services, vault: Vault, { list, before, folder }: Trial): Promise<void> => {
  const tried = new Set(before === null ? [] : objectsIn(before).map(({ object }) => object))
  const day = Math.floor(services.now() / DAY_MS) % ROUND_DAYS
  const isDue = ({ object }: StoredObject): boolean =>
    !tried.has(object) || Number.parseInt(object.slice(0, 6), 16) % ROUND_DAYS === day
  const path = join(folder, 'trial')
  await vault.read(list.database.dump, path)
  await tryDatabase(services, list.database, path)
  for (const end of ['', '-wal', '-shm']) await rm(path + end, { force: true })
  for (const file of list.files.filter(isDue)) await vault.read(file, path)
  await trySeries(services, vault, { list, path, isDue })
  await rm(path, { force: true })
}

const trySeries = async (
  { series: whole }: Services,
  vault: Vault,
  { list, path, isDue }: { list: BackupList; path: string; isDue: (piece: StoredObject) => boolean },
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
        for (const block of blocks.filter(isDue)) {
          await series.command({ query: `CREATE OR REPLACE TABLE ${target} AS ${table}` })
          await vault.read(block, path)
          await insertBlock(series, { table: target, path, greatest: ALL })
          const [found] = await readRows(series, { rows: number }, `SELECT count() AS rows FROM ${target}`)
          const { rows } = found ?? { rows: 0 }
          if (rows !== block.rows) throw new Error(`Not all rows of ${table} ${id} came back: ${rows} of ${block.rows}`)
        }
    }
  } finally {
    await series.command({ query: `DROP DATABASE IF EXISTS ${scratch}` })
  }
}
