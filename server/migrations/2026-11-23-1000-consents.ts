import { sql } from 'kysely'
import { createTableWithId, type MigrationDatabase } from '../kit/database/schema-columns.ts'

/** Keeps what owners of locations say to research projects, and what was read of their data. */
export const up = async (db: MigrationDatabase): Promise<void> => {
  await db.schema.alterTable('research').addColumn('target_measurements', 'text').execute()
  await db.schema
    .alterTable('research_people')
    .addColumn('added_by', 'integer', c => c.references('users.id').onDelete('set null'))
    .execute()
  // People of a project were added by whoever managed it until now.
  await sql`UPDATE research_people SET added_by =
    (SELECT owner_id FROM research WHERE research.id = research_people.research_id)`.execute(db)
  // No reference to the project, the account or the place: what was said and read stays on record when these are gone.
  await createTableWithId(db, 'research_consents')
    .addColumn('research_id', 'integer', c => c.notNull())
    .addColumn('research_name', 'text', c => c.notNull())
    .addColumn('kind', 'text', c => c.notNull())
    .addColumn('email', 'text')
    .addColumn('location_id', 'integer')
    .addColumn('location_name', 'text')
    .addColumn('said_by', 'integer')
    .addColumn('said_by_name', 'text')
    .addColumn('from', 'text')
    .addColumn('device_ids', 'text')
    .addColumn('measurements', 'text')
    .addColumn('said_at', 'text', c => c.notNull())
    .execute()
  await db.schema.createIndex('research_consents_research').on('research_consents').column('research_id').execute()
  await db.schema.createIndex('research_consents_location').on('research_consents').column('location_id').execute()
  await db.schema
    .createTable('research_questions')
    .addColumn('research_id', 'integer', c => c.notNull().references('research.id').onDelete('cascade'))
    .addColumn('email', 'text', c => c.notNull())
    .addColumn('asked_at', 'text', c => c.notNull())
    .addColumn('reminders', 'integer', c => c.notNull().defaultTo(0))
    .addColumn('reminded_at', 'text', c => c.notNull())
    .addColumn('answered_at', 'text')
    .addPrimaryKeyConstraint('research_questions_key', ['research_id', 'email'])
    .execute()
  await db.schema.createIndex('research_questions_email').on('research_questions').column('email').execute()
  await createTableWithId(db, 'research_reads')
    .addColumn('research_id', 'integer', c => c.notNull())
    .addColumn('location_id', 'integer', c => c.notNull())
    .addColumn('device_id', 'integer', c => c.notNull())
    .addColumn('user_id', 'integer', c => c.notNull())
    .addColumn('user_name', 'text', c => c.notNull())
    .addColumn('kind', 'text', c => c.notNull())
    .addColumn('measurements', 'text', c => c.notNull())
    .addColumn('from', 'text', c => c.notNull())
    .addColumn('until', 'text', c => c.notNull())
    .addColumn('at', 'text', c => c.notNull())
    .execute()
  await db.schema
    .createIndex('research_reads_device')
    .on('research_reads')
    .columns(['research_id', 'device_id', 'user_id'])
    .execute()
  await db.schema.createIndex('research_reads_location').on('research_reads').column('location_id').execute()
  await db.schema
    .createTable('research_ledgers')
    .addColumn('research_id', 'integer', c => c.primaryKey())
    .addColumn('turns', 'integer', c => c.notNull())
    .execute()
}
