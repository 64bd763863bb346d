import { type Acting, writeAudit } from '../../audit/audit.ts'
import type { Database } from '../../kit/database/database.ts'
import { serializable } from '../../kit/database/store-error.ts'
import { Failure } from '../../kit/failure.ts'
import { hashOf, newSecret } from '../../kit/security/secrets.ts'
import { isoNow, type Services } from '../../kit/services.ts'
import { publishSessionsEnded } from '../administration/sessions-ended.ts'
import { mailEmailChanged, mailEmailChanging } from '../mails.ts'
import { turnOff } from '../one-time-codes/one-time-code-store.ts'
import { forgetBrowsers } from '../sign-in/known-browser-store.ts'
import { endOtherWaysIn } from '../sign-in/other-ways-in.ts'
import { hashPassword } from '../sign-in/passwords.ts'
import {
  deleteSessionsOf,
  deleteUser,
  setEmail,
  setUnknownPassword,
  type UserRow,
  userOfEmail,
  userOfId,
} from '../store.ts'
import { clearPending, deleteEmailChangesAfter, insertEmailChange, takeEmailChange } from './address-store.ts'
import { moveAddress } from './moves.ts'

/**
 * Lifetime of the link that stops a change (ms), or undoes one that was made: whoever took an account over changes its
 * address first.
 */
const STOP_LIFETIME_MS = 7 * 86_400_000

const stopToken = async (services: Services, change: { user_id: number; old_email: string; new_email: string }) => {
  const token = newSecret()
  const expires_at = new Date(services.now() + STOP_LIFETIME_MS).toISOString()
  await insertEmailChange(services.db, { ...change, token_hash: hashOf(token), expires_at })
  return token
}

/**
 * Tells whether the one-time codes of an account may be those of whoever changed its address: they were turned on within the week before
 * that, or since. Codes its owner had before guard it also from who reads the mailbox alone, so they stay.
 */
const areOfChange = (user: UserRow, change: { expires_at: string }): boolean =>
  user.one_time_codes_since !== null &&
  Date.parse(user.one_time_codes_since) > Date.parse(change.expires_at) - 2 * STOP_LIFETIME_MS

/** Writes to the present address that another was asked for. */
export const tellAsked = async (services: Services, user: UserRow, wanted: string): Promise<void> => {
  const token = await stopToken(services, { user_id: user.id, old_email: user.email, new_email: wanted })
  await mailEmailChanging(services, user, { recipient: user.email, wanted, token })
}

/** Writes to the address that an account had until now. */
export const tellChanged = async (services: Services, user: UserRow, old: string): Promise<void> => {
  const token = await stopToken(services, { user_id: user.id, old_email: old, new_email: user.email })
  await mailEmailChanged(services, user, { recipient: old, token })
}

/**
 * Makes an address free for an account whose mailbox it is. An account nobody has confirmed is nobody's and goes: it may have been made to
 * bar the way. False when somebody has the address.
 */
const freeAddress = async (db: Database, email: string): Promise<boolean> => {
  const other = await userOfEmail(db, email)
  if (other?.email_verified_at) return false
  if (other) await deleteUser(db, other.id)
  return true
}

/** Makes a confirmed address the account's own, with whatever carries the old one. `old` is set where it is another. */
export const confirmEmail = async (
  db: Database,
  confirmed: { user_id: number; email: string },
  at: string,
): Promise<{ user: UserRow; old: string | null } | undefined> => {
  const before = await userOfId(db, confirmed.user_id)
  if (!before || (confirmed.email !== before.email && confirmed.email !== before.pending_email)) return undefined
  const isNew = confirmed.email !== before.email
  // A second link to the address it has confirms nothing any more, and leaves one that waits as it is.
  if (!isNew && before.email_verified_at !== null) return { user: before, old: null }
  if (isNew) {
    if (!(await freeAddress(db, confirmed.email))) return undefined
    await moveAddress(db, { user_id: before.id, from: before.email, to: confirmed.email }, at)
    await clearPending(db, before.id)
  }
  const user = await setEmail(db, before.id, confirmed.email, at)
  return user && { user, old: isNew ? before.email : null }
}

/**
 * Stops a change of address, and undoes one that was made, with all that came after it: whoever took an account over may have changed its
 * address once more. They knew the password, so every session and access token ends, and only a new password, by a code mailed to the old
 * address, lets in again; one-time codes that may be theirs would keep the owner out, and end. Returns that address. Throws invalid_code.
 */
export const stopEmailChange = async (services: Services & Acting, token: string): Promise<string> => {
  // A password that nobody knows.
  const password = await hashPassword(newSecret())
  const at = isoNow(services)
  const [address, id] = await serializable(services.db, async db => {
    const change = await takeEmailChange(db, hashOf(token), at)
    const user = change && (await userOfId(db, change.user_id))
    if (!change || !user) throw new Failure('invalid_code')
    if (user.email !== change.old_email) {
      if (!(await freeAddress(db, change.old_email))) throw new Failure('invalid_code')
      await moveAddress(db, { user_id: user.id, from: user.email, to: change.old_email }, at)
      await setEmail(db, user.id, change.old_email, at)
    }
    await deleteEmailChangesAfter(db, change)
    await clearPending(db, user.id)
    await setUnknownPassword(db, user.id, password, at)
    await deleteSessionsOf(db, user.id)
    await endOtherWaysIn(db, user.id)
    await forgetBrowsers(db, user.id)
    if (areOfChange(user, change)) {
      await turnOff(db, user.id)
      await writeAudit(services, db, { action: 'one_time_codes_off', user_id: user.id })
    }
    await writeAudit(services, db, { action: 'email_change_stopped', user_id: user.id })
    return [change.old_email, user.id] as const
  })
  publishSessionsEnded(services, id)
  return address
}
