import type { Database } from '../database/database.ts'

/**
 * Holds an account for the rest of the transaction: of several requests at once each counts what the one before has added, so
 * that no limit is passed by asking side by side.
 */
export const lockUser = (trx: Database, id: number) =>
  trx
    .updateTable('users')
    .set(eb => ({ name: eb.ref('name') }))
    .where('id', '=', id)
    .execute()
