import type { Database } from '../../kit/database/database.ts'
import { deleteLinksOf } from '../openid-connect/oidc-store.ts'
import { deletePasskeysOf } from '../passkeys/passkey-store.ts'
import { deleteTokensOf } from '../tokens/token-store.ts'

/**
 * Ends all that lets in to an account besides its password, where somebody else may have had that and made one of them: access tokens,
 * passkeys and sign-ins at other providers.
 */
export const endOtherWaysIn = async (db: Database, userId: number): Promise<void> => {
  await deleteTokensOf(db, userId)
  await deletePasskeysOf(db, userId)
  await deleteLinksOf(db, userId)
}
