import type { Selectable } from 'kysely'
import type { Database } from '../kit/database/database.ts'
import type { Tables } from '../tables.ts'

export type UserRow = Selectable<Tables['users']>

export const userOfEmail = (db: Database, email: string): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()

export const userOfId = (db: Database, id: number): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()

/** Tells whether the installation has an account; people of the demo farm are none. */
export const anyUser = async (db: Database): Promise<boolean> =>
  (await db.selectFrom('users').select('id').where('demo', 'is', null).limit(1).executeTakeFirst()) !== undefined

export const demoUserIds = async (db: Database): Promise<number[]> =>
  (await db.selectFrom('users').select('id').where('demo', '=', 1).execute()).map(({ id }) => id)

export const insertUser = (
  db: Database,
  user: Omit<Tables['users'], 'id' | 'unknown_password_hash' | 'demo'> &
    Partial<Pick<Tables['users'], 'unknown_password_hash' | 'demo'>>,
): Promise<UserRow> => db.insertInto('users').values(user).returningAll().executeTakeFirstOrThrow()

/** Replaces what somebody else chose for an account that was never confirmed, and drops the links mailed for it. */
export const beginAnew = async (
  db: Database,
  id: number,
  chosen: Pick<UserRow, 'name' | 'password_hash' | 'locale' | 'policy_accepted' | 'password_changed_at'> & {
    unknown_password_hash?: string
  },
): Promise<UserRow> => {
  await db.deleteFrom('email_verifications').where('user_id', '=', id).execute()
  return db.updateTable('users').set(chosen).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

/** Sets the locale of an account; undefined when the account was deleted meanwhile. */
export const setLocale = (db: Database, id: number, locale: UserRow['locale']): Promise<UserRow | undefined> =>
  db.updateTable('users').set({ locale }).where('id', '=', id).returningAll().executeTakeFirst()

/** Keeps an account as it is until the transaction ends; undefined when it is gone or has another password by now. */
export const lockUnchanged = (db: Database, { id, password_hash }: Pick<UserRow, 'id' | 'password_hash'>) =>
  db
    .updateTable('users')
    .set({ password_hash })
    .where('id', '=', id)
    .where('password_hash', '=', password_hash)
    .returning(['id', 'suspended_at', 'last_seen_at'])
    .executeTakeFirst()

export const setEmail = (db: Database, id: number, email: string, at: string): Promise<UserRow | undefined> =>
  db
    .updateTable('users')
    .set({ email, username: email, pending_email: null, email_verified_at: at })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

export const updateUserRow = (
  db: Database,
  id: number,
  changes: Partial<Pick<UserRow, 'name' | 'locale' | 'time_zone' | 'formats' | 'pending_email'>>,
) => db.updateTable('users').set(changes).where('id', '=', id).execute()

export const setPassword = (db: Database, id: number, password_hash: string, at: string) =>
  db.updateTable('users').set({ password_hash, password_changed_at: at }).where('id', '=', id).execute()

/** Sets a password that nobody knows: only a mailed code sets another, or who signs in by other ways and shows again who they are. */
export const setUnknownPassword = (db: Database, id: number, password_hash: string, at: string) =>
  db
    .updateTable('users')
    .set({ password_hash, unknown_password_hash: password_hash, password_changed_at: at })
    .where('id', '=', id)
    .execute()

/** Tells whether an account has a password that its person can know. */
export const hasPassword = ({
  password_hash,
  unknown_password_hash,
}: Pick<UserRow, 'password_hash' | 'unknown_password_hash'>): boolean => password_hash !== unknown_password_hash

export const deleteUser = (db: Database, id: number) => db.deleteFrom('users').where('id', '=', id).execute()

/** Accounts that nobody has confirmed. */
export const unconfirmedUserIds = async (db: Database): Promise<number[]> =>
  (
    await db
      .selectFrom('users')
      .select('id')
      .where('email_verified_at', 'is', null)
      .where('demo', 'is', null)
      .orderBy('id')
      .execute()
  ).map(({ id }) => id)

/** Notes that somebody is here; asked for at most once an hour. */
export const noteSeen = (db: Database, id: number, last_seen_at: string) =>
  db.updateTable('users').set({ last_seen_at }).where('id', '=', id).execute()

/**
 * Counts the accounts that somebody has confirmed, and the administrators who can sign in; these stay as they are until the transaction ends.
 */
export const countAdministrators = async (db: Database): Promise<{ administrators: number; users: number }> => {
  // The lock comes first: of two who leave at once the second sees that the first has left.
  const rows = await db
    .updateTable('users')
    .set({ admin: 1 })
    .where('admin', '=', 1)
    .returning(['suspended_at', 'email_verified_at'])
    .execute()
  const { users } = await db
    .selectFrom('users')
    .select(eb => eb.fn.countAll<number>().as('users'))
    .where('demo', 'is', null)
    .where('email_verified_at', 'is not', null)
    .executeTakeFirstOrThrow()
  const administrators = rows.filter(row => row.suspended_at === null && row.email_verified_at !== null)
  return { administrators: administrators.length, users: Number(users) }
}

export const replaceCode = (db: Database, row: Tables['password_codes']) =>
  db
    .insertInto('password_codes')
    .values(row)
    .onConflict(conflict => conflict.column('user_id').doUpdateSet(row))
    .execute()

/** Uses up one try of the account's code; the code while it still works. */
export const countCodeAttempt = (db: Database, userId: number, now: string) =>
  db
    .updateTable('password_codes')
    .set(eb => ({ tries_left: eb('tries_left', '-', 1) }))
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .where('tries_left', '>', 0)
    .returningAll()
    .executeTakeFirst()

/** The code of an account while it works, however often it was guessed. */
export const codeOf = (db: Database, userId: number, now: string) =>
  db
    .selectFrom('password_codes')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** Takes the code of an account out, so that it works once. */
export const takeCode = (db: Database, userId: number) =>
  db.deleteFrom('password_codes').where('user_id', '=', userId).returning('code_hash').executeTakeFirst()

export const sessionsOf = (db: Database, userId: number, now: string) =>
  db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('last_used_at', 'desc')
    .execute()

/** Ends sessions of a user: all, or all but one. */
export const deleteSessionsOf = (db: Database, userId: number, keep?: number) => {
  const query = db.deleteFrom('sessions').where('user_id', '=', userId)
  return (keep === undefined ? query : query.where('id', '!=', keep)).execute()
}

export const insertVerification = (db: Database, row: Tables['email_verifications']) =>
  db.insertInto('email_verifications').values(row).execute()

/** Takes the verification out, so that a link works once. */
export const takeVerification = (db: Database, tokenHash: string, now: string) =>
  db
    .deleteFrom('email_verifications')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()

export const insertSession = (db: Database, session: Omit<Tables['sessions'], 'id' | 'reauthenticated_at'>) =>
  db.insertInto('sessions').values(session).returning('id').executeTakeFirstOrThrow()

/** Ends the sessions of a user beyond a number, those first that were not used for the longest. */
export const endSessionsBeyond = async (db: Database, userId: number, kept: number): Promise<void> => {
  const newest = db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .limit(kept)
  await db.deleteFrom('sessions').where('user_id', '=', userId).where('id', 'not in', newest).execute()
}

export const sessionOfToken = (db: Database, tokenHash: string, now: string) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .selectAll('users')
    .select(['sessions.id as session_id', 'sessions.last_used_at'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where('users.suspended_at', 'is', null)
    .executeTakeFirst()

export const userOfSession = (db: Database, sessionId: number, now: string): Promise<UserRow | undefined> =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .selectAll('users')
    .where('sessions.id', '=', sessionId)
    .where('expires_at', '>', now)
    .where('users.suspended_at', 'is', null)
    .executeTakeFirst()

export const extendSession = (db: Database, id: number, times: { last_used_at: string; expires_at: string }) =>
  db.updateTable('sessions').set(times).where('id', '=', id).execute()

/** Notes that the person of a session has shown again who they are; false when the session is over. */
export const noteReauthenticated = async (db: Database, sessionId: number, reauthenticated_at: string) =>
  (await db
    .updateTable('sessions')
    .set({ reauthenticated_at })
    .where('id', '=', sessionId)
    .returning('id')
    .executeTakeFirst()) !== undefined

/** Time at which the person of a session last showed again who they are; null when they did not. */
export const reauthenticatedAt = async (db: Database, sessionId: number): Promise<string | null> => {
  const row = await db
    .selectFrom('sessions')
    .select('reauthenticated_at')
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return row?.reauthenticated_at ?? null
}

/** Deletes one session of a user; undefined when it is not there or somebody else's. */
export const deleteSession = (db: Database, userId: number, id: number) =>
  db.deleteFrom('sessions').where('user_id', '=', userId).where('id', '=', id).returning('id').executeTakeFirst()

export const deleteExpired = async (db: Database, now: string): Promise<void> => {
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute()
  await db.deleteFrom('email_verifications').where('expires_at', '<=', now).execute()
  await db.deleteFrom('email_changes').where('expires_at', '<=', now).execute()
  await db.deleteFrom('password_codes').where('expires_at', '<=', now).execute()
}
