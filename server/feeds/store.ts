import type { Insertable, Selectable } from 'kysely'
import type { Database } from '../kit/database/database.ts'
import type { Tables } from '../tables.ts'

export type FeedRow = Selectable<Tables['feeds']>

export const feedsOf = (db: Database, userId: number): Promise<FeedRow[]> =>
  db.selectFrom('feeds').selectAll().where('user_id', '=', userId).orderBy('id', 'desc').execute()

export const feedOfSecret = (db: Database, hash: string): Promise<FeedRow | undefined> =>
  db.selectFrom('feeds').selectAll().where('secret_hash', '=', hash).executeTakeFirst()

export const feedOfId = (db: Database, id: number): Promise<FeedRow | undefined> =>
  db.selectFrom('feeds').selectAll().where('id', '=', id).executeTakeFirst()

export const countFeeds = async (db: Database, userId: number): Promise<number> => {
  const row = await db
    .selectFrom('feeds')
    .select(eb => eb.fn.countAll().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

export const insertFeed = (db: Database, row: Insertable<Tables['feeds']>): Promise<FeedRow> =>
  db.insertInto('feeds').values(row).returningAll().executeTakeFirstOrThrow()

/** Deletes one feed of an account; undefined when it is not there or somebody else's. */
export const deleteFeedRow = (db: Database, userId: number, id: number): Promise<FeedRow | undefined> =>
  db.deleteFrom('feeds').where('user_id', '=', userId).where('id', '=', id).returningAll().executeTakeFirst()

export const deleteFeedsOf = async (db: Database, userId: number): Promise<void> => {
  await db.deleteFrom('feeds').where('user_id', '=', userId).execute()
}

/** Takes it on to note the download of a day (UTC) by a feed; false when that is done. */
export const takeNotingOf = async (db: Database, id: number, day: string): Promise<boolean> => {
  const taken = await db
    .updateTable('feeds')
    .set({ noted_on: day })
    .where('id', '=', id)
    .where(eb => eb.or([eb('noted_on', 'is', null), eb('noted_on', '<', day)]))
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}

export const noteFeedRead = (db: Database, id: number, last_read_at: string) =>
  db.updateTable('feeds').set({ last_read_at }).where('id', '=', id).execute()
