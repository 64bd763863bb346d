import type { MigrationDatabase } from '../kit/database/schema-columns.ts'

/** Marks the project of the demo farm, which goes with it. */
export const up = async (db: MigrationDatabase): Promise<void> => {
  await db.schema.alterTable('research').addColumn('demo', 'integer').execute()
}
