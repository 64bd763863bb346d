import type { Database } from '../../kit/database/database.ts'
import type { Tables } from '../../tables.ts'

export const webhookSecretOf = (db: Database, userId: number) =>
  db
    .selectFrom('webhook_secrets')
    .select(['tail', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst()

export const accountOfWebhookSecret = (db: Database, hash: string) =>
  db
    .selectFrom('webhook_secrets')
    .select(['user_id', 'last_used_at'])
    .where('secret_hash', '=', hash)
    .executeTakeFirst()

/** Keeps the one secret of an account in place of the one before. */
export const keepWebhookSecret = (db: Database, { user_id, ...secret }: Tables['webhook_secrets']) =>
  db
    .insertInto('webhook_secrets')
    .values({ user_id, ...secret })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet(secret))
    .execute()

export const noteWebhookUse = (db: Database, userId: number, at: string) =>
  db.updateTable('webhook_secrets').set({ last_used_at: at }).where('user_id', '=', userId).execute()

export const endWebhookSecret = async (db: Database, userId: number): Promise<void> => {
  await db.deleteFrom('webhook_secrets').where('user_id', '=', userId).execute()
}
