import type { Kysely } from 'kysely'
import { createTableWithId } from '../kit/database/schema-columns.ts'

export const up = async (db: Kysely<never>): Promise<void> => {
  await createTableWithId(db, 'mappings')
    .addColumn('user_id', 'integer', c => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', 'text', c => c.notNull())
    .addColumn('mapping', 'text', c => c.notNull())
    .addColumn('created_at', 'text', c => c.notNull())
    .execute()
  await db.schema.createIndex('mappings_user').on('mappings').column('user_id').execute()
  await db.schema
    .createTable('device_mappings')
    .addColumn('device_id', 'integer', c => c.primaryKey().references('devices.id').onDelete('cascade'))
    .addColumn('mapping', 'text', c => c.notNull())
    .addColumn('preset', 'text')
    .addColumn('mapping_id', 'integer', c => c.references('mappings.id').onDelete('set null'))
    .addColumn('changed_at', 'text', c => c.notNull())
    .execute()
  await db.schema.createIndex('device_mappings_mapping').on('device_mappings').column('mapping_id').execute()
  await createTableWithId(db, 'raw_messages')
    .addColumn('device_id', 'integer', c => c.notNull().references('devices.id').onDelete('cascade'))
    .addColumn('at', 'text', c => c.notNull())
    .addColumn('door', 'text', c => c.notNull())
    .addColumn('body', 'text', c => c.notNull())
    .addColumn('cut', 'integer', c => c.notNull())
    .addColumn('accepted', 'integer', c => c.notNull())
    .addColumn('refused', 'integer', c => c.notNull())
    .addColumn('became', 'text', c => c.notNull())
    .execute()
  await db.schema.createIndex('raw_messages_device').on('raw_messages').columns(['device_id', 'id']).execute()
  await db.schema.createIndex('raw_messages_at').on('raw_messages').column('at').execute()
}
