import type { z } from 'zod'
import type { UserChange } from '#shared/contract/accounts/users.ts'
import { type Acting, writeAudit } from '../audit/audit.ts'
import type { Database } from '../kit/database/database.ts'
import { jsonOf } from '../kit/database/json.ts'
import { serializable } from '../kit/database/store-error.ts'
import { Failure } from '../kit/failure.ts'
import type { InSession } from '../kit/http/serve.ts'
import type { Words } from '../kit/language.ts'
import { countAttempt } from '../kit/limits/limits.ts'
import type { Services } from '../kit/services.ts'
import { tellAsked } from './address/email-change.ts'
import { publishSessionsEnded } from './administration/sessions-ended.ts'
import { FORMAT_KEYS, formatsOf } from './formats.ts'
import { mailPasswordChanged } from './mails.ts'
import { requireReauthentication, wrongPassword } from './reauthentication/reauthentication.ts'
import { removeAccount } from './removal.ts'
import { hashPassword } from './sign-in/passwords.ts'
import { changePassword } from './sign-in/recovery.ts'
import { sendVerification } from './sign-in/register.ts'
import { holdOwner } from './sign-in/sessions.ts'
import { countAdministrators, type UserRow, unconfirmedUserIds, updateUserRow, userOfEmail, userOfId } from './store.ts'

type Context = Services & Acting & { user: InSession; t: Words }

/** Changes the own account. A new address waits until it is confirmed; one that has an account is answered the same. */
export const updateUser = async (context: Context, input: z.output<typeof UserChange>): Promise<UserRow> => {
  const shown = await ownRow(context)
  if (input.current_password !== undefined || input.email !== undefined || input.password !== undefined)
    await requireReauthentication(context, shown, input.current_password, 'current_password')
  // Each is a mail to an address that somebody may have typed to annoy its owner.
  if (input.email !== undefined && input.email !== shown.email) await countAttempt(context, 'email_change', shown.id)
  const password_hash = input.password === undefined ? null : await hashPassword(input.password)
  const { row, changes } = await context.db.transaction().execute(async db => {
    const row = await holdOwner(context, db)
    if (input.current_password !== undefined && row.password_hash !== shown.password_hash)
      throw wrongPassword(context.t, 'current_password')
    const changes = changesOf(row, input)
    if (Object.keys(changes).length === 0 && password_hash === null) throw new Failure('user_not_edited')
    // First, for it takes back an address that waits.
    if (password_hash !== null) await changePassword(context, db, row, { password_hash, keep: context.user.session_id })
    if (Object.keys(changes).length > 0) await updateUserRow(db, row.id, changes)
    return { row, changes }
  })
  if (password_hash !== null) {
    publishSessionsEnded(context, row.id)
    await mailPasswordChanged(context, row)
  }
  if (changes.pending_email) {
    await tellAsked(context, row, changes.pending_email)
    // An account nobody has confirmed has no claim to its address.
    if (!(await userOfEmail(context.db, changes.pending_email))?.email_verified_at)
      await sendVerification(context, row, changes.pending_email)
  }
  return ownRow(context)
}

/** Fields that become different by a change. */
const changesOf = (row: UserRow, input: z.output<typeof UserChange>) => ({
  ...(input.name !== undefined && input.name !== row.name ? { name: input.name } : {}),
  ...(input.locale !== undefined && input.locale !== row.locale ? { locale: input.locale } : {}),
  ...(input.time_zone !== undefined && input.time_zone !== row.time_zone ? { time_zone: input.time_zone } : {}),
  ...changedFormats(row, input.formats),
  ...pendingOf(row, input.email),
})

const changedFormats = (
  row: UserRow,
  chosen: z.output<typeof UserChange>['formats'],
): Partial<Pick<UserRow, 'formats'>> => {
  const known = formatsOf(row)
  const isOther = chosen && FORMAT_KEYS.some(key => chosen[key] !== undefined && chosen[key] !== known[key])
  return isOther ? { formats: jsonOf({ ...known, ...chosen }) } : {}
}

/** The own address takes a new one back that still waits. */
const pendingOf = (row: UserRow, email: string | undefined): { pending_email?: string | null } => {
  if (email === undefined || (email === row.email && row.pending_email === null)) return {}
  return { pending_email: email === row.email ? null : email }
}

/**
 * Deletes the own account with its sessions; its devices are nobody's. The last administrator stays while others need one. An account that
 * nobody has confirmed needs none, and goes along: whoever confirmed it later would be in an installation without an administrator.
 */
export const removeUser = async (context: Context, password: string | undefined): Promise<void> => {
  const row = await ownRow(context)
  await requireReauthentication(context, row, password, 'password')
  if (row.admin === 1) await removeUnconfirmed(context, row)
  const tell = await serializable(context.db, async db => {
    const { isLast, others } = await standingOf(db, row)
    await holdOwner(context, db)
    if (isLast && others > 0)
      throw new Failure('user_not_deleted', { fields: { password: [context.t('fields.last_administrator')] } })
    const told: ((services: Services) => void)[] = []
    for (const id of [...(isLast ? await unconfirmedUserIds(db) : []), row.id]) {
      await writeAudit(context, db, { action: 'account_deleted', user_id: id })
      told.push(await removeAccount(db, id, context, context))
    }
    return (services: Services) => {
      for (const one of told) one(services)
    }
  })
  publishSessionsEnded(context, row.id)
  tell(context)
}

/** Tells whether an account is the last administrator, and how many others have a confirmed account; held until the transaction ends. */
const standingOf = async (db: Database, row: UserRow) => {
  const { administrators, users } = await countAdministrators(db)
  return { isLast: row.admin === 1 && administrators === 1, others: users - 1 }
}

/**
 * Deletes the accounts that go along with the last administrator, each by itself: there may be many, and one that fails or takes long
 * holds up no other. What is left goes with the administrator, or keeps them.
 */
const removeUnconfirmed = async (context: Context, row: UserRow): Promise<void> => {
  for (const id of await unconfirmedUserIds(context.db))
    try {
      const tell = await serializable(context.db, async db => {
        const { isLast, others } = await standingOf(db, row)
        if (!isLast || others > 0) return null
        await holdOwner(context, db)
        // Confirmed since: the administrator stays for them.
        if ((await userOfId(db, id))?.email_verified_at !== null) return null
        await writeAudit(context, db, { action: 'account_deleted', user_id: id })
        return removeAccount(db, id, context, context)
      })
      if (!tell) return
      tell(context)
    } catch (error) {
      context.log.error({ err: error }, 'an account that nobody confirmed is still there')
    }
}

export const ownRow = async ({ db, user }: Context): Promise<UserRow> => {
  const row = await userOfId(db, user.id)
  if (!row) throw new Failure('invalid_token')
  return row
}
