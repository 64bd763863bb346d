import { permissionsOf, type Role } from '#shared/rules/accounts/roles.ts'
import { agentOf } from '#shared/rules/formats/agent.ts'
import { DAY_MS, HOUR_MS } from '#shared/rules/time/units.ts'
import { type Acting, writeAudit } from '../../audit/audit.ts'
import type { Database } from '../../kit/database/database.ts'
import { fromJson } from '../../kit/database/json.ts'
import { Failure } from '../../kit/failure.ts'
import type { InSession, SignedIn } from '../../kit/http/serve.ts'
import { countAttempt, isUsedUp } from '../../kit/limits/limits.ts'
import { lockUser } from '../../kit/limits/lock-user-store.ts'
import { hashOf, newSecret } from '../../kit/security/secrets.ts'
import { isoNow, type Services } from '../../kit/services.ts'
import { sendSoon } from '../../notifications/outbox/outbox.ts'
import { formatsOf } from '../formats.ts'
import { writeSignInMail } from '../mails.ts'
import {
  endSessionsBeyond,
  extendSession,
  insertSession,
  lockUnchanged,
  noteSeen,
  sessionOfToken,
  type UserRow,
  userOfId,
  userOfSession,
} from '../store.ts'
import { knowsBrowser, noteBrowser } from './known-browser-store.ts'

const LIFETIME = 90 * DAY_MS
/** Sessions that an account has at most: a script that signs in again for each of its calls would make rows without end. */
const MAX_SESSIONS = 100

/**
 * Begins a session, which ends the one that was not used for the longest where there are too many. The token is known to the caller
 * alone; here only its hash is kept.
 */
export const beginSession = async (
  { db, now }: Pick<Services, 'db' | 'now'>,
  userId: number,
  agent: string,
): Promise<string> => {
  const token = newSecret()
  const at = new Date(now()).toISOString()
  const expires_at = new Date(now() + LIFETIME).toISOString()
  await insertSession(db, {
    user_id: userId,
    token_hash: hashOf(token),
    created_at: at,
    last_used_at: at,
    expires_at,
    agent: agent.slice(0, 300),
  })
  await endSessionsBeyond(db, userId, MAX_SESSIONS)
  return token
}

/** Writes down the mail that tells somebody of a browser that never signed in before; false when they were told often today. */
const tellNewBrowser = async (services: Services & Acting, db: Database, user: UserRow): Promise<boolean> => {
  if (await isUsedUp({ ...services, db }, 'new_browser', user.id)) return false
  await countAttempt({ db, now: services.now }, 'new_browser', user.id)
  const { browser, system } = agentOf(services.request.headers['user-agent'] ?? '')
  await writeSignInMail(services, db, 'new_browser', user, {
    browser: [browser, system].filter(Boolean).join(', ') || '?',
    ip: services.request.ip,
  })
  return true
}

/**
 * Begins a session of a user who has just shown who they are, in a browser with this mark. Throws invalid_user when the account is
 * gone or has another password by now. Its very first sign-in is nobody else's; any later one from a new browser is told by mail.
 */
export const admit = async (context: Services & Acting, user: UserRow, mark: string): Promise<string> => {
  const { token, isTold } = await context.db.transaction().execute(async db => {
    const present = await lockUnchanged(db, user)
    if (!present) throw new Failure('invalid_user')
    if (present.suspended_at !== null) throw new Failure('account_suspended')
    await writeAudit(context, db, { action: 'sign_in', by: user, user_id: user.id })
    const isNew = present.last_seen_at !== null && !(await knowsBrowser(db, user.id, mark))
    const isTold = isNew && (await tellNewBrowser(context, db, user))
    await noteBrowser(db, user.id, mark, isoNow(context))
    await noteSeen(db, user.id, isoNow(context))
    const token = await beginSession({ db, now: context.now }, user.id, context.request.headers['user-agent'] ?? '')
    return { token, isTold }
  })
  if (isTold) sendSoon(context)
  return token
}

/** The user a token belongs to, null when it is unknown or over. Slides the session at most once an hour. */
export const userOfToken = async (services: Pick<Services, 'db' | 'now'>, token: string): Promise<SignedIn | null> => {
  const row = await sessionOfToken(services.db, hashOf(token), isoNow(services))
  if (!row) return null
  if (services.now() - Date.parse(row.last_seen_at ?? row.created_at) > HOUR_MS)
    await noteSeen(services.db, row.id, isoNow(services))
  if (services.now() - Date.parse(row.last_used_at) > HOUR_MS)
    await extendSession(services.db, row.session_id, {
      last_used_at: isoNow(services),
      expires_at: new Date(services.now() + LIFETIME).toISOString(),
    })
  return { ...publicUser(row), session_id: row.session_id }
}

/** The person of a session as they are now, null when it is over. */
export const callerOfSession = async ({ db, now }: Pick<Services, 'db' | 'now'>, sessionId: number) => {
  const row = await userOfSession(db, sessionId, new Date(now()).toISOString())
  return row ? publicUser(row) : null
}

/**
 * Holds the account of a session for the rest of the transaction, and returns it as it is by now. Throws invalid_token where the session has
 * ended, also while this waited for the account: whoever had all sessions ended must not find one more way in, nor a password of somebody else.
 */
export const holdOwner = async (
  context: Pick<Services, 'now'> & { user: InSession },
  db: Database,
): Promise<UserRow> => {
  await lockUser(db, context.user.id)
  const owner = await userOfSession(db, context.user.session_id, isoNow(context))
  if (!owner) throw new Failure('invalid_token')
  return owner
}

/** A person for whom a signed address was made, null when there is none any more, or when the account is suspended. */
export const publicUserOfId = async (db: Services['db'], id: number) => {
  const row = await userOfId(db, id)
  return row && row.suspended_at === null ? publicUser(row) : null
}

export const rolesOf = ({ admin, roles }: Pick<UserRow, 'admin' | 'roles'>): Role[] => [
  ...(admin === 1 ? (['administrator'] as const) : []),
  ...fromJson(roles),
]

export const publicUser = (row: UserRow) => ({
  id: row.id,
  email: row.email,
  name: row.name,
  username: row.username,
  admin: row.admin === 1,
  locale: row.locale,
  time_zone: row.time_zone,
  formats: formatsOf(row),
  permissions: permissionsOf(rolesOf(row)),
  policy_accepted: row.policy_accepted,
  pending_email: row.pending_email,
  password_changed_at: row.password_changed_at,
  one_time_codes: row.one_time_codes_since !== null,
})
