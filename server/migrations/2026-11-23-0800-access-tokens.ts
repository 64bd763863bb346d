import { createTableWithId, type MigrationDatabase } from '../kit/database/schema-columns.ts'

/** Access tokens for programs, and by which of them something in the audit log was done. */
export const up = async (db: MigrationDatabase): Promise<void> => {
  await createTableWithId(db, 'access_tokens')
    .addColumn('user_id', 'integer', c => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', 'text', c => c.notNull())
    .addColumn('scopes', 'text', c => c.notNull())
    .addColumn('token_hash', 'text', c => c.notNull().unique())
    .addColumn('tail', 'text', c => c.notNull())
    .addColumn('created_at', 'text', c => c.notNull())
    .addColumn('last_used_at', 'text')
    .addColumn('expires_at', 'text', c => c.notNull())
    .addColumn('tell_at', 'text')
    .execute()
  await db.schema.createIndex('access_tokens_user').on('access_tokens').column('user_id').execute()
  await db.schema.createIndex('access_tokens_tell').on('access_tokens').column('tell_at').execute()
  await db.schema.createIndex('access_tokens_end').on('access_tokens').column('expires_at').execute()
  await db.schema.alterTable('audit_entries').addColumn('token_name', 'text').execute()
}
