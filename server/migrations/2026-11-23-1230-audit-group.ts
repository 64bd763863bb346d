import type { MigrationDatabase } from '../kit/database/schema-columns.ts'

/** The group in which something was done, for what changed in a group. */
export const up = async (db: MigrationDatabase): Promise<void> => {
  await db.schema.alterTable('audit_entries').addColumn('group_id', 'integer').execute()
  await db.schema.createIndex('audit_entries_group_id').on('audit_entries').columns(['group_id', 'id']).execute()
}
