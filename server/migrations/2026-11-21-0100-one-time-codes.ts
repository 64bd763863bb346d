import type { MigrationDatabase } from '../kit/database/schema-columns.ts'

export const up = async (db: MigrationDatabase): Promise<void> => {
  await db.schema.alterTable('users').addColumn('one_time_codes_since', 'text').execute()
  await db.schema
    .createTable('one_time_secrets')
    .addColumn('user_id', 'integer', c => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('secret', 'text', c => c.notNull())
    .addColumn('last_step', 'integer', c => c.notNull())
    .addColumn('wrong', 'integer', c => c.notNull())
    .addColumn('wrong_at', 'text', c => c.notNull())
    .execute()
  await db.schema
    .createTable('backup_codes')
    .addColumn('user_id', 'integer', c => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('code_hash', 'text', c => c.notNull())
    .addPrimaryKeyConstraint('backup_codes_key', ['user_id', 'code_hash'])
    .execute()
  // A letter with a secret works for a day; afterwards its text is forgotten.
  await db.schema
    .alterTable('mails')
    .addColumn('secret', 'integer', c => c.notNull().defaultTo(0))
    .execute()
}
