import type { Kysely } from 'kysely'
import type { Database } from '../kit/database/database.ts'
import type { Tables } from '../tables.ts'

export const settingsOf = (db: Database, userId: number) =>
  db.selectFrom('settings').select(['name', 'value']).where('user_id', '=', userId).orderBy('name').execute()

export const saveSettings = (db: Kysely<Tables>, userId: number, values: Record<string, string | undefined>) =>
  db.transaction().execute(async transaction => {
    for (const [name, value] of Object.entries(values)) {
      if (value === undefined) continue
      await transaction
        .insertInto('settings')
        .values({ user_id: userId, name, value })
        .onConflict(conflict => conflict.columns(['user_id', 'name']).doUpdateSet({ value }))
        .execute()
    }
  })
