import type { Database } from '../../kit/database/database.ts'
import { inIds } from '../../kit/database/in-ids.ts'
import type { Tables } from '../../tables.ts'

/** Number of a device's newest message; null after a join, and of a device nobody heard before. */
export const newestCounterOf = async (db: Database, deviceId: number): Promise<number | null> => {
  const row = await db.selectFrom('device_counters').selectAll().where('device_id', '=', deviceId).executeTakeFirst()
  return row?.counter ?? null
}

export const keepCounter = (db: Database, deviceId: number, counter: number | null) =>
  db
    .insertInto('device_counters')
    .values({ device_id: deviceId, counter })
    .onConflict(conflict => conflict.column('device_id').doUpdateSet({ counter }))
    .execute()

/** Adds messages of a day, those that came and those lost, to those counted already. */
export const addLost = (db: Database, day: Tables['lost_messages']) =>
  db
    .insertInto('lost_messages')
    .values(day)
    .onConflict(conflict =>
      conflict.columns(['device_id', 'day']).doUpdateSet(eb => ({
        heard: eb('lost_messages.heard', '+', day.heard),
        lost: eb('lost_messages.lost', '+', day.lost),
        last_time: day.last_time,
      })),
    )
    .execute()

export const lostOf = (db: Database, deviceIds: number[], sinceDay: string) =>
  db
    .selectFrom('lost_messages')
    .selectAll()
    .where('device_id', 'in', inIds(db, deviceIds))
    .where('day', '>=', sinceDay)
    .execute()

export const deleteOldLost = (db: Database, beforeDay: string) =>
  db.deleteFrom('lost_messages').where('day', '<', beforeDay).execute()
