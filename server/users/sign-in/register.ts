import type { z } from 'zod'
import type { RegisterInput } from '#shared/contract/accounts/users.ts'
import { DEFAULT_TIME_ZONE, type Language } from '#shared/contract/fixed.ts'
import { permissionsOf } from '#shared/rules/accounts/roles.ts'
import { type Acting, writeAudit } from '../../audit/audit.ts'
import { jsonOf } from '../../kit/database/json.ts'
import { serializable } from '../../kit/database/store-error.ts'
import { hashOf, newSecret } from '../../kit/security/secrets.ts'
import { isoNow, type Services } from '../../kit/services.ts'
import { mailKnown, mailVerification } from '../mails.ts'
import { anyUser, beginAnew, insertUser, insertVerification, type UserRow, userOfEmail } from '../store.ts'
import { hashPassword } from './passwords.ts'

const LINK_LIFETIME = 24 * 3_600_000

type Registration = Services & Acting & { language: Language }

/**
 * Creates an account. The first one of an installation is its administrator and confirmed at once. An address that has
 * an account gets no second one, which only its owner is told. One that nobody has confirmed yet begins anew: what
 * somebody else chose for it must not become what its owner confirms.
 */
export const register = async (
  context: Registration,
  input: z.output<typeof RegisterInput>,
): Promise<'email_verification_sent' | 'account_ready'> => {
  const password_hash = await hashPassword(input.password)
  const created = await serializable(context.db, async db => {
    const first = !(await anyUser(db))
    const known = first ? undefined : await userOfEmail(db, input.email)
    if (known?.email_verified_at) return { first, known }
    const chosen = {
      name: input.name,
      password_hash,
      locale: input.locale ?? context.language,
      policy_accepted: input.policy_accepted,
      password_changed_at: isoNow(context),
    }
    if (known) return { first, user: await beginAnew(db, known.id, chosen) }
    const user = await insertUser(db, {
      ...chosen,
      email: input.email,
      username: input.email,
      admin: first ? 1 : 0,
      permissions: JSON.stringify(first ? permissionsOf(['administrator']) : []),
      roles: jsonOf([]),
      suspended_at: null,
      last_seen_at: null,
      time_zone: DEFAULT_TIME_ZONE,
      formats: null,
      email_verified_at: first ? isoNow(context) : null,
      pending_email: null,
      one_time_codes_since: null,
      created_at: isoNow(context),
    })
    await writeAudit(context, db, { action: 'account_created', by: user, user_id: user.id })
    return { first, user }
  })
  if (created.first) {
    context.log.info('first account of this installation: administrator, confirmed at once')
    return 'account_ready'
  }
  if (created.known) await mailKnown(context, created.known)
  if (created.user) await sendVerification(context, created.user)
  return 'email_verification_sent'
}

/** Mails a link that confirms `email`, the address of the account or the one it is to become. */
export const sendVerification = async (context: Services, user: UserRow, email = user.email): Promise<void> => {
  const token = newSecret()
  await insertVerification(context.db, {
    token_hash: hashOf(token),
    user_id: user.id,
    email,
    expires_at: new Date(context.now() + LINK_LIFETIME).toISOString(),
  })
  await mailVerification(context, user, email, token)
}
