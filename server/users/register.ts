import type { z } from 'zod'
import { DEFAULT_TIME_ZONE, type Language } from '../../shared/contract/fixed.ts'
import type { RegisterInput } from '../../shared/contract/users.ts'
import { hashOf, newSecret } from '../kit/secrets.ts'
import { decide } from '../kit/store-error.ts'
import { isoNow, type World } from '../kit/world.ts'
import { mailVerification } from './mails.ts'
import { hashPassword } from './passwords.ts'
import { anyUser, insertUser, insertVerification, type UserRow, userOfEmail } from './store.ts'

const LINK_LIFETIME = 24 * 3_600_000

type Registration = World & { language: Language }

/**
 * Creates an account. The first one of an installation is its administrator and confirmed at once. An address that has
 * an account gets no second one, and the answer does not tell.
 */
export const register = async (
  context: Registration,
  input: z.output<typeof RegisterInput>,
): Promise<'email_verification_sent' | 'account_ready'> => {
  const password_hash = await hashPassword(input.password)
  const created = await decide(context.db, async db => {
    const first = !(await anyUser(db))
    if (!first && (await userOfEmail(db, input.email))) return { first, user: undefined }
    const user = await insertUser(db, {
      email: input.email,
      name: input.name,
      username: input.email,
      password_hash,
      admin: first ? 1 : 0,
      permissions: JSON.stringify(first ? ['pro-analysis', 'research-analysis'] : []),
      locale: input.locale ?? context.language,
      time_zone: DEFAULT_TIME_ZONE,
      policy_accepted: input.policy_accepted,
      email_verified_at: first ? isoNow(context) : null,
      pending_email: null,
      one_time_codes_since: null,
      password_changed_at: isoNow(context),
      created_at: isoNow(context),
    })
    return { first, user }
  })
  if (created.first) {
    context.log.info('first account of this installation: administrator, confirmed at once')
    return 'account_ready'
  }
  if (created.user) await sendVerification(context, created.user)
  return 'email_verification_sent'
}

/** Mails a link that confirms `email`, the address of the account or the one it is to become. */
export const sendVerification = async (context: World, user: UserRow, email = user.email): Promise<void> => {
  const token = newSecret()
  await insertVerification(context.db, {
    token_hash: hashOf(token),
    user_id: user.id,
    email,
    expires_at: new Date(context.now() + LINK_LIFETIME).toISOString(),
  })
  await mailVerification(context, user, email, token)
}
