import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Database } from '../../kit/database/database.ts'
import { inIds } from '../../kit/database/in-ids.ts'
import type { Tables } from '../../tables.ts'

export type ContactPointRow = Selectable<Tables['contact_points']>

/** Upper bound of the contact points of one account that are read, whatever its quota was. */
const MAX_POINTS = 100

export const contactPointsOf = (db: Database, userId: number): Promise<ContactPointRow[]> =>
  db.selectFrom('contact_points').selectAll().where('user_id', '=', userId).orderBy('id').limit(MAX_POINTS).execute()

export const contactPointOfId = (db: Database, id: number): Promise<ContactPointRow | undefined> =>
  db.selectFrom('contact_points').selectAll().where('id', '=', id).executeTakeFirst()

/** Services of these contact points, by id; those that are deleted are left out. */
export const servicesOf = async (db: Database, ids: Iterable<number>) => {
  const rows = await db
    .selectFrom('contact_points')
    .select(['id', 'service'])
    .where('id', 'in', inIds(db, ids))
    .execute()
  return new Map(rows.map(({ id, service }) => [id, service]))
}

export const insertContactPoint = (db: Database, row: Insertable<Tables['contact_points']>): Promise<ContactPointRow> =>
  db.insertInto('contact_points').values(row).returningAll().executeTakeFirstOrThrow()

export const changeContactPoint = (
  db: Database,
  id: number,
  set: Updateable<Tables['contact_points']>,
): Promise<ContactPointRow> =>
  db.updateTable('contact_points').set(set).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

/** Notes what came of an attempt; nothing where the contact point is gone. */
export const noteAttempt = async (
  db: Database,
  id: number,
  set: Pick<Updateable<Tables['contact_points']>, 'last_sent_at' | 'failed_at' | 'error'>,
): Promise<void> => {
  await db.updateTable('contact_points').set(set).where('id', '=', id).execute()
}

export const deleteContactPoint = (db: Database, id: number) =>
  db.deleteFrom('contact_points').where('id', '=', id).execute()
