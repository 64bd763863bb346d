import type { MigrationDatabase } from '../kit/database/schema-columns.ts'

/** The demo farm has a group with people, who go with it. */
export const up = async (db: MigrationDatabase): Promise<void> => {
  await db.schema.alterTable('users').addColumn('demo', 'integer').execute()
  await db.schema.alterTable('groups').addColumn('demo', 'integer').execute()
}
