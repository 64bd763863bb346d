import type { Kysely } from 'kysely'

export const up = async (db: Kysely<never>): Promise<void> => {
  await db.schema
    .createTable('alert_test_tries')
    .addColumn('user_id', 'integer', c => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('since', 'text', c => c.notNull())
    .addColumn('tries', 'integer', c => c.notNull())
    .execute()
}
