import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Environment, seriesPlaceOf } from '../environment.ts'
import { openCatalogue } from '../kit/database/database.ts'
import { number, readRows } from '../kit/database/read-rows.ts'
import { openSeries } from '../kit/database/series.ts'
import { openFiles } from '../kit/files/files.ts'
import type { Log } from '../kit/services.ts'
import { createMeasurementTables } from '../series/schema.ts'
import { forgetAllSums } from '../series/summaries/changes.ts'
import { openBackups } from './back-up.ts'
import { cataloguePathIn, restoreDatabase } from './database-copy.ts'
import { BackupList } from './list.ts'
import { insertBlock } from './series-copy.ts'
import { endUnfinished, tablesOf } from './store.ts'

/**
 * Restores a backup into stores that hold nothing: files and measurements first, the database last, so that one that ended half
 * way is never taken for a whole one. Throws a sentence for people where something is there already. Returns what was restored.
 */
export const restore = async (environment: Environment, log: Log, wanted?: string): Promise<BackupList> => {
  const vault = await openBackups({ environment })
  const name = wanted ?? (await vault.lists()).at(-1)
  if (name === undefined) throw new Error(`There is no backup in ${environment.BACKUP_DIR}.`)
  const list = BackupList.parse(JSON.parse(await vault.readList(name)))
  const { kind, greatest } = list.database
  if ((kind === 'postgresql') !== (environment.DATABASE_URL !== undefined))
    throw new Error(
      kind === 'postgresql'
        ? 'This backup is of a PostgreSQL: set DATABASE_URL to an empty one.'
        : 'This backup is of an embedded set-up: restore it without DATABASE_URL.',
    )
  const files = openFiles({ path: join(environment.DATA_DIR, 'files'), url: environment.FILES_URL, log })
  const series = openSeries(seriesPlaceOf(environment))
  const folder = join(environment.DATA_DIR, 'restore')
  try {
    await createMeasurementTables(series)
    await requireNoDatabase(environment)
    const [measured] = await readRows(series, { rows: number }, 'SELECT count() AS rows FROM measurements')
    if (measured && measured.rows > 0) throw notEmpty('the store of measurements')
    for await (const _ of files.list()) throw notEmpty('the store of files')

    await mkdir(folder, { recursive: true, mode: 0o700 })
    const path = join(folder, 'piece')
    for (const file of list.files) {
      await vault.read(file, path)
      await files.writeFrom(file.name, path)
    }
    for (const { table, partitions } of list.series)
      for (const block of partitions.flatMap(({ blocks }) => blocks)) {
        await vault.read(block, path)
        await insertBlock(series, { table, path, greatest })
      }
    await vault.read(list.database.dump, path)
    await restoreDatabase({ environment }, kind, path)
    const db = openCatalogue({ path: cataloguePathIn(environment.DATA_DIR), url: environment.DATABASE_URL })
    // Sums of hours are worked out anew; in a backup are those alone whose readings are gone.
    await forgetAllSums(db)
    await endUnfinished(db, new Date().toISOString())
    await db.destroy()
    return list
  } finally {
    await rm(folder, { recursive: true, force: true })
    await series.close()
  }
}

const notEmpty = (what: string): Error =>
  new Error(`Nothing was restored: ${what} is not empty. Restore into empty stores only, and put away what is there.`)

const requireNoDatabase = async ({ DATA_DIR, DATABASE_URL }: Environment): Promise<void> => {
  const path = cataloguePathIn(DATA_DIR)
  if (DATABASE_URL === undefined) {
    if (existsSync(path)) throw notEmpty(path)
    return
  }
  const db = openCatalogue({ path, url: DATABASE_URL })
  try {
    if ((await tablesOf(db)).length > 0) throw notEmpty('the database')
  } finally {
    await db.destroy()
  }
}
