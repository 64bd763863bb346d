import type { Insertable } from 'kysely'
import type { Database } from '../kit/database/database.ts'
import { inIds, inTexts } from '../kit/database/in-ids.ts'
import type { Tables } from '../tables.ts'

const withMaker = (db: Database) =>
  db
    .selectFrom('wall_displays')
    .innerJoin('users', 'users.id', 'wall_displays.user_id')
    .selectAll('wall_displays')
    .select(['users.name as created_by', 'users.email as maker_email', 'users.formats'])

export const displaysOf = (db: Database, locationId: number) =>
  withMaker(db).where('location_id', '=', locationId).orderBy('wall_displays.id', 'desc').execute()
export type DisplayRow = Awaited<ReturnType<typeof displaysOf>>[number]

export const displayOfId = (db: Database, id: number): Promise<DisplayRow | undefined> =>
  withMaker(db).where('wall_displays.id', '=', id).executeTakeFirst()

/** Display whose link has this secret, while it lasts and its maker may sign in. */
export const displayOfSecret = (db: Database, hash: string, now: string): Promise<DisplayRow | undefined> =>
  withMaker(db)
    .where('secret_hash', '=', hash)
    .where('expires_at', '>', now)
    .where('users.suspended_at', 'is', null)
    .executeTakeFirst()

/** Counts the wall displays that somebody made, ended ones among them until they are revoked or forgotten. */
export const countDisplays = async (db: Database, userId: number): Promise<number> => {
  const row = await db
    .selectFrom('wall_displays')
    .select(eb => eb.fn.countAll().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

/** Counts the wall displays that somebody made and that show something at a time (ISO 8601). */
export const countLitDisplays = async (db: Database, userId: number, now: string): Promise<number> => {
  const row = await db
    .selectFrom('wall_displays')
    .select(eb => eb.fn.countAll().as('count'))
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

export const insertDisplay = (db: Database, row: Insertable<Tables['wall_displays']>) =>
  db.insertInto('wall_displays').values(row).returning('id').executeTakeFirstOrThrow()

export const deleteDisplayRow = (db: Database, id: number) =>
  db.deleteFrom('wall_displays').where('id', '=', id).execute()

/** Deletes the displays of some locations that were made by people with these addresses. */
export const deleteDisplaysMadeBy = (db: Database, locationIds: readonly number[], emails: readonly string[]) =>
  db
    .deleteFrom('wall_displays')
    .where('location_id', 'in', inIds(db, locationIds))
    .where('user_id', 'in', eb =>
      eb.selectFrom('users').select('users.id').where('users.email', 'in', inTexts(db, emails)),
    )
    .execute()

/** Ids of all displays, with their locations and makers. */
export const everyDisplay = (db: Database) =>
  db
    .selectFrom('wall_displays')
    .innerJoin('users', 'users.id', 'wall_displays.user_id')
    .select(['wall_displays.id', 'wall_displays.location_id', 'users.email as maker_email'])
    .execute()

export const deleteDisplays = (db: Database, ids: readonly number[]) =>
  db.deleteFrom('wall_displays').where('id', 'in', inIds(db, ids)).execute()

export const deleteDisplaysEndedBefore = (db: Database, before: string) =>
  db.deleteFrom('wall_displays').where('expires_at', '<=', before).execute()

export const noteDisplaySeen = (db: Database, id: number, last_seen_at: string) =>
  db.updateTable('wall_displays').set({ last_seen_at }).where('id', '=', id).execute()
