import type { Updateable } from 'kysely'
import type { Database } from '../../kit/database/database.ts'
import { inIds } from '../../kit/database/in-ids.ts'
import type { Tables } from '../../tables.ts'

export const focusOf = (db: Database, deviceId: number) =>
  db.selectFrom('device_focus').selectAll().where('device_id', '=', deviceId).executeTakeFirst()

export const focusOfDevices = (db: Database, deviceIds: readonly number[]) =>
  db.selectFrom('device_focus').selectAll().where('device_id', 'in', inIds(db, deviceIds)).execute()

export const askFocus = (db: Database, deviceId: number, at: string) => {
  const times = { asked_at: at, confirmed_at: null, stopped_at: null }
  return db
    .insertInto('device_focus')
    .values({ device_id: deviceId, ...times })
    .onConflict(conflict => conflict.column('device_id').doUpdateSet(times))
    .execute()
}

export const changeFocus = (db: Database, deviceId: number, change: Updateable<Tables['device_focus']>) =>
  db.updateTable('device_focus').set(change).where('device_id', '=', deviceId).execute()

export const stopFocus = (db: Database, deviceId: number, at: string) => changeFocus(db, deviceId, { stopped_at: at })
