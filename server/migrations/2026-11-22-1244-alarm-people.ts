import { sql } from 'kysely'
import { createTableWithId, type MigrationDatabase } from '../kit/database/schema-columns.ts'

/** Adds the answers of people without an account: whether they want to be told along the plan of a place. */
export const up = async (db: MigrationDatabase): Promise<void> => {
  await createTableWithId(db, 'alarm_people')
    .addColumn('location_id', 'integer', c => c.notNull().references('locations.id').onDelete('cascade'))
    .addColumn('email', 'text', c => c.notNull())
    .addColumn('asked_at', 'text', c => c.notNull())
    .addColumn('asked_by', 'integer', c => c.references('users.id').onDelete('set null'))
    .addColumn('answer', 'text')
    .addColumn('answered_at', 'text')
    .addUniqueConstraint('alarm_people_once', ['location_id', 'email'])
    .execute()
  // People who have confirmed a test or an alert of the plan before have shown both: the mailbox, and the will.
  await sql`INSERT INTO alarm_people (location_id, email, asked_at, answer, answered_at)
    SELECT location_id, email, min(told_at), 'yes', min(confirmed_at) FROM alarm_tellings
    WHERE confirmed_at IS NOT NULL GROUP BY location_id, email`.execute(db)
  // The list as it was told: a link shows no later one.
  await db.schema.alterTable('alarm_tellings').addColumn('people', 'text').execute()
}
