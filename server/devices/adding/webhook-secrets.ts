import { timingSafeEqual } from 'node:crypto'
import type { Database } from '../../kit/database/database.ts'
import { hashOf, newSecret } from '../../kit/security/secrets.ts'
import { isoNow, type World } from '../../kit/world.ts'

const NOTE_USE_MS = 60_000

/**
 * Account whose devices a network server may speak for; null with the server's own secret, which speaks for
 * everybody's.
 */
export interface WebhookCaller {
  account: number | null
}

export const webhookSecretOf = (db: Database, userId: number) =>
  db
    .selectFrom('webhook_secrets')
    .select(['tail', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst()

/** A new secret of an account; the one before stops at once. */
export const newWebhookSecret = async (world: World, userId: number): Promise<string> => {
  const secret = `bw_${newSecret()}`
  const row = { secret_hash: hashOf(secret), tail: secret.slice(-4), created_at: isoNow(world), last_used_at: null }
  await world.db
    .insertInto('webhook_secrets')
    .values({ user_id: userId, ...row })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet(row))
    .execute()
  return secret
}

export const endWebhookSecret = async (db: Database, userId: number): Promise<void> => {
  await db.deleteFrom('webhook_secrets').where('user_id', '=', userId).execute()
}

/** Caller that a secret belongs to; null for a secret that is nobody's. */
export const webhookCaller = async (world: World, given: string): Promise<WebhookCaller | null> => {
  const { WEBHOOK_SECRET } = world.environment
  const hash = hashOf(given)
  // Hashed first: compared are texts of one length.
  if (WEBHOOK_SECRET && timingSafeEqual(Buffer.from(hash), Buffer.from(hashOf(WEBHOOK_SECRET))))
    return { account: null }
  const row = await world.db
    .selectFrom('webhook_secrets')
    .select(['user_id', 'last_used_at'])
    .where('secret_hash', '=', hash)
    .executeTakeFirst()
  if (!row) return null
  if (row.last_used_at === null || world.now() - Date.parse(row.last_used_at) > NOTE_USE_MS)
    await world.db
      .updateTable('webhook_secrets')
      .set({ last_used_at: isoNow(world) })
      .where('user_id', '=', row.user_id)
      .execute()
  return { account: row.user_id }
}
