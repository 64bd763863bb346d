import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import type { Database } from '../../kit/database/database.ts'
import { inIds } from '../../kit/database/in-ids.ts'
import { isoNow, type Services } from '../../kit/services.ts'
import type { ChannelName, WayName } from '../../notifications/tables.ts'
import type { Tables } from '../../tables.ts'
import type { StoredAlert } from '../rules/people.ts'

export type DeliveryRow = Selectable<Tables['alert_deliveries']>
const OPEN = ['waiting', 'held'] as const
const MAX_ROWS = 1000

/** An alert with the names that a mail needs. */
export interface ToldAlert extends StoredAlert {
  device_name: string
  acknowledged_name: string | null
}

/** The alerts with the names that go with them. */
export const toldAlerts = async (db: Database, ids: number[]): Promise<Map<number, ToldAlert>> => {
  const rows = await db
    .selectFrom('alerts')
    .innerJoin('devices', 'devices.id', 'alerts.device_id')
    .leftJoin('users', 'users.id', 'alerts.acknowledged_by')
    .selectAll('alerts')
    .select(eb => [
      'devices.name as device_name',
      eb.fn.coalesce('users.name', 'alerts.acknowledged_name').as('acknowledged_name'),
    ])
    .where('alerts.id', 'in', inIds(db, ids))
    .execute()
  return new Map(rows.map(row => [row.id, row]))
}

/** Condition of a way, or of all ways of a channel: each contact point is a way of its own. */
const isOn = (on: ChannelName | WayName) => (eb: ExpressionBuilder<Tables, 'alert_deliveries'>) =>
  on === 'contact_point' ? sql<boolean>`alert_deliveries.channel LIKE 'contact_point:%'` : eb('channel', '=', on)

const openDeliveries = (db: Database, on: ChannelName | WayName) =>
  db.selectFrom('alert_deliveries').selectAll().where('state', 'in', OPEN).where(isOn(on))

/** Deliveries due on a channel, by id. Taken is the oldest of each person before the second of anybody: who has thousands keeps nobody waiting. */
export const dueDeliveries = async (db: Database, channel: ChannelName, now: string): Promise<DeliveryRow[]> => {
  const ranked = openDeliveries(db, channel)
    .where('due_at', '<=', now)
    .select(eb =>
      eb.fn
        .agg<number>('row_number')
        .over(of => of.partitionBy('user_id').orderBy('id'))
        .as('turn'),
    )
  const taken = await db
    .selectFrom(ranked.as('ranked'))
    .selectAll()
    .orderBy('turn')
    .orderBy('id')
    .limit(MAX_ROWS)
    .execute()
  return taken.map(({ turn: _, ...row }): DeliveryRow => row).sort((a, b) => a.id - b.id)
}

/** Deliveries of these alerts that are open but not due yet, by the clock. */
export const laterDeliveries = (db: Database, channel: ChannelName, alertIds: readonly number[], now: string) =>
  openDeliveries(db, channel).where('due_at', '>', now).where('alert_id', 'in', inIds(db, alertIds)).execute()

/** Deliveries of these alerts that were handed to the outbox, with their messages. */
export const handedDeliveries = (db: Database, channel: ChannelName, alertIds: readonly number[]) =>
  db
    .selectFrom('alert_deliveries')
    .select(['id', 'alert_id', 'user_id', 'channel', 'message_id'])
    .where(isOn(channel))
    .where('message_id', 'is not', null)
    .where('alert_id', 'in', inIds(db, alertIds))
    .execute()

export const deliveriesInMessage = (db: Database, messageId: number): Promise<DeliveryRow[]> =>
  db.selectFrom('alert_deliveries').selectAll().where('message_id', '=', messageId).orderBy('id').execute()

/** Open deliveries to a person, in one way, of any of these alerts. */
export const openDeliveriesTo = (
  db: Database,
  { userId, way, alertIds }: { userId: number; way: WayName; alertIds: readonly number[] },
): Promise<DeliveryRow[]> =>
  openDeliveries(db, way).where('user_id', '=', userId).where('alert_id', 'in', inIds(db, alertIds)).execute()

/** Open deliveries to a person of an alert, in all ways. */
export const openDeliveriesOf = (db: Database, alertId: number, userId: number): Promise<DeliveryRow[]> =>
  db
    .selectFrom('alert_deliveries')
    .selectAll()
    .where('state', 'in', OPEN)
    .where('alert_id', '=', alertId)
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()

/** Open deliveries to a person of all alerts. */
export const openDeliveriesFor = (db: Database, userId: number): Promise<DeliveryRow[]> =>
  db.selectFrom('alert_deliveries').selectAll().where('state', 'in', OPEN).where('user_id', '=', userId).execute()

/** Deliveries to a person, open or not, of alerts that are open. */
export const deliveriesOfOpenAlerts = (db: Database, userId: number): Promise<DeliveryRow[]> =>
  db
    .selectFrom('alert_deliveries')
    .innerJoin('alerts', 'alerts.id', 'alert_deliveries.alert_id')
    .selectAll('alert_deliveries')
    .where('alert_deliveries.user_id', '=', userId)
    .where('alerts.state', '=', 'firing')
    .orderBy('alert_deliveries.id')
    .execute()

export const idsOf = (rows: readonly DeliveryRow[]): number[] => rows.map(({ id }) => id)

type Change = Partial<Omit<DeliveryRow, 'id'>>

/** Changes those of these deliveries that are still open. */
export const changeOpen = (db: Database, rows: readonly DeliveryRow[], set: Change) =>
  db
    .updateTable('alert_deliveries')
    .set(set)
    .where('id', 'in', inIds(db, idsOf(rows)))
    .where('state', 'in', OPEN)
    .execute()

export const withdraw = (db: Database, rows: readonly DeliveryRow[]) =>
  db
    .deleteFrom('alert_deliveries')
    .where('id', 'in', inIds(db, idsOf(rows)))
    .where('state', 'in', OPEN)
    .execute()

/** Changes the deliveries that went out with a message. */
export const changeInMessage = (db: Database, messageId: number, set: Change) =>
  db.updateTable('alert_deliveries').set(set).where('message_id', '=', messageId).execute()

/** Counts the messages a person was sent in one way within the last minute. */
export const sentLately = async (services: Services, userId: number, way: WayName): Promise<number> => {
  const rows = await services.db
    .selectFrom('alert_deliveries')
    .select('message_id')
    .distinct()
    .where('user_id', '=', userId)
    .where('channel', '=', way)
    .where('at', '>', new Date(services.now() - MINUTE_MS).toISOString())
    .execute()
  return rows.length
}

/** Error for a delivery that another process has taken meanwhile. */
class Taken extends Error {}

/**
 * Changes all of these together with what `work` writes, or nothing when another process has taken one of them meanwhile.
 * Returns whether it did.
 */
export const take = async (
  services: Services,
  rows: readonly DeliveryRow[],
  work: (trx: Database, now: string) => Promise<Change>,
): Promise<boolean> => {
  const now = isoNow(services)
  try {
    await services.db.transaction().execute(async trx => {
      const taken = await trx
        .updateTable('alert_deliveries')
        .set(await work(trx, now))
        .where('id', 'in', inIds(trx, idsOf(rows)))
        .where('state', 'in', OPEN)
        .where('due_at', '<=', now)
        .returning('id')
        .execute()
      if (taken.length !== rows.length) throw new Taken()
    })
    return true
  } catch (error) {
    if (error instanceof Taken) return false
    throw error
  }
}

/** Deliveries of these alerts with the names of who is told, the oldest first. */
export const namedDeliveries = (db: Database, alertIds: readonly number[]) =>
  db
    .selectFrom('alert_deliveries')
    .innerJoin('users', 'users.id', 'alert_deliveries.user_id')
    .select([
      'alert_deliveries.id',
      'alert_deliveries.alert_id',
      'alert_deliveries.channel',
      'alert_deliveries.event',
      'alert_deliveries.state',
      'alert_deliveries.at',
      'alert_deliveries.error',
      'alert_deliveries.message_id',
      'users.name',
    ])
    .where('alert_id', 'in', inIds(db, alertIds))
    .orderBy('alert_deliveries.id')
    .execute()

/** Addresses of the people whom a rule has told that an alert fired, or is about to tell; not of those whom all its ways failed to reach. */
export const emailsToldByRule = async (db: Database, alertId: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('alert_deliveries')
    .innerJoin('users', 'users.id', 'alert_deliveries.user_id')
    .select('users.email')
    .where('alert_id', '=', alertId)
    .where('event', '=', 'fired')
    // A webhook calls a machine: nobody has heard of it by that.
    .where('channel', '!=', 'webhook')
    .where('state', '!=', 'failed')
    .execute()
  return rows.map(({ email }) => email)
}

/** Deliveries of the firing of an alert: how each stands and when. */
export const deliveriesOfFiring = (db: Database, alertId: number) =>
  db
    .selectFrom('alert_deliveries')
    .select(['state', 'at', 'due_at', 'happened_at'])
    .where('alert_id', '=', alertId)
    .where('event', '=', 'fired')
    .execute()
