import type { Database } from '../../kit/database/database.ts'
import type { Tables } from '../../tables.ts'

export const insertEmailChange = (db: Database, row: Omit<Tables['email_changes'], 'id'>) =>
  db.insertInto('email_changes').values(row).execute()

/** Takes the change of a link out; undefined when there is none, or no more. */
export const takeEmailChange = (db: Database, token_hash: string, now: string) =>
  db
    .deleteFrom('email_changes')
    .where('token_hash', '=', token_hash)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()

/** Forgets links of later changes of an account: an earlier one undoes all of them. */
export const deleteEmailChangesAfter = (db: Database, { id, user_id }: { id: number; user_id: number }) =>
  db.deleteFrom('email_changes').where('user_id', '=', user_id).where('id', '>', id).execute()

/** Forgets addresses that wait for their confirmation, and the links mailed to them. */
export const clearPending = async (db: Database, userId: number): Promise<void> => {
  await db.updateTable('users').set({ pending_email: null }).where('id', '=', userId).execute()
  await db.deleteFrom('email_verifications').where('user_id', '=', userId).execute()
}
