import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Database } from '../../kit/database/database.ts'
import type { Tables } from '../../tables.ts'

export type AlarmNotification = Selectable<Tables['alarm_tellings']>
export type Way = Selectable<Tables['alarm_ways']>

/** Writes a notification down; undefined when that person has been told of this already. */
export const insertNotification = (db: Database, notification: Insertable<Tables['alarm_tellings']>) =>
  db
    .insertInto('alarm_tellings')
    .values(notification)
    .onConflict(conflict => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()

/** Notes that the end of an alert is told; false when somebody has noted it already. */
export const noteOver = async (db: Database, id: number, over_at: string): Promise<boolean> =>
  (await db
    .updateTable('alarm_tellings')
    .set({ over_at })
    .where('id', '=', id)
    .where('over_at', 'is', null)
    .returning('id')
    .executeTakeFirst()) !== undefined

/** Channels by which a person was told. */
export const channelsTold = async (db: Database, notificationId: number): Promise<Way['channel'][]> => {
  const ways = await db
    .selectFrom('alarm_ways')
    .select('channel')
    .where('telling_id', '=', notificationId)
    .where('event', '=', 'told')
    .orderBy('id')
    .execute()
  return ways.map(({ channel }) => channel)
}

export const insertWay = (db: Database, way: Insertable<Tables['alarm_ways']>): Promise<Way> =>
  db.insertInto('alarm_ways').values(way).returningAll().executeTakeFirstOrThrow()

export const changeWay = (db: Database, id: number, set: Updateable<Tables['alarm_ways']>) =>
  db.updateTable('alarm_ways').set(set).where('id', '=', id).execute()

/** Changes the way that went out with a message. */
export const changeWayOfMessage = (db: Database, messageId: number, set: Updateable<Tables['alarm_ways']>) =>
  db.updateTable('alarm_ways').set(set).where('message_id', '=', messageId).execute()

/** Way that goes out with a message. */
export const wayOfMessage = (db: Database, messageId: number): Promise<Way | undefined> =>
  db.selectFrom('alarm_ways').selectAll().where('message_id', '=', messageId).executeTakeFirst()

/** Way in which a person was told of an event by a channel. */
export const wayOf = (
  db: Database,
  { telling_id, channel, event }: Pick<Way, 'telling_id' | 'channel' | 'event'>,
): Promise<Way | undefined> =>
  db
    .selectFrom('alarm_ways')
    .selectAll()
    .where('telling_id', '=', telling_id)
    .where('channel', '=', channel)
    .where('event', '=', event)
    .executeTakeFirst()

/** Ways in which a person was told of an event. Holds them: who else asks meanwhile waits for the end of the transaction. */
export const holdWaysOf = async (
  db: Database,
  { telling_id, event }: Pick<Way, 'telling_id' | 'event'>,
): Promise<Way[]> => {
  await db
    .updateTable('alarm_tellings')
    .set(eb => ({ told_at: eb.ref('told_at') }))
    .where('id', '=', telling_id)
    .execute()
  return db
    .selectFrom('alarm_ways')
    .selectAll()
    .where('telling_id', '=', telling_id)
    .where('event', '=', event)
    .execute()
}

/** Name of a notification's location and the minutes of its plan. */
export const planOfNotification = (db: Database, { location_id }: Pick<AlarmNotification, 'location_id'>) =>
  db
    .selectFrom('locations')
    .leftJoin('alarm_plans', 'alarm_plans.location_id', 'locations.id')
    .select(['name', 'minutes'])
    .where('locations.id', '=', location_id)
    .executeTakeFirstOrThrow()

/** Pushes and calls that wait as the release before wrote them, with no message in the outbox. */
export const waysOfBefore = (db: Database, now: string, limit: number): Promise<Way[]> =>
  db
    .selectFrom('alarm_ways')
    .selectAll()
    .where('state', '=', 'waiting')
    .where('channel', '!=', 'email')
    .where('message_id', 'is', null)
    .where('due_at', '<=', now)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Takes a way of the release before; false when one of its processes has sent it meanwhile. */
export const takeWayOfBefore = async (db: Database, way: Way): Promise<boolean> =>
  (await db
    .updateTable('alarm_ways')
    .set({ tries: way.tries + 1 })
    .where('id', '=', way.id)
    .where('tries', '=', way.tries)
    .where('state', '=', 'waiting')
    .returning('id')
    .executeTakeFirst()) !== undefined

export const notificationOfId = (db: Database, id: number): Promise<AlarmNotification> =>
  db.selectFrom('alarm_tellings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** A notification whose location is not deleted. */
export const liveNotification = (db: Database, id: number): Promise<AlarmNotification | undefined> =>
  db
    .selectFrom('alarm_tellings')
    .innerJoin('locations', 'locations.id', 'alarm_tellings.location_id')
    .selectAll('alarm_tellings')
    .where('alarm_tellings.id', '=', id)
    .where('locations.deleted_at', 'is', null)
    .executeTakeFirst()

export const noteConfirmed = (db: Database, id: number, { at, remark }: { at: string; remark: string | null }) =>
  db
    .updateTable('alarm_tellings')
    .set({ confirmed_at: at, remark })
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .execute()

/** Says that a person of a plan is on an alert, unless somebody is. Returns what changed. */
export const acknowledgeFor = (
  db: Database,
  alertId: number,
  { user_id, name }: AlarmNotification,
  at: string,
  remark: string | null,
) =>
  db
    .updateTable('alerts')
    .set({
      acknowledged_by: user_id,
      acknowledged_name: user_id === null ? name : null,
      acknowledged_at: at,
      acknowledged_note: remark,
    })
    .where('id', '=', alertId)
    .where('acknowledged_at', 'is', null)
    .returning(['kind', 'user_id', 'location_id', 'device_id'])
    .execute()

export const placeOfNotification = (db: Database, { location_id }: Pick<AlarmNotification, 'location_id'>) =>
  db.selectFrom('locations').select(['name', 'time_zone']).where('id', '=', location_id).executeTakeFirstOrThrow()

/** Addresses of who was told of an alert along a plan. */
export const emailsToldOf = async (db: Database, alertId: number): Promise<string[]> => {
  const rows = await db.selectFrom('alarm_tellings').select('email').where('alert_id', '=', alertId).execute()
  return rows.map(({ email }) => email)
}

/** Time somebody was last told of an alert along a plan (ISO 8601). */
export const lastToldAt = async (db: Database, alertId: number): Promise<string | null> => {
  const last = await db
    .selectFrom('alarm_tellings')
    .select(eb => eb.fn.max('told_at').as('at'))
    .where('alert_id', '=', alertId)
    .executeTakeFirst()
  return last?.at ?? null
}

/** Notifications of alerts that are over, which nobody has said yet. */
export const notificationsNotOver = (db: Database): Promise<AlarmNotification[]> =>
  db
    .selectFrom('alarm_tellings')
    .innerJoin('alerts', 'alerts.id', 'alarm_tellings.alert_id')
    .selectAll('alarm_tellings')
    .where('alerts.state', '=', 'resolved')
    .where('alarm_tellings.over_at', 'is', null)
    .execute()

interface OfLog {
  locationId: number
  since: string
  testId?: number | undefined
}

export const notificationsOfLog = (db: Database, { locationId, since, testId }: OfLog): Promise<AlarmNotification[]> =>
  db
    .selectFrom('alarm_tellings')
    .selectAll()
    .where('location_id', '=', locationId)
    .where('told_at', '>=', since)
    .$if(testId !== undefined, query => query.where('test_id', '=', testId ?? 0))
    .orderBy('id')
    .execute()

/** Ways by which people of a location were told. */
export const waysOfLog = (db: Database, locationId: number): Promise<Way[]> =>
  db
    .selectFrom('alarm_ways')
    .innerJoin('alarm_tellings', 'alarm_tellings.id', 'alarm_ways.telling_id')
    .selectAll('alarm_ways')
    .where('location_id', '=', locationId)
    .orderBy('alarm_ways.id')
    .execute()

export const deleteNotifications = (db: Database, before: string) =>
  db.deleteFrom('alarm_tellings').where('told_at', '<', before).execute()
