import { timingSafeEqual } from 'node:crypto'
import { type Acting, writeAudit } from '../../audit/audit.ts'
import { hashOf, newSecret } from '../../kit/security/secrets.ts'
import { isoNow, type Services } from '../../kit/services.ts'
import { accountOfWebhookSecret, keepWebhookSecret, noteWebhookUse } from './webhook-secret-store.ts'

export { endWebhookSecret, webhookSecretOf } from './webhook-secret-store.ts'

const NOTE_USE_MS = 60_000

/**
 * Account whose devices a network server may speak for; null with the server's own secret, which speaks for
 * everybody's.
 */
export interface WebhookCaller {
  account: number | null
}

/** A new secret of an account; the one before stops at once. */
export const newWebhookSecret = async (services: Services & Acting, userId: number): Promise<string> => {
  const secret = `bw_${newSecret()}`
  await services.db.transaction().execute(async db => {
    await writeAudit(services, db, { action: 'webhook_secret_created', user_id: userId })
    await keepWebhookSecret(db, {
      user_id: userId,
      secret_hash: hashOf(secret),
      tail: secret.slice(-4),
      created_at: isoNow(services),
      last_used_at: null,
    })
  })
  return secret
}

/** Caller that a secret belongs to; null for a secret that is nobody's. */
export const webhookCaller = async (services: Services, given: string): Promise<WebhookCaller | null> => {
  const { WEBHOOK_SECRET } = services.environment
  const hash = hashOf(given)
  // Hashed first: compared are texts of one length.
  if (WEBHOOK_SECRET && timingSafeEqual(Buffer.from(hash), Buffer.from(hashOf(WEBHOOK_SECRET))))
    return { account: null }
  const row = await accountOfWebhookSecret(services.db, hash)
  if (!row) return null
  if (row.last_used_at === null || services.now() - Date.parse(row.last_used_at) > NOTE_USE_MS)
    await noteWebhookUse(services.db, row.user_id, isoNow(services))
  return { account: row.user_id }
}
