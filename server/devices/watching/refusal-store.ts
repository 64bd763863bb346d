import type { Database } from '../../kit/database/database.ts'
import { inIds } from '../../kit/database/in-ids.ts'
import { inParts, insertRows } from '../../kit/database/rows-as.ts'
import type { Tables } from '../../tables.ts'

export type RefusalNote = Tables['refusals']

const TYPES = {
  device_id: 'bigint',
  day: 'text',
  field: 'text',
  code: 'text',
  count: 'bigint',
  last_value: 'text',
  last_time: 'text',
} as const

/** Adds refused values of a day to those counted already; one note of each device, day, field and code. */
export const addRefusals = async (db: Database, notes: readonly RefusalNote[]): Promise<void> => {
  for (const some of inParts(notes))
    await insertRows(db, 'refusals', some, TYPES)
      .onConflict(conflict =>
        conflict.columns(['device_id', 'day', 'field', 'code']).doUpdateSet(eb => ({
          count: eb('refusals.count', '+', eb.ref('excluded.count')),
          last_value: eb.ref('excluded.last_value'),
          last_time: eb.ref('excluded.last_time'),
        })),
      )
      .execute()
}

/** Numbers of fields and reasons counted apart of these devices, by device and day, from a day on. */
export const countFieldsRefused = (db: Database, deviceIds: readonly number[], sinceDay: string) =>
  db
    .selectFrom('refusals')
    .select(['device_id', 'day'])
    .select(eb => eb.fn.countAll<number | string>().as('fields'))
    .where('device_id', 'in', inIds(db, deviceIds))
    .where('day', '>=', sinceDay)
    .groupBy(['device_id', 'day'])
    .execute()

/** Fields and reasons counted apart of these devices from a day on. */
export const fieldsRefused = (db: Database, deviceIds: readonly number[], sinceDay: string) =>
  db
    .selectFrom('refusals')
    .select(['device_id', 'day', 'code', 'field'])
    .where('device_id', 'in', inIds(db, deviceIds))
    .where('day', '>=', sinceDay)
    .execute()

export const refusalsOf = (db: Database, deviceIds: number[], sinceDay: string) =>
  db
    .selectFrom('refusals')
    .selectAll()
    .where('device_id', 'in', inIds(db, deviceIds))
    .where('day', '>=', sinceDay)
    .orderBy('last_time', 'desc')
    .execute()

export const deleteOldRefusals = (db: Database, beforeDay: string) =>
  db.deleteFrom('refusals').where('day', '<', beforeDay).execute()
