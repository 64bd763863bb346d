import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Database } from '../kit/database/database.ts'
import { inIds } from '../kit/database/in-ids.ts'
import type { Tables } from '../tables.ts'

export type BoardRow = Selectable<Tables['boards']>

export const boardsOf = (db: Database, userId: number): Promise<BoardRow[]> =>
  db.selectFrom('boards').selectAll().where('user_id', '=', userId).orderBy('name').orderBy('id').execute()

export const boardOf = (db: Database, userId: number, id: number): Promise<BoardRow | undefined> =>
  db.selectFrom('boards').selectAll().where('user_id', '=', userId).where('id', '=', id).executeTakeFirst()

export const boardOfLink = (db: Database, hash: string): Promise<BoardRow | undefined> =>
  db.selectFrom('boards').selectAll().where('link_hash', '=', hash).executeTakeFirst()

export const everyBoard = (db: Database): Promise<Pick<BoardRow, 'id' | 'content'>[]> =>
  db.selectFrom('boards').select(['id', 'content']).execute()

export const deleteBoards = (db: Database, ids: readonly number[]) =>
  db.deleteFrom('boards').where('id', 'in', inIds(db, ids)).execute()

export const countBoards = async (db: Database, userId: number): Promise<number> => {
  const row = await db
    .selectFrom('boards')
    .select(eb => eb.fn.countAll().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

export const insertBoard = (db: Database, row: Insertable<Tables['boards']>): Promise<BoardRow> =>
  db.insertInto('boards').values(row).returningAll().executeTakeFirstOrThrow()

/** Changes a board of an account; undefined when it has another version by now. */
export const changeBoard = (
  db: Database,
  { id, user_id, version }: Pick<BoardRow, 'id' | 'user_id' | 'version'>,
  change: Updateable<Tables['boards']>,
): Promise<BoardRow | undefined> =>
  db
    .updateTable('boards')
    .set(change)
    .set(eb => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .where('version', '=', version)
    .returningAll()
    .executeTakeFirst()

type Link = Pick<BoardRow, 'link_hash' | 'link_tail' | 'link_created_at'>

/** Gives a board of an account another link, or none. Undefined when it is not there or somebody else's. */
export const setBoardLink = (db: Database, userId: number, id: number, link: Link): Promise<BoardRow | undefined> =>
  db
    .updateTable('boards')
    .set(link)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst()

/** Deletes a board of an account; undefined when it is not there or somebody else's. */
export const deleteBoardRow = (db: Database, userId: number, id: number): Promise<BoardRow | undefined> =>
  db.deleteFrom('boards').where('user_id', '=', userId).where('id', '=', id).returningAll().executeTakeFirst()
