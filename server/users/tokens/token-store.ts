import type { Insertable, Selectable } from 'kysely'
import type { Database } from '../../kit/database/database.ts'
import type { Tables } from '../../tables.ts'

export type TokenRow = Selectable<Tables['access_tokens']>

export const insertToken = (db: Database, token: Insertable<Tables['access_tokens']>): Promise<TokenRow> =>
  db.insertInto('access_tokens').values(token).returningAll().executeTakeFirstOrThrow()

export const tokensOf = (db: Database, userId: number): Promise<TokenRow[]> =>
  db.selectFrom('access_tokens').selectAll().where('user_id', '=', userId).orderBy('id', 'desc').execute()

/** Counts the access tokens of an account that work. */
export const countTokens = async (db: Database, userId: number, now: string): Promise<number> => {
  const row = await db
    .selectFrom('access_tokens')
    .select(eb => eb.fn.countAll().as('count'))
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

/** Deletes one access token of an account; undefined when it is not there or somebody else's. */
export const deleteToken = (db: Database, userId: number, id: number): Promise<TokenRow | undefined> =>
  db.deleteFrom('access_tokens').where('user_id', '=', userId).where('id', '=', id).returningAll().executeTakeFirst()

/** Deletes every access token of an account. Whoever listens by one is told with `publishSessionsEnded`. */
export const deleteTokensOf = (db: Database, userId: number) =>
  db.deleteFrom('access_tokens').where('user_id', '=', userId).execute()

/** Person of an access token that works, with the token: of one that was found by its hash, or by its id. */
const personOf = (db: Database, now: string) =>
  db
    .selectFrom('access_tokens')
    .innerJoin('users', 'users.id', 'access_tokens.user_id')
    .selectAll('users')
    .select([
      'access_tokens.id as token_id',
      'access_tokens.name as token_name',
      'access_tokens.scopes as token_scopes',
      'access_tokens.last_used_at as token_used_at',
    ])
    .where('access_tokens.expires_at', '>', now)
    .where('users.suspended_at', 'is', null)

export const personOfToken = (db: Database, tokenHash: string, now: string) =>
  personOf(db, now).where('access_tokens.token_hash', '=', tokenHash).executeTakeFirst()

export const personOfTokenId = (db: Database, id: number, now: string) =>
  personOf(db, now).where('access_tokens.id', '=', id).executeTakeFirst()

export const noteTokenUse = (db: Database, id: number, last_used_at: string) =>
  db.updateTable('access_tokens').set({ last_used_at }).where('id', '=', id).execute()

/** Ids of access tokens whose end their owners are to be told of now. */
export const tokensToTell = async (db: Database, now: string, most: number): Promise<number[]> => {
  const rows = await db
    .selectFrom('access_tokens')
    .select('id')
    .where('tell_at', '<=', now)
    .orderBy('tell_at')
    .limit(most)
    .execute()
  return rows.map(({ id }) => id)
}

/** Takes it on to tell of the end of an access token; undefined when another process did, or it was revoked. */
export const takeTelling = (db: Database, id: number): Promise<TokenRow | undefined> =>
  db
    .updateTable('access_tokens')
    .set({ tell_at: null })
    .where('id', '=', id)
    .where('tell_at', 'is not', null)
    .returningAll()
    .executeTakeFirst()

export const deleteTokensBefore = (db: Database, before: string) =>
  db.deleteFrom('access_tokens').where('expires_at', '<=', before).execute()
