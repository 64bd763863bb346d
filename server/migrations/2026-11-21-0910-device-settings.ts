import { type Kysely, sql } from 'kysely'
import { createTableWithId } from '../kit/database/schema-columns.ts'

export const up = async (db: Kysely<never>): Promise<void> => {
  await rentalsByEmail(db)
  await db.schema.alterTable('devices').addColumn('last_seen_at', 'text').execute()
  await db.schema.alterTable('devices').addColumn('claim_hash', 'text').execute()
  await db.schema
    .createIndex('devices_claim')
    .unique()
    .on('devices')
    .column('claim_hash' as never)
    .execute()
  await db.schema
    .createTable('device_reports')
    .addColumn('device_id', 'integer', c => c.primaryKey().references('devices.id').onDelete('cascade'))
    .addColumn('at', 'text', c => c.notNull())
    .addColumn('state', 'text', c => c.notNull())
    .addColumn('settings', 'text', c => c.notNull())
    .addColumn('settings_version', 'integer')
    .addColumn('settings_at', 'text')
    .execute()
  await db.schema
    .createTable('device_settings')
    .addColumn('device_id', 'integer', c => c.primaryKey().references('devices.id').onDelete('cascade'))
    .addColumn('version', 'integer', c => c.notNull())
    .addColumn('wanted', 'text', c => c.notNull())
    .execute()
  await createTableWithId(db, 'device_setting_changes')
    .addColumn('device_id', 'integer', c => c.notNull().references('devices.id').onDelete('cascade'))
    .addColumn('version', 'integer', c => c.notNull())
    .addColumn('field', 'text', c => c.notNull())
    .addColumn('value', 'text')
    .addColumn('previous', 'text')
    .addColumn('state', 'text', c => c.notNull())
    .addColumn('reason', 'text')
    .addColumn('user_id', 'integer', c => c.references('users.id').onDelete('set null'))
    .addColumn('created_at', 'text', c => c.notNull())
    .addColumn('closed_at', 'text')
    .execute()
  await db.schema
    .createIndex('device_setting_changes_device')
    .on('device_setting_changes')
    .column('device_id' as never)
    .execute()
  await db.schema
    .createTable('device_focus')
    .addColumn('device_id', 'integer', c => c.primaryKey().references('devices.id').onDelete('cascade'))
    .addColumn('asked_at', 'text', c => c.notNull())
    .addColumn('confirmed_at', 'text')
    .addColumn('stopped_at', 'text')
    .execute()
  await createTableWithId(db, 'device_transfers')
    .addColumn('device_id', 'integer', c => c.notNull().unique().references('devices.id').onDelete('cascade'))
    .addColumn('from_user_id', 'integer', c => c.references('users.id').onDelete('cascade'))
    .addColumn('email', 'text', c => c.notNull())
    .addColumn('created_at', 'text', c => c.notNull())
    .execute()
  await db.schema
    .createTable('claim_tries')
    .addColumn('user_id', 'integer', c => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('since', 'text', c => c.notNull())
    .addColumn('tries', 'integer', c => c.notNull())
    .execute()
}

/** A rental names a person by e-mail, who may have no account yet. SQLite takes no NOT NULL away, so the table is made anew. */
const rentalsByEmail = async (db: Kysely<never>): Promise<void> => {
  await createTableWithId(db, 'rentals_by_email')
    .addColumn('device_id', 'integer', c => c.notNull().references('devices.id').onDelete('cascade'))
    .addColumn('user_id', 'integer', c => c.references('users.id').onDelete('cascade'))
    .addColumn('email', 'text', c => c.notNull())
    .addColumn('owner', 'integer', c => c.notNull())
    .addColumn('start', 'text', c => c.notNull())
    .addColumn('end', 'text')
    .execute()
  await sql`INSERT INTO rentals_by_email (device_id, user_id, email, owner, "start", "end")
    SELECT r.device_id, r.user_id, u.email, 1, r."start", r."end" FROM rentals r JOIN users u ON u.id = r.user_id
    ORDER BY r.id`.execute(db)
  await db.schema.dropTable('rentals').execute()
  await db.schema.alterTable('rentals_by_email').renameTo('rentals').execute()
  await db.schema
    .createIndex('rentals_user')
    .on('rentals')
    .column('user_id' as never)
    .execute()
  await db.schema
    .createIndex('rentals_device')
    .on('rentals')
    .column('device_id' as never)
    .execute()
  await db.schema
    .createIndex('rentals_email')
    .on('rentals')
    .column('email' as never)
    .execute()
}
