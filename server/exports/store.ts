import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Database } from '../kit/database/database.ts'
import { inIds } from '../kit/database/in-ids.ts'
import { inParts, insertRows } from '../kit/database/rows-as.ts'
import type { Tables } from '../tables.ts'

/** Upper bound of rows: downloads with their devices. */
const MAX_ROWS = 5000

export type ExportRow = Selectable<Tables['exports']>

export const insertExport = (db: Database, row: Insertable<Tables['exports']>): Promise<ExportRow> =>
  db.insertInto('exports').values(row).returningAll().executeTakeFirstOrThrow()

export const changeExport = (db: Database, id: number, change: Updateable<Tables['exports']>) =>
  db.updateTable('exports').set(change).where('id', '=', id).execute()

/**
 * Takes the next export for this process until `until`: one that waits, or whose process is gone. What a process of an older
 * version works on is its own.
 */
export const takeExport = (db: Database, now: string, until: string): Promise<ExportRow | undefined> =>
  db
    .updateTable('exports')
    .set(eb => ({
      status: 'running',
      taken_until: until,
      progressed_at: now,
      values_done: 0,
      tries: eb('tries', '+', 1),
    }))
    .where('id', '=', eb =>
      eb
        .selectFrom('exports as next')
        .select('next.id')
        .where('next.status', 'in', ['waiting', 'running'])
        .where('next.taken_until', '!=', '')
        .where('next.taken_until', '<=', now)
        .orderBy('next.id')
        .limit(1),
    )
    .where('status', 'in', ['waiting', 'running'])
    .where('taken_until', '<=', now)
    .returningAll()
    .executeTakeFirst()

/** Changes an export that this process has; false when it was thrown away, or another process has it by now. */
export const changeMaking = async (
  db: Database,
  { id, tries }: Pick<ExportRow, 'id' | 'tries'>,
  change: Updateable<Tables['exports']>,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('exports')
    .set(change)
    .where('id', '=', id)
    .where('tries', '=', tries)
    .where('status', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Writes down the name of a file before the file is there. */
export const beginExportFile = (db: Database, file: string, created_at: string) =>
  db.insertInto('export_files').values({ file, created_at }).execute()

export const endExportFile = (db: Database, file: string) =>
  db.deleteFrom('export_files').where('file', '=', file).execute()

/** Files that no export names, of those begun before a time. */
export const filesOfNoExport = async (db: Database, before: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('export_files')
    .leftJoin('exports', 'exports.file', 'export_files.file')
    .select('export_files.file')
    .where('exports.id', 'is', null)
    .where('export_files.created_at', '<', before)
    .limit(1000)
    .execute()
  return rows.map(({ file }) => file)
}

export const exportOfId = (db: Database, id: number): Promise<ExportRow | undefined> =>
  db.selectFrom('exports').selectAll().where('id', '=', id).executeTakeFirst()

export const exportsOf = (db: Database, userId: number, since: string): Promise<ExportRow[]> =>
  db
    .selectFrom('exports')
    .selectAll()
    .where('user_id', '=', userId)
    .where('created_at', '>', since)
    .orderBy('id', 'desc')
    .execute()

export const deleteExport = (db: Database, id: number) => db.deleteFrom('exports').where('id', '=', id).execute()

export const deleteExportsBefore = (db: Database, before: string) =>
  db.deleteFrom('exports').where('created_at', '<=', before).execute()

export const exportIds = async (db: Database): Promise<Set<number>> =>
  new Set((await db.selectFrom('exports').select('id').execute()).map(({ id }) => id))

/** Period that a file holds of a device, ISO 8601. */
export type DownloadedPeriod = Omit<Tables['download_devices'], 'download_id'>

/** Downloads of these devices by others, the newest first. */
export const downloadsOf = (db: Database, userId: number, deviceIds: number[]) =>
  db
    .selectFrom('download_devices')
    .innerJoin('downloads', 'downloads.id', 'download_devices.download_id')
    .innerJoin('devices', 'devices.id', 'download_devices.device_id')
    .leftJoin('users', 'users.id', 'downloads.user_id')
    .selectAll('downloads')
    .select(['download_devices.device_id', 'download_devices.from', 'download_devices.until'])
    .select(['devices.name as device_name', 'users.name as user_name'])
    .where('download_devices.device_id', 'in', inIds(db, deviceIds))
    .where(eb => eb.or([eb('downloads.user_id', 'is', null), eb('downloads.user_id', '!=', userId)]))
    .orderBy('downloads.id', 'desc')
    .orderBy('devices.name')
    .limit(MAX_ROWS)
    .execute()

/** Notes who took what out: kept for the owners of the devices. Answers its id. */
export const recordDownload = async (
  db: Database,
  download: Insertable<Tables['downloads']>,
  taken: readonly DownloadedPeriod[],
): Promise<number> => {
  const { id } = await db.insertInto('downloads').values(download).returning('id').executeTakeFirstOrThrow()
  for (const some of inParts(taken))
    await insertRows(
      db,
      'download_devices',
      some.map(one => ({ download_id: id, ...one })),
      { download_id: 'bigint', device_id: 'bigint', from: 'text', until: 'text' },
    ).execute()
  return id
}
