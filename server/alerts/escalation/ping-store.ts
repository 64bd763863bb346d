import type { Database } from '../../kit/database/database.ts'

export const lastPing = (db: Database) => db.selectFrom('alarm_pings').selectAll().executeTakeFirst()

/** Notes the newest call to the operator's own watch (ISO 8601), and whether it was taken. */
export const notePing = async (db: Database, taken: boolean, at: string): Promise<void> => {
  const row = { at, taken: taken ? 1 : 0, ...(taken ? { taken_at: at } : {}) }
  await db
    .insertInto('alarm_pings')
    .values({ id: 1, taken_at: null, ...row })
    .onConflict(conflict => conflict.column('id').doUpdateSet(row))
    .execute()
}
