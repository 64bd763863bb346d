import type { Database } from '../kit/database/database.ts'
import { Failure } from '../kit/failure.ts'
import type { Caller } from '../locations/access.ts'
import { type ExportRow, exportOfId } from './store.ts'

/** An export is there for who asked for it, and for nobody else: not for an administrator either. */
export const requireExport = async (db: Database, user: Caller, id: number): Promise<ExportRow> => {
  const row = await exportOfId(db, id)
  if (row?.user_id !== user.id) throw new Failure('not_found')
  return row
}
