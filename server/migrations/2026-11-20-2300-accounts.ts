import { sql } from 'kysely'
import type { MigrationDatabase } from '../kit/database/schema-columns.ts'

export const up = async (db: MigrationDatabase): Promise<void> => {
  await db.schema.alterTable('users').addColumn('pending_email', 'text').execute()
  await db.schema
    .alterTable('users')
    .addColumn('password_changed_at', 'text', c => c.notNull().defaultTo(''))
    .execute()
  await sql`UPDATE users SET password_changed_at = created_at`.execute(db)
  await db.schema
    .alterTable('sessions')
    .addColumn('agent', 'text', c => c.notNull().defaultTo(''))
    .execute()
  await db.schema
    .alterTable('mails')
    .addColumn('html', 'text', c => c.notNull().defaultTo(''))
    .execute()
  // Links already mailed work once more by asking for another.
  await sql`DELETE FROM email_verifications`.execute(db)
  await db.schema
    .alterTable('email_verifications')
    .addColumn('email', 'text', c => c.notNull().defaultTo(''))
    .execute()
  await db.schema
    .createTable('password_codes')
    .addColumn('user_id', 'integer', c => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('code_hash', 'text', c => c.notNull())
    .addColumn('expires_at', 'text', c => c.notNull())
    .addColumn('tries_left', 'integer', c => c.notNull())
    .execute()
}
