import { randomInt } from 'node:crypto'
import type { z } from 'zod'
import type { PasswordResetInput } from '#shared/contract/accounts/users.ts'
import { type Acting, writeAudit } from '../../audit/audit.ts'
import type { Database } from '../../kit/database/database.ts'
import { Failure } from '../../kit/failure.ts'
import { countAttempt } from '../../kit/limits/limits.ts'
import { hashOf, newSecret } from '../../kit/security/secrets.ts'
import { isoNow, type Services } from '../../kit/services.ts'
import { clearPending } from '../address/address-store.ts'
import { publishSessionsEnded } from '../administration/sessions-ended.ts'
import { mailPasswordCode, mailPasswordReset } from '../mails.ts'
import { furtherLoss } from '../removal.ts'
import {
  codeOf,
  countCodeAttempt,
  deleteSessionsOf,
  replaceCode,
  setPassword,
  takeCode,
  type UserRow,
  userOfEmail,
} from '../store.ts'
import { forgetBrowsers } from './known-browser-store.ts'
import { endOtherWaysIn } from './other-ways-in.ts'
import { hashPassword } from './passwords.ts'
import { sendVerification } from './register.ts'

const CODE_LIFETIME = 60 * 60_000
const TRIES = 5
const CODE_LENGTH = 6

/** A code of six digits is guessed soon, so its hash is bound to the account and five tries end it. */
const codeHash = (userId: number, code: string): string => hashOf(`${userId} ${code}`)

/** Mails a code, or the link again where the address still waits for its confirmation; says nothing either way. */
export const requestCode = async (services: Services, email: string): Promise<void> => {
  const user = await userOfEmail(services.db, email)
  if (!user) return
  if (!user.email_verified_at) return sendVerification(services, user)
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const link = newSecret()
  await replaceCode(services.db, {
    user_id: user.id,
    code_hash: codeHash(user.id, code),
    link_hash: hashOf(link),
    expires_at: new Date(services.now() + CODE_LIFETIME).toISOString(),
    tries_left: TRIES,
  })
  await mailPasswordCode(services, user, code, link)
}

/**
 * Sets a new password with the mailed code and ends every session; answers the id of the account. Throws invalid_code, the same for whatever is wrong. Guesses of the
 * six digits use them up; what the link in the mail brings cannot be guessed, so it works whatever others tried.
 */
export const resetPassword = async (
  services: Services & Acting,
  input: z.output<typeof PasswordResetInput>,
): Promise<number> => {
  const password_hash = await hashPassword(input.password)
  const isGuessable = input.code.length === CODE_LENGTH
  if (isGuessable) await countAttempt(services, 'code_guess', input.email)
  const user = await userOfEmail(services.db, input.email)
  // The try is counted before the code is looked at, so that tries made at once count too.
  const find = isGuessable ? countCodeAttempt : codeOf
  const code = user && (await find(services.db, user.id, isoNow(services)))
  const isRight =
    user &&
    code &&
    (isGuessable ? code.code_hash === codeHash(user.id, input.code) : code.link_hash === hashOf(input.code))
  if (!isRight) throw new Failure('invalid_code')
  await services.db
    .transaction()
    .execute(db => changePassword(services, db, user, { password_hash, code: code.code_hash }))
  publishSessionsEnded(services, user.id)
  const { displays = 0 } = await furtherLoss(services.db, user.id, isoNow(services))
  await mailPasswordReset(services, user, displays)
  return user.id
}

interface PasswordChange {
  password_hash: string
  /** Session that goes on. */
  keep?: number
  /** Hash of the recovery code that is used up. */
  code?: string
}

/** Sets a password inside a transaction, with all that ends by it. Throws invalid_code where the recovery code was used up meanwhile. */
export const changePassword = async (
  services: Services & Acting,
  db: Database,
  user: UserRow,
  { password_hash, keep, code }: PasswordChange,
): Promise<void> => {
  const taken = await takeCode(db, user.id)
  if (code !== undefined && taken?.code_hash !== code) throw new Failure('invalid_code')
  await setPassword(db, user.id, password_hash, isoNow(services))
  // An intruder who knew the old password may have asked for an address of their own.
  await clearPending(db, user.id)
  await forgetBrowsers(db, user.id)
  await deleteSessionsOf(db, user.id, keep)
  // A forgotten password may have been known to others, so passkeys and links go; somebody who changes it sees the lists and decides.
  if (code !== undefined) await endOtherWaysIn(db, user.id)
  const action = code === undefined ? 'password_changed' : 'password_reset'
  await writeAudit(services, db, { action, by: user, user_id: user.id })
}
