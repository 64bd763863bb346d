import type { Database } from '../../kit/database/database.ts'
import { Failure } from '../../kit/failure.ts'
import type { Services } from '../../kit/services.ts'
import { linksOf } from '../openid-connect/oidc-store.ts'
import { isOfProvider } from '../openid-connect/provider.ts'
import { passkeysOf } from '../passkeys/passkey-store.ts'
import { passkeySite } from '../passkeys/passkeys.ts'
import { hasPassword, userOfId } from '../store.ts'

/**
 * Requires that an account can be signed in to without a mailed code, within the transaction that has just taken a way away. That holds
 * the account first: of two ways taken at once the second sees that the first is gone.
 */
export const requireWayIn = async (
  services: Pick<Services, 'environment' | 'publicUrl'>,
  db: Database,
  userId: number,
): Promise<void> => {
  const row = await userOfId(db, userId)
  if (!row || hasPassword(row)) return
  if (passkeySite(services) !== null && (await passkeysOf(db, userId)).length > 0) return
  const links = await linksOf(db, userId)
  if (!links.some(({ issuer }) => isOfProvider(services, issuer))) throw new Failure('last_way_in')
}
