import type { Kysely } from 'kysely'

export const up = async (db: Kysely<never>): Promise<void> => {
  await db.schema
    .createTable('webhook_secrets')
    .addColumn('user_id', 'integer', c => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('secret_hash', 'text', c => c.notNull().unique())
    .addColumn('tail', 'text', c => c.notNull())
    .addColumn('created_at', 'text', c => c.notNull())
    .addColumn('last_used_at', 'text')
    .execute()
}
