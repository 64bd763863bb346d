import { createTableWithId, type MigrationDatabase } from '../kit/database/schema-columns.ts'

export const up = async (db: MigrationDatabase): Promise<void> => {
  await createTableWithId(db, 'research_selections')
    .addColumn('user_id', 'integer', c => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', 'text', c => c.notNull())
    .addColumn('search', 'text', c => c.notNull())
    .addColumn('changed_at', 'text', c => c.notNull())
    .addUniqueConstraint('research_selections_name', ['user_id', 'name'])
    .execute()
}
