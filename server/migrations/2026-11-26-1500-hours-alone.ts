import type { MigrationDatabase } from '../kit/database/schema-columns.ts'

/** Adds from when on single readings are kept, and until when hours alone say what was. */
export const up = async (db: MigrationDatabase): Promise<void> => {
  await db.schema.alterTable('summed_hours').addColumn('readings_from', 'text').execute()
  await db.schema.alterTable('summed_hours').addColumn('hours_alone_until', 'text').execute()
  await db.schema.alterTable('summed_hours').addColumn('hours_alone_since', 'text').execute()
  await db.schema.alterTable('summed_hours').addColumn('dropped_until', 'text').execute()
}
