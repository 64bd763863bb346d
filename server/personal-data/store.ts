import type { Selectable } from 'kysely'
import type { Database } from '../kit/database/database.ts'
import type { Tables } from '../tables.ts'

export type DataCopyRow = Selectable<Tables['data_copies']>

export const insertCopy = (
  db: Database,
  { user_id, language, created_at }: Pick<DataCopyRow, 'language' | 'created_at'> & { user_id: number },
): Promise<DataCopyRow> =>
  db
    .insertInto('data_copies')
    .values({
      user_id,
      language,
      created_at,
      status: 'waiting',
      taken_until: '',
      tries: 0,
      finished_at: null,
      expires_at: null,
      bytes: 0,
      file: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

export const copiesOf = (db: Database, userId: number): Promise<DataCopyRow[]> =>
  db.selectFrom('data_copies').selectAll().where('user_id', '=', userId).orderBy('id', 'desc').execute()

export const copyOfId = (db: Database, userId: number, id: number): Promise<DataCopyRow | undefined> =>
  db.selectFrom('data_copies').selectAll().where('id', '=', id).where('user_id', '=', userId).executeTakeFirst()

export const isKept = async (db: Database, id: number, file: string): Promise<boolean> =>
  (await db.selectFrom('data_copies').select('id').where('id', '=', id).where('file', '=', file).executeTakeFirst()) !==
  undefined

/** Takes the next copy for this process until `until`: one that waits, or whose process is gone. */
export const takeCopy = (db: Database, now: string, until: string): Promise<DataCopyRow | undefined> =>
  db
    .updateTable('data_copies')
    .set(eb => ({ status: 'running', taken_until: until, tries: eb('tries', '+', 1) }))
    .where('id', '=', eb =>
      eb
        .selectFrom('data_copies as next')
        .select('next.id')
        .where('next.status', 'in', ['waiting', 'running'])
        .where('next.taken_until', '<=', now)
        .where('next.user_id', 'is not', null)
        .orderBy('next.id')
        .limit(1),
    )
    .where('status', 'in', ['waiting', 'running'])
    .where('taken_until', '<=', now)
    .returningAll()
    .executeTakeFirst()

/** Holds a copy for longer, or notes its file or its end; false when somebody stopped it, or another process has it by now. */
export const changeCopy = async (
  db: Database,
  { id, tries }: DataCopyRow,
  change: Partial<Pick<DataCopyRow, 'status' | 'taken_until' | 'finished_at' | 'expires_at' | 'bytes' | 'file'>>,
): Promise<boolean> => {
  const changed = await db
    .updateTable('data_copies')
    .set(change)
    .where('id', '=', id)
    .where('tries', '=', tries)
    .where('status', '=', 'running')
    .where('user_id', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

/** Leaves a copy to the job that removes it with its file. */
export const giveUpCopy = async (db: Database, userId: number, id: number): Promise<boolean> => {
  const left = await db
    .updateTable('data_copies')
    .set({ user_id: null })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return left !== undefined
}

/** Copies that nobody may have any more: of accounts that are gone, thrown away, and those that are over. */
export const copiesToForget = (db: Database, now: string, startedBefore: string): Promise<DataCopyRow[]> =>
  db
    .selectFrom('data_copies')
    .selectAll()
    .where(eb =>
      eb.or([
        // A file that a process may still be writing is removed once that has surely ended.
        eb.and([eb('user_id', 'is', null), eb('taken_until', '<=', now)]),
        eb('expires_at', '<=', now),
        eb.and([eb('status', '=', 'failed'), eb('created_at', '<=', startedBefore)]),
      ]),
    )
    .orderBy('id')
    .limit(100)
    .execute()

export const deleteCopy = (db: Database, id: number) => db.deleteFrom('data_copies').where('id', '=', id).execute()
