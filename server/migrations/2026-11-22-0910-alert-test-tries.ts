import type { MigrationDatabase } from '../kit/database/schema-columns.ts'

export const up = async (db: MigrationDatabase): Promise<void> => {
  await db.schema
    .createTable('alert_test_tries')
    .addColumn('user_id', 'integer', c => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('since', 'text', c => c.notNull())
    .addColumn('tries', 'integer', c => c.notNull())
    .execute()
}
