import { permissionsOf, ROLES } from '#shared/rules/accounts/roles.ts'
import { type Acting, differences, writeAudit } from '../../audit/audit.ts'
import type { Database } from '../../kit/database/database.ts'
import type { Services } from '../../kit/services.ts'
import { setRoles } from '../administration/account-store.ts'
import { rolesOf } from '../sign-in/sessions.ts'
import { countAdministrators, userOfId } from '../store.ts'
import type { OidcClaims } from '../tables.ts'

/**
 * Gives an account the roles that the provider's claim says, inside a transaction, and takes those from it that the claim could give
 * and does not. Other roles stay as administrators set them, and so does the only administrator.
 */
export const giveRoles = async (
  context: Services & Acting,
  db: Database,
  userId: number,
  claimed: OidcClaims['roles'],
): Promise<void> => {
  if (claimed === null) return
  const { administrators } = await countAdministrators(db)
  const row = await userOfId(db, userId)
  if (!row) return
  const before = rolesOf(row)
  const ofProvider = new Set(context.environment.OIDC_ROLES.map(({ role }) => role))
  const isNeeded = row.admin === 1 && row.suspended_at === null && administrators <= 1
  const roles = ROLES.filter(
    role =>
      (ofProvider.has(role) ? claimed.includes(role) : before.includes(role)) || (role === 'administrator' && isNeeded),
  )
  const changes = differences(['roles'], { roles: before }, { roles })
  if (changes.length === 0) return
  const others = roles.filter(role => role !== 'administrator')
  const rights = { admin: roles.includes('administrator'), roles: others, permissions: permissionsOf(roles) }
  await setRoles(db, row.id, rights)
  await writeAudit(context, db, { action: 'rights_changed', user_id: row.id, changes })
}
