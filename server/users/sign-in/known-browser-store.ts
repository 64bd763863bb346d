import type { Database } from '../../kit/database/database.ts'
import { hashOf } from '../../kit/security/secrets.ts'

const MAX_BROWSERS = 20

/** Notes that an account was signed in to from the browser with this mark; the oldest of too many goes. */
export const noteBrowser = async (db: Database, userId: number, mark: string, at: string): Promise<void> => {
  await db
    .insertInto('known_browsers')
    .values({ user_id: userId, token_hash: hashOf(mark), used_at: at })
    .onConflict(conflict => conflict.columns(['user_id', 'token_hash']).doUpdateSet({ used_at: at }))
    .execute()
  const kept = db
    .selectFrom('known_browsers')
    .select('token_hash')
    .where('user_id', '=', userId)
    .orderBy('used_at', 'desc')
    .limit(MAX_BROWSERS)
  await db.deleteFrom('known_browsers').where('user_id', '=', userId).where('token_hash', 'not in', kept).execute()
}

export const knowsBrowser = async (db: Database, userId: number, mark: string): Promise<boolean> => {
  const row = await db
    .selectFrom('known_browsers')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('token_hash', '=', hashOf(mark))
    .executeTakeFirst()
  return row !== undefined
}

export const isKnownBrowser = async (db: Database, email: string, mark: string): Promise<boolean> => {
  const row = await db
    .selectFrom('known_browsers')
    .innerJoin('users', 'users.id', 'known_browsers.user_id')
    .select('users.id')
    .where('users.email', '=', email)
    .where('token_hash', '=', hashOf(mark))
    .executeTakeFirst()
  return row !== undefined
}

/** Forgets every browser of an account: whoever knew the old password may have used one. */
export const forgetBrowsers = (db: Database, userId: number) =>
  db.deleteFrom('known_browsers').where('user_id', '=', userId).execute()
