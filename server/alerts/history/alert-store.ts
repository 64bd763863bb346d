import { expressionBuilder } from 'kysely'
import { UNREAD_DAYS } from '#shared/contract/alerts/alerts.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import type { Database } from '../../kit/database/database.ts'
import { inIds } from '../../kit/database/in-ids.ts'
import { Failure } from '../../kit/failure.ts'
import type { Tables } from '../../tables.ts'
import type { AlertsSeen } from '../access.ts'

/**
 * The one rule of who sees an alert (decisions §3): the owner of its rule; the owner of the location it happened at; whoever
 * had the device meanwhile, when it is built in, by the ownership in which it fired; whoever was told of it and may see its device at this moment; administrators
 * all. Nobody else. `now` is ISO 8601.
 */
export const isSeenAlert = (db: Database, { user, locations, devices }: AlertsSeen, now: string) => {
  const eb = expressionBuilder<Tables, 'alerts'>()
  if (locations === null) return eb.lit(true)
  return eb.or([
    eb('alerts.user_id', '=', user.id),
    eb('alerts.location_id', 'in', inIds(db, locations)),
    eb.and([eb('alerts.device_id', 'in', inIds(db, devices)), eb.exists(deliveredTo(user.id))]),
    eb.and([eb('alerts.kind', '!=', 'rule'), eb.exists(custodyMeanwhile(user.id, now))]),
  ])
}

const deliveredTo = (userId: number) => {
  const eb = expressionBuilder<Tables, 'alerts'>()
  return eb
    .selectFrom('alert_deliveries')
    .select('alert_deliveries.id')
    .whereRef('alert_deliveries.alert_id', '=', 'alerts.id')
    .where('alert_deliveries.user_id', '=', userId)
}

const custodyMeanwhile = (userId: number, now: string) => {
  const eb = expressionBuilder<Tables, 'alerts'>()
  return eb
    .selectFrom('rentals')
    .innerJoin('rentals as ownership', join =>
      join.on(b => b('ownership.id', '=', b.fn.coalesce('rentals.given_from', 'rentals.id'))),
    )
    .select('rentals.id')
    .whereRef('rentals.device_id', '=', 'alerts.device_id')
    .where('rentals.user_id', '=', userId)
    .whereRef('ownership.start', '<=', 'alerts.fired_at')
    .where(b => b.or([b('ownership.end', 'is', null), b('ownership.end', '>', b.ref('alerts.fired_at'))]))
    .where(b => b('rentals.start', '<=', b.fn.coalesce('alerts.resolved_at', b.val(now))))
    .where(b => b.or([b('rentals.end', 'is', null), b('rentals.end', '>', b.ref('alerts.fired_at'))]))
}

/** Alerts a caller sees, with the caller's own marks. `now` is ISO 8601. */
const selectSeen = (db: Database, seen: AlertsSeen, now: string) =>
  db
    .selectFrom('alerts')
    .leftJoin('alert_marks', join =>
      join.onRef('alert_marks.alert_id', '=', 'alerts.id').on('alert_marks.user_id', '=', seen.user.id),
    )
    .where(isSeenAlert(db, seen, now))

const selectShown = (db: Database, seen: AlertsSeen, now: string) =>
  selectSeen(db, seen, now)
    .innerJoin('devices', 'devices.id', 'alerts.device_id')
    .leftJoin('users as helpers', 'helpers.id', 'alerts.acknowledged_by')
    .selectAll('alerts')
    .select(['devices.name as device_name', 'helpers.name as helper_name', 'alert_marks.read', 'alert_marks.show'])
export type ListedAlert = Awaited<ReturnType<typeof alertsOf>>[number]

export interface AlertsWanted {
  show: boolean
  device_ids?: readonly number[] | null | undefined
  location_id?: number | undefined
  area_ids?: readonly number[] | undefined
  /** Alerts that were open at some time in a period, ISO 8601. */
  within?: { from: string; until: string } | undefined
}

interface AlertFilters extends AlertsWanted {
  before?: number | undefined
  limit: number
}

/** Conditions on alerts with the marks of who asks. */
const wantedAlerts = (db: Database, { show, location_id, device_ids, area_ids, within }: AlertsWanted) => {
  const eb = expressionBuilder<Tables, 'alerts' | 'alert_marks'>()
  return eb.and([
    eb(eb.fn.coalesce('alert_marks.show', eb.val(1)), '=', show ? 1 : 0),
    ...(location_id === undefined ? [] : [eb('alerts.location_id', '=', location_id)]),
    ...(device_ids ? [eb('alerts.device_id', 'in', inIds(db, device_ids))] : []),
    ...(area_ids ? [eb('alerts.area_id', 'in', inIds(db, area_ids))] : []),
    ...(within
      ? [
          eb('alerts.fired_at', '<', within.until),
          eb.or([eb('alerts.resolved_at', 'is', null), eb('alerts.resolved_at', '>', within.from)]),
        ]
      : []),
  ])
}

/** Open ones first, then the newest. */
export const alertsOf = async (db: Database, seen: AlertsSeen, now: string, filters: AlertFilters) => {
  let query = selectShown(db, seen, now)
    .where(wantedAlerts(db, filters))
    .orderBy('alerts.state')
    .orderBy('alerts.fired_at', 'desc')
    .orderBy('alerts.id', 'desc')
    .limit(filters.limit)
  if (filters.before !== undefined) {
    const { id, state, fired_at } = await requireAlert(db, seen, now, filters.before)
    query = query.where(eb =>
      eb.or([
        eb('alerts.state', '>', state),
        eb.and([
          eb('alerts.state', '=', state),
          eb.or([
            eb('alerts.fired_at', '<', fired_at),
            eb.and([eb('alerts.fired_at', '=', fired_at), eb('alerts.id', '<', id)]),
          ]),
        ]),
      ]),
    )
  }
  return query.execute()
}

/** Number of the alerts that `alertsOf` would tell of without a limit. */
export const alertCountOf = async (
  db: Database,
  seen: AlertsSeen,
  now: string,
  wanted: AlertsWanted,
): Promise<number> => {
  const query = selectSeen(db, seen, now).where(wantedAlerts(db, wanted))
  const { count } = await query.select(eb => eb.fn.countAll().as('count')).executeTakeFirstOrThrow()
  return Number(count)
}

/** Throws not_found for an alert the caller does not see. */
export const requireAlert = async (db: Database, seen: AlertsSeen, now: string, id: number): Promise<ListedAlert> => {
  const row = await selectShown(db, seen, now).where('alerts.id', '=', id).executeTakeFirst()
  if (!row) throw new Failure('not_found')
  return row
}

/** All of these alerts. Throws not_found when the caller does not see one of them. */
export const requireAlerts = async (
  db: Database,
  seen: AlertsSeen,
  now: string,
  ids: readonly number[],
): Promise<ListedAlert[]> => {
  const wanted = [...new Set(ids)]
  const rows = await selectShown(db, seen, now).where('alerts.id', 'in', inIds(db, wanted)).execute()
  if (rows.length < wanted.length) throw new Failure('not_found')
  return rows
}

/** Alerts a caller sees that these marks would change: of years of history next to none. */
export const seenIds = async (
  db: Database,
  seen: AlertsSeen,
  now: string,
  { read, show }: AlertMarks,
): Promise<number[]> => {
  const rows = await selectSeen(db, seen, now)
    .select('alerts.id')
    .where(eb =>
      eb.or([
        ...(read === undefined ? [] : [eb(eb.fn.coalesce('alert_marks.read', eb.val(0)), '!=', read ? 1 : 0)]),
        ...(show === undefined ? [] : [eb(eb.fn.coalesce('alert_marks.show', eb.val(1)), '!=', show ? 1 : 0)]),
      ]),
    )
    .execute()
  return rows.map(({ id }) => id)
}

/** Time after which an alert that is over counts as unread no more: a count of all there ever were costs more each year. */
const UNREAD_MS = UNREAD_DAYS * DAY_MS

/** Numbers of alerts that are open, and of those that are shown and not read: open ones, and what fired within `UNREAD_DAYS`. */
export const countAlerts = async (db: Database, seen: AlertsSeen, now: string) => {
  const count = (rows: { count: number | bigint | string }[]) => Number(rows[0]?.count ?? 0)
  const query = selectSeen(db, seen, now).select(eb => eb.fn.countAll().as('count'))
  const since = new Date(Date.parse(now) - UNREAD_MS).toISOString()
  const unread = query
    .where(eb =>
      eb.or([
        eb('alerts.state', '=', 'firing'),
        eb.and([eb('alerts.state', '=', 'resolved'), eb('alerts.fired_at', '>=', since)]),
      ]),
    )
    .where(eb => eb(eb.fn.coalesce('alert_marks.show', eb.val(1)), '=', 1))
    .where(eb => eb(eb.fn.coalesce('alert_marks.read', eb.val(0)), '=', 0))
  return {
    unread: count(await unread.execute()),
    open: count(await query.where('alerts.state', '=', 'firing').execute()),
  }
}

export interface AlertMarks {
  read?: boolean | undefined
  show?: boolean | undefined
}

const BATCH_SIZE = 500

/** Marks alerts for one person; what is not named stays as it is. */
export const markAlerts = async (db: Database, userId: number, ids: readonly number[], { read, show }: AlertMarks) => {
  const changes = {
    ...(read === undefined ? {} : { read: read ? 1 : 0 }),
    ...(show === undefined ? {} : { show: show ? 1 : 0 }),
  }
  if (Object.keys(changes).length === 0) return
  for (let at = 0; at < ids.length; at += BATCH_SIZE)
    await db
      .insertInto('alert_marks')
      .values(
        ids.slice(at, at + BATCH_SIZE).map(alert_id => ({ user_id: userId, alert_id, read: 0, show: 1, ...changes })),
      )
      .onConflict(conflict => conflict.columns(['user_id', 'alert_id']).doUpdateSet(changes))
      .execute()
}

interface Acknowledging {
  by: number
  at: string
  /** Undefined where the note stays as it is. */
  note: string | null | undefined
  /** Goes on for somebody else who is on it. */
  takesOver: boolean
}

/** Says who is on an alert. Returns whether it could be said: somebody else may be on it. */
export const acknowledge = async (
  db: Database,
  id: number,
  { by, at, note, takesOver }: Acknowledging,
): Promise<boolean> => {
  const changed = await db
    .updateTable('alerts')
    .set(eb => ({
      acknowledged_by: by,
      acknowledged_name: null,
      acknowledged_at: eb.case().when('acknowledged_by', '=', by).then(eb.ref('acknowledged_at')).else(at).end(),
      ...(note === undefined
        ? {
            acknowledged_note: eb
              .case()
              .when('acknowledged_by', '=', by)
              .then(eb.ref('acknowledged_note'))
              .else(null)
              .end(),
          }
        : { acknowledged_note: note }),
    }))
    .where('id', '=', id)
    .$if(!takesOver, query =>
      query.where(eb => eb.or([eb('acknowledged_at', 'is', null), eb('acknowledged_by', '=', by)])),
    )
    .executeTakeFirst()
  return changed.numUpdatedRows > 0
}

/** Takes back that somebody is on an alert. Returns whether that was so. */
export const withdraw = async (db: Database, id: number, by: number): Promise<boolean> => {
  const changed = await db
    .updateTable('alerts')
    .set({ acknowledged_by: null, acknowledged_name: null, acknowledged_at: null, acknowledged_note: null })
    .where('id', '=', id)
    .where('acknowledged_by', '=', by)
    .executeTakeFirst()
  return changed.numUpdatedRows > 0
}

export const silence = (db: Database, id: number, until: string | null) =>
  db.updateTable('alerts').set({ silenced_until: until }).where('id', '=', id).execute()

/** Deletes alerts for good. The state of the watch stays, so that the same episode does not open another. */
export const deleteAlerts = (db: Database, ids: readonly number[]) =>
  db.deleteFrom('alerts').where('id', 'in', inIds(db, ids)).execute()

/** Alerts of a rule that fired since `from` (ISO 8601), the oldest first: when, how long, and whether somebody cared. */
export const firingsOfRule = (db: Database, ruleId: number, from: string) =>
  db
    .selectFrom('alerts')
    .select(['fired_at', 'resolved_at', 'acknowledged_at', 'time_zone'])
    .where('alert_rule_id', '=', ruleId)
    .where('fired_at', '>=', from)
    .orderBy('fired_at')
    .execute()

/** Time a rule fired last; null when it never did. */
export const lastFiringOfRule = async (db: Database, ruleId: number): Promise<string | null> => {
  const last = await db
    .selectFrom('alerts')
    .select(eb => eb.fn.max('fired_at').as('at'))
    .where('alert_rule_id', '=', ruleId)
    .executeTakeFirst()
  return last?.at ?? null
}

/** Ids of the open alerts of a location that a caller sees, not those of the own rules if so wanted; `now` is ISO 8601. */
export const openAlertsSeenAt = async (
  db: Database,
  locationId: number,
  seen: AlertsSeen,
  { now, withoutOwnRules }: { now: string; withoutOwnRules: boolean },
): Promise<number[]> => {
  const query = db
    .selectFrom('alerts')
    .select('id')
    .where('location_id', '=', locationId)
    .where('state', '=', 'firing')
    .where(isSeenAlert(db, seen, now))
  const others = withoutOwnRules
    ? query.where(eb => eb.or([eb('user_id', 'is', null), eb('user_id', '!=', seen.user.id)]))
    : query
  return (await others.execute()).map(({ id }) => id)
}

/**
 * Open alerts that nobody is on, of all locations with an alarm plan, the oldest first. An alert that waits for a daily letter is not
 * among them: it gets nobody out of bed.
 */
export const unattendedAlerts = async (db: Database): Promise<{ id: number; location_id: number }[]> => {
  const rows = await db
    .selectFrom('alerts')
    .innerJoin('alarm_plans', 'alarm_plans.location_id', 'alerts.location_id')
    .select(['alerts.id', 'alarm_plans.location_id'])
    .where('alerts.state', '=', 'firing')
    .where('alerts.acknowledged_at', 'is', null)
    .where('alerts.urgency', '!=', 'digest')
    .orderBy('alerts.id')
    .execute()
  return rows
}
