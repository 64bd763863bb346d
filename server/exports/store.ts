import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Database } from '../kit/database/database.ts'
import { inIds } from '../kit/database/in-ids.ts'
import type { Tables } from '../tables.ts'

/** Upper bound of rows: downloads with their devices. */
const MAX_ROWS = 5000

export type ExportRow = Selectable<Tables['exports']>

export const insertExport = (db: Database, row: Insertable<Tables['exports']>): Promise<ExportRow> =>
  db.insertInto('exports').values(row).returningAll().executeTakeFirstOrThrow()

export const changeExport = (db: Database, id: number, change: Updateable<Tables['exports']>) =>
  db.updateTable('exports').set(change).where('id', '=', id).execute()

export const noteExportProgress = (db: Database, ids: readonly number[], progressed_at: string) =>
  db.updateTable('exports').set({ progressed_at }).where('id', 'in', inIds(db, ids)).execute()

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
  const rows = taken.map(one => ({ download_id: id, ...one }))
  if (rows.length > 0) await db.insertInto('download_devices').values(rows).execute()
  return id
}
