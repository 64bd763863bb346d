import { createTableWithId, type MigrationDatabase } from '../kit/database/schema-columns.ts'

/**
 * Adds the audit log. No column refers to another table: an entry stays what it was when the account, device or place of
 * it is gone.
 */
export const up = async (db: MigrationDatabase): Promise<void> => {
  await createTableWithId(db, 'audit_entries')
    .addColumn('at', 'text', c => c.notNull())
    .addColumn('action', 'text', c => c.notNull())
    .addColumn('actor_id', 'integer')
    .addColumn('actor_name', 'text')
    .addColumn('actor_search', 'text', c => c.notNull())
    .addColumn('ip', 'text')
    .addColumn('browser', 'text')
    .addColumn('object_name', 'text')
    .addColumn('object_search', 'text', c => c.notNull())
    .addColumn('user_id', 'integer')
    .addColumn('device_id', 'integer')
    .addColumn('location_id', 'integer')
    .addColumn('download_id', 'integer')
    .addColumn('changes', 'text', c => c.notNull())
    .execute()
  for (const column of ['actor_id', 'user_id', 'device_id', 'location_id', 'download_id', 'action'])
    await db.schema.createIndex(`audit_entries_${column}`).on('audit_entries').columns([column, 'id']).execute()
  await db.schema.createIndex('audit_entries_at').on('audit_entries').column('at').execute()
}
