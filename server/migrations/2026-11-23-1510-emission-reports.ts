import { createTableWithId, type MigrationDatabase } from '../kit/database/schema-columns.ts'

/** Reports of emissions as they were made: all they were made of, frozen, with its checksum. */
export const up = async (db: MigrationDatabase): Promise<void> => {
  await createTableWithId(db, 'emission_reports')
    .addColumn('user_id', 'integer', c => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('made_at', 'text', c => c.notNull())
    .addColumn('content', 'text', c => c.notNull())
    .addColumn('checksum', 'text', c => c.notNull())
    .execute()
  await db.schema.createIndex('emission_reports_user_id').on('emission_reports').columns(['user_id', 'id']).execute()
}
