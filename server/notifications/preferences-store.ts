import type { Selectable } from 'kysely'
import type { Database } from '../kit/database/database.ts'
import type { Tables } from '../tables.ts'

export type Preferences = Selectable<Tables['alert_preferences']>

/** Preferences of a person who never chose: mails, quiet at night, and the daily letter at breakfast. */
export const DEFAULTS = {
  email: 1,
  quiet_from: 22,
  quiet_until: 6,
  digest_hour: 7,
  webhook_url: null,
  webhook_secret: null,
} as const

export const preferencesOf = async (db: Database, userId: number): Promise<Preferences> =>
  (await db.selectFrom('alert_preferences').selectAll().where('user_id', '=', userId).executeTakeFirst()) ?? {
    user_id: userId,
    ...DEFAULTS,
  }

export const changePreferences = async (
  db: Database,
  userId: number,
  changes: Partial<Omit<Preferences, 'user_id'>>,
): Promise<void> => {
  await db
    .insertInto('alert_preferences')
    .values({ user_id: userId, ...DEFAULTS, ...changes })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet(changes))
    .execute()
}
