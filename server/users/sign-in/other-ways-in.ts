import type { Database } from '../../kit/database/database.ts'
import { deleteLinksOf } from '../openid-connect/oidc-store.ts'
import { deletePasskeysOf } from '../passkeys/passkey-store.ts'
import { deleteTokensOf } from '../tokens/token-store.ts'

/** Work of another domain that ends what somebody may still read of an account by a secret. */
type WayOut = (db: Database, userId: number) => Promise<void>

const others = new Set<WayOut>()

/** Has a domain end what it gave out of an account by a secret, wherever its access tokens end, too. */
export const endWithTokens = (end: WayOut): void => void others.add(end)

/** Ends the access tokens of an account, and what other domains gave out of it by a secret. */
export const endSecretsOf = async (db: Database, userId: number): Promise<void> => {
  await deleteTokensOf(db, userId)
  for (const end of others) await end(db, userId)
}

/**
 * Ends all that lets in to an account besides its password, where somebody else may have had that and made one of them: access tokens, feeds,
 * passkeys and sign-ins at other providers.
 */
export const endOtherWaysIn = async (db: Database, userId: number): Promise<void> => {
  await endSecretsOf(db, userId)
  await deletePasskeysOf(db, userId)
  await deleteLinksOf(db, userId)
}
