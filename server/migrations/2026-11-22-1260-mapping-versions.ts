import type { MigrationDatabase } from '../kit/database/schema-columns.ts'

/** Two people who change the same mapping must notice. */
export const up = async (db: MigrationDatabase): Promise<void> => {
  for (const table of ['mappings', 'device_mappings'] as const)
    await db.schema
      .alterTable(table)
      .addColumn('version', 'integer', c => c.notNull().defaultTo(1))
      .execute()
}
