import type { Database } from '../../kit/database/database.ts'
import type { Tables } from '../../tables.ts'

export const secretOfUser = (db: Database, userId: number) =>
  db.selectFrom('one_time_secrets').selectAll().where('user_id', '=', userId).executeTakeFirst()

export const replaceSecret = (db: Database, row: Tables['one_time_secrets']) =>
  db
    .insertInto('one_time_secrets')
    .values(row)
    .onConflict(conflict => conflict.column('user_id').doUpdateSet(row))
    .execute()

/** Uses up a step of 30 s; false when its code, or a newer one, was used already. */
export const takeStep = async (db: Database, userId: number, step: number): Promise<boolean> => {
  const taken = await db
    .updateTable('one_time_secrets')
    .set({ last_step: step, wrong: 0 })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst()
  return taken !== undefined
}

export const countWrong = (db: Database, userId: number, wrong_at: string) =>
  db
    .updateTable('one_time_secrets')
    .set(eb => ({ wrong: eb('wrong', '+', 1), wrong_at }))
    .where('user_id', '=', userId)
    .execute()

/** Takes a backup code out; false when it is not one, or was used. */
export const takeBackupCode = async (db: Database, userId: number, code_hash: string): Promise<boolean> => {
  const taken = await db
    .deleteFrom('backup_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', code_hash)
    .returning('user_id')
    .executeTakeFirst()
  return taken !== undefined
}

/** Inside a transaction. */
export const turnOn = async (db: Database, userId: number, at: string, hashes: string[]): Promise<void> => {
  await db.deleteFrom('backup_codes').where('user_id', '=', userId).execute()
  await db
    .insertInto('backup_codes')
    .values(hashes.map(code_hash => ({ user_id: userId, code_hash })))
    .execute()
  await db.updateTable('users').set({ one_time_codes_since: at }).where('id', '=', userId).execute()
}

/** Inside a transaction. */
export const turnOff = async (db: Database, userId: number): Promise<void> => {
  await db.updateTable('users').set({ one_time_codes_since: null }).where('id', '=', userId).execute()
  await db.deleteFrom('one_time_secrets').where('user_id', '=', userId).execute()
  await db.deleteFrom('backup_codes').where('user_id', '=', userId).execute()
}
