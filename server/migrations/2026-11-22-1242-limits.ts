import { sql } from 'kysely'
import type { MigrationDatabase } from '../kit/database/schema-columns.ts'

/** Adds the table of counts, which all processes share, and that of the browsers people signed in from before. */
export const up = async (db: MigrationDatabase): Promise<void> => {
  await db.schema
    .createTable('limit_counts')
    .addColumn('policy', 'text', c => c.notNull())
    .addColumn('key_hash', 'text', c => c.notNull())
    .addColumn('count', 'integer', c => c.notNull())
    .addColumn('ends_at', 'text', c => c.notNull())
    .addPrimaryKeyConstraint('limit_counts_key', ['policy', 'key_hash'])
    .execute()
  await db.schema.createIndex('limit_counts_end').on('limit_counts').column('ends_at').execute()
  await db.schema.dropTable('claim_tries').execute()
  await db.schema.dropTable('alert_test_tries').execute()
  await db.schema
    .createTable('known_browsers')
    .addColumn('user_id', 'integer', c => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('token_hash', 'text', c => c.notNull())
    .addColumn('used_at', 'text', c => c.notNull())
    .addPrimaryKeyConstraint('known_browsers_key', ['user_id', 'token_hash'])
    .execute()
  // The link in a letter lets in where others have used up the guesses of its code.
  await sql`DELETE FROM password_codes`.execute(db)
  await db.schema
    .alterTable('password_codes')
    .addColumn('link_hash', 'text', c => c.notNull().defaultTo(''))
    .execute()
}
