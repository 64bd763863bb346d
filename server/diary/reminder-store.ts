import { sql } from 'kysely'
import type { Database } from '../kit/database/database.ts'
import { inIds } from '../kit/database/in-ids.ts'
import { seenLocations } from '../locations/access.ts'
import { existingInspections } from './store.ts'

/** The rest comes with the next look. */
const MAX_AT_ONCE = 100

/** Inspections with a reminder, of whoever wrote them and still sees them. */
const seenByTheirWriters = (db: Database) =>
  existingInspections(db, null)
    .innerJoin('users', 'users.id', 'inspections.created_by')
    .where('users.email_verified_at', 'is not', null)
    .where('users.suspended_at', 'is', null)
    .where(eb =>
      eb.or([
        eb('users.admin', '=', 1),
        eb.exists(
          eb
            .selectFrom(seenLocations(db).as('seen'))
            .select(sql`1`.as('one'))
            .whereRef('seen.location_id', '=', 'inspections.location_id')
            .whereRef('seen.email', '=', 'users.email'),
        ),
      ]),
    )

/**
 * Tells whether a reminder that was written at a time (ISO 8601) is still what its writer wants: the inspection is there, seen, and
 * neither put off nor reminded of anew since.
 */
export const isStillReminded = async (db: Database, inspectionId: number, writtenAt: string): Promise<boolean> =>
  (await seenByTheirWriters(db)
    .where('inspections.id', '=', inspectionId)
    .where('reminded_at', '<=', writtenAt)
    .select('inspections.id')
    .executeTakeFirst()) !== undefined

/** Reminders whose time has come from ≤ t ≤ now (ISO 8601), of whoever wrote them and still sees the inspection. */
export const dueReminders = (db: Database, { from, now }: { from: string; now: string }) =>
  seenByTheirWriters(db)
    .where('reminder_date', '>=', from)
    .where('reminder_date', '<=', now)
    .where('reminded_at', 'is', null)
    .select([
      'inspections.id',
      'inspections.date',
      'inspections.notes',
      'inspections.reminder',
      'inspections.reminder_date',
      'locations.name as location_name',
      'locations.time_zone',
      'users.id as user_id',
      'users.email',
      'users.name',
      'users.locale',
      'users.formats',
    ])
    .orderBy('reminder_date')
    .limit(MAX_AT_ONCE)
    .execute()
export type DueReminder = Awaited<ReturnType<typeof dueReminders>>[number]

/** Notes that a reminder is told; false when another process told it, or it was changed meanwhile. */
export const noteInspectionReminded = async (
  db: Database,
  { id, reminder_date }: DueReminder,
  now: string,
): Promise<boolean> =>
  (await db
    .updateTable('inspections')
    .set({ reminded_at: now })
    .where('id', '=', id)
    .where('reminder_date', '=', reminder_date)
    .where('reminded_at', 'is', null)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()) !== undefined

/** Takes the pushes that wait as the release before wrote them out of its table, but none it is sending just now. */
export const takePushesOfBefore = async (db: Database, now: string) => {
  const rows = await db.deleteFrom('reminder_pushes').where('due_at', '<=', now).returningAll().execute()
  const users = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where(
      'id',
      'in',
      inIds(
        db,
        rows.map(({ user_id }) => user_id),
      ),
    )
    .execute()
  const emails = new Map(users.map(({ id, email }) => [id, email]))
  return rows.map(row => ({ ...row, email: emails.get(row.user_id) ?? '' }))
}
