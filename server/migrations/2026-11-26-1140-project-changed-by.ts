import type { MigrationDatabase } from '../kit/database/schema-columns.ts'

/** Person who changed a project last, so that a change whose answer was lost can be made once more. */
export const up = async (db: MigrationDatabase): Promise<void> => {
  await db.schema
    .alterTable('research')
    .addColumn('changed_by', 'integer', c => c.references('users.id').onDelete('set null'))
    .execute()
}
