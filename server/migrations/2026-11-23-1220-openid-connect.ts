import { createTableWithId, type MigrationDatabase } from '../kit/database/schema-columns.ts'

/** Accounts at other providers that let in to accounts here, and sign-ins there that are under way. */
export const up = async (db: MigrationDatabase): Promise<void> => {
  await createTableWithId(db, 'linked_sign_ins')
    .addColumn('user_id', 'integer', c => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('issuer', 'text', c => c.notNull())
    .addColumn('subject', 'text', c => c.notNull())
    .addColumn('created_at', 'text', c => c.notNull())
    .addColumn('last_used_at', 'text')
    .addUniqueConstraint('linked_sign_ins_subject', ['issuer', 'subject'])
    .execute()
  await db.schema.createIndex('linked_sign_ins_user').on('linked_sign_ins').column('user_id').execute()
  await db.schema
    .createTable('oidc_attempts')
    .addColumn('state_hash', 'text', c => c.primaryKey())
    .addColumn('browser_hash', 'text', c => c.notNull())
    .addColumn('nonce', 'text', c => c.notNull())
    .addColumn('code_verifier', 'text', c => c.notNull())
    .addColumn('claims', 'text')
    .addColumn('expires_at', 'text', c => c.notNull())
    .execute()
  await db.schema
    .createTable('oidc_link_requests')
    .addColumn('token_hash', 'text', c => c.primaryKey())
    .addColumn('user_id', 'integer', c => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('email', 'text', c => c.notNull())
    .addColumn('issuer', 'text', c => c.notNull())
    .addColumn('subject', 'text', c => c.notNull())
    .addColumn('expires_at', 'text', c => c.notNull())
    .execute()
}
