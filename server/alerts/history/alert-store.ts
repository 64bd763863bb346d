import type { Database } from '../../kit/database/database.ts'
import { Failure } from '../../kit/failure.ts'
import { type AlertsSeen, isSeenAlert } from '../access.ts'

/** Alerts a caller sees, with the caller's own marks. `now` is ISO 8601. */
const selectSeen = (db: Database, seen: AlertsSeen, now: string) =>
  db
    .selectFrom('alerts')
    .leftJoin('alert_marks', join =>
      join.onRef('alert_marks.alert_id', '=', 'alerts.id').on('alert_marks.user_id', '=', seen.user.id),
    )
    .where(eb => isSeenAlert(seen, now)(eb as never))

const selectShown = (db: Database, seen: AlertsSeen, now: string) =>
  selectSeen(db, seen, now)
    .innerJoin('devices', 'devices.id', 'alerts.device_id')
    .leftJoin('users as helpers', 'helpers.id', 'alerts.acknowledged_by')
    .selectAll('alerts')
    .select(['devices.name as device_name', 'helpers.name as helper_name', 'alert_marks.read', 'alert_marks.show'])
export type AlertRow = Awaited<ReturnType<typeof alertsOf>>[number]

interface Asked {
  show: boolean
  device_id?: number | undefined
  location_id?: number | undefined
  before?: number | undefined
  limit: number
}

/** Open ones first, then the newest. */
export const alertsOf = async (db: Database, seen: AlertsSeen, now: string, asked: Asked) => {
  let query = selectShown(db, seen, now)
    .where(eb => eb(eb.fn.coalesce('alert_marks.show', eb.val(1)), '=', asked.show ? 1 : 0))
    .orderBy('alerts.state')
    .orderBy('alerts.fired_at', 'desc')
    .orderBy('alerts.id', 'desc')
    .limit(asked.limit)
  if (asked.device_id !== undefined) query = query.where('alerts.device_id', '=', asked.device_id)
  if (asked.location_id !== undefined) query = query.where('alerts.location_id', '=', asked.location_id)
  if (asked.before !== undefined) {
    const { id, state, fired_at } = await requireAlert(db, seen, now, asked.before)
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

/** Throws not_found for an alert the caller does not see. */
export const requireAlert = async (db: Database, seen: AlertsSeen, now: string, id: number): Promise<AlertRow> => {
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
): Promise<AlertRow[]> => {
  const wanted = [...new Set(ids)]
  const rows = await selectShown(db, seen, now).where('alerts.id', 'in', wanted).execute()
  if (rows.length < wanted.length) throw new Failure('not_found')
  return rows
}

export const seenIds = async (db: Database, seen: AlertsSeen, now: string): Promise<number[]> =>
  (await selectSeen(db, seen, now).select('alerts.id').execute()).map(({ id }) => id)

export const countAlerts = async (db: Database, seen: AlertsSeen, now: string) => {
  const count = (rows: { count: number | bigint | string }[]) => Number(rows[0]?.count ?? 0)
  const query = selectSeen(db, seen, now).select(eb => eb.fn.countAll().as('count'))
  const unread = query
    .where(eb => eb(eb.fn.coalesce('alert_marks.show', eb.val(1)), '=', 1))
    .where(eb => eb(eb.fn.coalesce('alert_marks.read', eb.val(0)), '=', 0))
  return {
    unread: count(await unread.execute()),
    open: count(await query.where('alerts.state', '=', 'firing').execute()),
  }
}

export interface Marks {
  read?: boolean | undefined
  show?: boolean | undefined
}

const AT_ONCE = 500

/** Marks alerts for one person; what is not named stays as it is. */
export const markAlerts = async (db: Database, userId: number, ids: readonly number[], { read, show }: Marks) => {
  const changes = {
    ...(read === undefined ? {} : { read: read ? 1 : 0 }),
    ...(show === undefined ? {} : { show: show ? 1 : 0 }),
  }
  if (Object.keys(changes).length === 0) return
  for (let at = 0; at < ids.length; at += AT_ONCE)
    await db
      .insertInto('alert_marks')
      .values(
        ids.slice(at, at + AT_ONCE).map(alert_id => ({ user_id: userId, alert_id, read: 0, show: 1, ...changes })),
      )
      .onConflict(conflict => conflict.columns(['user_id', 'alert_id']).doUpdateSet(changes))
      .execute()
}

export const acknowledge = (db: Database, id: number, by: number, at: string, note: string | null) =>
  db
    .updateTable('alerts')
    .set({ acknowledged_by: by, acknowledged_name: null, acknowledged_at: at, acknowledged_note: note })
    .where('id', '=', id)
    .execute()

export const silence = (db: Database, id: number, until: string | null) =>
  db.updateTable('alerts').set({ silenced_until: until }).where('id', '=', id).execute()

/** Deletes alerts for good. The state of the watch stays, so that the same episode does not open another. */
export const deleteAlerts = (db: Database, ids: readonly number[]) =>
  db.deleteFrom('alerts').where('id', 'in', ids).execute()
