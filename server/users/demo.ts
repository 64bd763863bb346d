import { DEFAULT_TIME_ZONE, TERMS_VERSION } from '#shared/contract/fixed.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import type { Database } from '../kit/database/database.ts'
import { jsonOf } from '../kit/database/json.ts'
import { newSecret } from '../kit/security/secrets.ts'
import { isoNow, type Services } from '../kit/services.ts'
import { removeAccount } from './removal.ts'
import { hashPassword } from './sign-in/passwords.ts'
import { demoUserIds, insertUser, type UserRow } from './store.ts'

/**
 * Adds an account of the demo farm, which nobody signs in to: its password is known to nobody, and its address, which mail never
 * reaches (RFC 2606), is not confirmed, so it is told nothing.
 */
export const addDemoPerson = async (
  services: Pick<Services, 'now'>,
  db: Database,
  { name, locale }: Pick<UserRow, 'name' | 'locale'>,
): Promise<UserRow> => {
  const created_at = isoNow(services)
  const email = `${name.toLowerCase().replaceAll(/[^a-z]+/g, '.')}@peelrand.example`
  const password_hash = await hashPassword(newSecret())
  return insertUser(db, {
    name,
    email,
    username: email,
    locale,
    password_hash,
    unknown_password_hash: password_hash,
    admin: 0,
    permissions: JSON.stringify([]),
    roles: jsonOf([]),
    suspended_at: null,
    last_seen_at: new Date(services.now() - DAY_MS).toISOString(),
    policy_accepted: TERMS_VERSION,
    time_zone: DEFAULT_TIME_ZONE,
    formats: null,
    email_verified_at: null,
    pending_email: null,
    password_changed_at: created_at,
    one_time_codes_since: null,
    created_at,
    demo: 1,
  })
}

/** Removes the accounts of the demo farm, as any other goes. */
export const deleteDemoPeople = async (services: Services): Promise<void> => {
  for (const id of await demoUserIds(services.db)) {
    const tell = await services.db.transaction().execute(trx => removeAccount(trx, id, services, null))
    tell(services)
  }
}
