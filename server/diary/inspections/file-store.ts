import type { Insertable, Selectable } from 'kysely'
import type { Database } from '../../kit/database/database.ts'
import type { Tables } from '../../tables.ts'

export type FileRow = Selectable<Tables['inspection_files']>

export const fileOfId = (db: Database, id: number): Promise<FileRow | undefined> =>
  db.selectFrom('inspection_files').selectAll().where('id', '=', id).executeTakeFirst()

/** The file of an inspection that was sent under this client id. */
export const fileOfClient = (db: Database, inspectionId: number, clientId: string): Promise<FileRow | undefined> =>
  db
    .selectFrom('inspection_files')
    .selectAll()
    .where('inspection_id', '=', inspectionId)
    .where('client_id', '=', clientId)
    .executeTakeFirst()

/** Files of an inspection in the order they came. */
export const filesOfInspection = (db: Database, inspectionId: number): Promise<FileRow[]> =>
  db.selectFrom('inspection_files').selectAll().where('inspection_id', '=', inspectionId).orderBy('id').execute()

/** Adds a file; undefined when one with its client id is there already. */
export const insertFile = (db: Database, file: Insertable<Tables['inspection_files']>): Promise<FileRow | undefined> =>
  db
    .insertInto('inspection_files')
    .values(file)
    .onConflict(conflict => conflict.columns(['inspection_id', 'client_id']).doNothing())
    .returningAll()
    .executeTakeFirst()
