import { sql } from 'kysely'
import { createTableWithId, type MigrationDatabase } from '../kit/database/schema-columns.ts'

/** Adds messengers, telephones and other services by which people are told; every rule tells by them unless somebody says otherwise. */
export const up = async (db: MigrationDatabase): Promise<void> => {
  await createTableWithId(db, 'contact_points')
    .addColumn('user_id', 'integer', c => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('service', 'text', c => c.notNull())
    .addColumn('name', 'text', c => c.notNull())
    .addColumn('only_act_now', 'integer', c => c.notNull())
    .addColumn('settings', 'text', c => c.notNull())
    .addColumn('secrets', 'text', c => c.notNull())
    .addColumn('secret_names', 'text', c => c.notNull())
    .addColumn('created_at', 'text', c => c.notNull())
    .addColumn('last_sent_at', 'text')
    .addColumn('failed_at', 'text')
    .addColumn('error', 'text')
    .execute()
  await db.schema.createIndex('contact_points_user').on('contact_points').column('user_id').execute()
  await db.schema
    .alterTable('alert_rules')
    .addColumn('alert_via_contact_point', 'integer', c => c.notNull().defaultTo(1))
    .execute()
  // Rules of the demo farm, and those whose owner had switched every way off, tell nobody.
  await sql`UPDATE alert_rules SET alert_via_contact_point = 0
    WHERE demo = 1 OR (alert_via_email = 0 AND alert_via_push = 0 AND alert_via_webhook = 0)`.execute(db)
  // Lanes with a message under way are asked for with each that is due.
  await db.schema.createIndex('outbox_leased').on('outbox').columns(['channel', 'lane', 'leased_until']).execute()
}
