import type { Database } from '../../kit/database/database.ts'
import { inIds } from '../../kit/database/in-ids.ts'
import { inParts, insertRows } from '../../kit/database/rows-as.ts'
import type { Tables } from '../../tables.ts'

/** Numbers of devices' newest messages; null after a join, and none of a device nobody heard before. */
export const newestCountersOf = async (
  db: Database,
  deviceIds: readonly number[],
): Promise<Map<number, number | null>> => {
  const rows = await db
    .selectFrom('device_counters')
    .select(['device_id', 'counter'])
    .where('device_id', 'in', inIds(db, deviceIds))
    .execute()
  return new Map(rows.map(({ device_id, counter }) => [device_id, counter]))
}

/** Keeps the numbers of devices' newest messages, one of each. */
export const keepCounters = async (db: Database, counters: readonly Tables['device_counters'][]): Promise<void> => {
  for (const some of inParts(counters))
    await insertRows(db, 'device_counters', some, { device_id: 'bigint', counter: 'double precision' })
      .onConflict(conflict => conflict.column('device_id').doUpdateSet(eb => ({ counter: eb.ref('excluded.counter') })))
      .execute()
}

const DAY_TYPES = { device_id: 'bigint', day: 'text', heard: 'bigint', lost: 'bigint', last_time: 'text' } as const

/** Adds messages of a day, those that came and those lost, to those counted already; one row of each device and day. */
export const addLost = async (db: Database, days: readonly Tables['lost_messages'][]): Promise<void> => {
  for (const some of inParts(days))
    await insertRows(db, 'lost_messages', some, DAY_TYPES)
      .onConflict(conflict =>
        conflict.columns(['device_id', 'day']).doUpdateSet(eb => ({
          heard: eb('lost_messages.heard', '+', eb.ref('excluded.heard')),
          lost: eb('lost_messages.lost', '+', eb.ref('excluded.lost')),
          last_time: eb.ref('excluded.last_time'),
        })),
      )
      .execute()
}

export const lostOf = (db: Database, deviceIds: number[], sinceDay: string) =>
  db
    .selectFrom('lost_messages')
    .selectAll()
    .where('device_id', 'in', inIds(db, deviceIds))
    .where('day', '>=', sinceDay)
    .execute()

export const deleteOldLost = (db: Database, beforeDay: string) =>
  db.deleteFrom('lost_messages').where('day', '<', beforeDay).execute()
