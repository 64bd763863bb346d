import { sql } from 'kysely'
import type { MigrationDatabase } from '../kit/database/schema-columns.ts'

/** People without a password show who they are again in another way, and link other providers while signed in. */
export const up = async (db: MigrationDatabase): Promise<void> => {
  await db.schema.alterTable('users').addColumn('unknown_password_hash', 'text').execute()
  await db.schema.alterTable('sessions').addColumn('reauthenticated_at', 'text').execute()
  await db.schema
    .alterTable('passkey_challenges')
    .addColumn('session_id', 'integer', c => c.references('sessions.id').onDelete('cascade'))
    .execute()
  await db.schema.alterTable('oidc_attempts').addColumn('purpose', 'text').execute()
  await db.schema
    .alterTable('oidc_attempts')
    .addColumn('session_id', 'integer', c => c.references('sessions.id').onDelete('cascade'))
    .execute()
  await db.schema.createIndex('passkey_challenges_session').on('passkey_challenges').column('session_id').execute()
  await db.schema.createIndex('oidc_attempts_session').on('oidc_attempts').column('session_id').execute()
  // An account that the provider made has its link and its password from the same moment.
  await sql`UPDATE users SET unknown_password_hash = password_hash WHERE EXISTS (
    SELECT 1 FROM linked_sign_ins
    WHERE linked_sign_ins.user_id = users.id AND linked_sign_ins.created_at = users.password_changed_at
  )`.execute(db)
}
