import type { MigrationDatabase } from '../kit/database/schema-columns.ts'

/** Lets alert rules follow the age of the animals, and keep still in an empty area. */
export const up = async (db: MigrationDatabase): Promise<void> => {
  for (const column of ['by_age', 'exclude_empty'])
    await db.schema
      .alterTable('alert_rules')
      .addColumn(column, 'integer', c => c.notNull().defaultTo(0))
      .execute()
}
