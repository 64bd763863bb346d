import type { MigrationDatabase } from '../kit/database/schema-columns.ts'

/** Reports that the editor of a schedule shows before it is saved: nobody lists them, and they are gone within minutes. */
export const up = async (db: MigrationDatabase): Promise<void> => {
  await db.schema
    .alterTable('reports')
    .addColumn('is_preview', 'integer', c => c.notNull().defaultTo(0))
    .execute()
}
