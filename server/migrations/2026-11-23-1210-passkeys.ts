import { createTableWithId, type MigrationDatabase } from '../kit/database/schema-columns.ts'

/** Passkeys, and the challenges they sign. */
export const up = async (db: MigrationDatabase): Promise<void> => {
  await createTableWithId(db, 'passkeys')
    .addColumn('user_id', 'integer', c => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', 'text', c => c.notNull())
    .addColumn('credential_id', 'text', c => c.notNull().unique())
    .addColumn('public_key', 'text', c => c.notNull())
    .addColumn('counter', 'bigint', c => c.notNull())
    .addColumn('transports', 'text', c => c.notNull())
    .addColumn('synced', 'integer', c => c.notNull())
    .addColumn('created_at', 'text', c => c.notNull())
    .addColumn('last_used_at', 'text')
    .execute()
  await db.schema.createIndex('passkeys_user').on('passkeys').column('user_id').execute()
  await db.schema
    .createTable('passkey_challenges')
    .addColumn('challenge_hash', 'text', c => c.primaryKey())
    .addColumn('user_id', 'integer', c => c.references('users.id').onDelete('cascade'))
    .addColumn('expires_at', 'text', c => c.notNull())
    .execute()
  await db.schema.createIndex('passkey_challenges_end').on('passkey_challenges').column('expires_at').execute()
}
