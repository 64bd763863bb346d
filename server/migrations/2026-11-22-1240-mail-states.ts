import { sql } from 'kysely'
import type { MigrationDatabase } from '../kit/database/schema-columns.ts'

/** Adds the state of a letter to the database, and an index that finds what is due. */
export const up = async (db: MigrationDatabase): Promise<void> => {
  await db.schema
    .alterTable('mails')
    .addColumn('state', 'text', c => c.notNull().defaultTo('waiting'))
    .execute()
  await db.schema
    .alterTable('mails')
    .addColumn('priority', 'integer', c => c.notNull().defaultTo(2))
    .execute()
  await sql`UPDATE mails SET state = 'sent' WHERE sent_at IS NOT NULL`.execute(db)
  await db.schema.createIndex('mails_due').on('mails').columns(['state', 'next_attempt_at']).execute()
  await db.schema.createIndex('mails_created').on('mails').column('created_at').execute()
  await db.schema.createIndex('alert_deliveries_mail').on('alert_deliveries').column('mail_id').execute()
  await db.schema.createIndex('alarm_ways_mail').on('alarm_ways').column('mail_id').execute()
}
