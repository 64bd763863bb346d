import { createTableWithId, type MigrationDatabase } from '../kit/database/schema-columns.ts'

/** Adds changes of address; with the link in it the owner of the old address stops a change, also one that was made. */
export const up = async (db: MigrationDatabase): Promise<void> => {
  await createTableWithId(db, 'email_changes')
    .addColumn('user_id', 'integer', c => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('old_email', 'text', c => c.notNull())
    .addColumn('new_email', 'text', c => c.notNull())
    .addColumn('token_hash', 'text', c => c.notNull().unique())
    .addColumn('expires_at', 'text', c => c.notNull())
    .execute()
  await db.schema.createIndex('email_changes_user').on('email_changes').column('user_id').execute()
  // Found anew with each request of an account.
  await db.schema.createIndex('sessions_user').on('sessions').column('user_id').execute()
  await db.schema.createIndex('email_verifications_user').on('email_verifications').column('user_id').execute()
}
