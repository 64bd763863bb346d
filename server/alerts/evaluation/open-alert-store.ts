import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Alert } from '#shared/contract/alerts/alerts.ts'
import type { Database } from '../../kit/database/database.ts'
import { inIds } from '../../kit/database/in-ids.ts'
import { isAmong, type SomeIds } from '../../kit/database/some-ids.ts'
import type { Tables } from '../../tables.ts'

type AlertTable = Tables['alerts']

/** Columns that say whose an alert is: they decide who sees it. */
const WHOSE = ['kind', 'user_id', 'location_id', 'device_id'] as const
export type WhoseAlert = Pick<AlertTable, (typeof WHOSE)[number]>

export const alertOfId = (db: Database, id: number): Promise<Selectable<AlertTable> | undefined> =>
  db.selectFrom('alerts').selectAll().where('id', '=', id).executeTakeFirst()

/** Writes an alert and returns its id; undefined when one of the same rule, or kind, is open on the device already. */
export const insertAlert = async (trx: Database, alert: Insertable<AlertTable>): Promise<number | undefined> => {
  const inserted = await trx
    .insertInto('alerts')
    .values(alert)
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id
}

/** Id of the open alert of a rule on a device; of a built-in kind where there is no rule. */
export const openAlertOf = async (
  trx: Database,
  subject: { kind: AlertTable['kind']; ruleId: number | null },
  deviceId: number,
): Promise<number> => {
  const open = trx.selectFrom('alerts').select('id').where('state', '=', 'firing').where('device_id', '=', deviceId)
  const { ruleId, kind } = subject
  const row = await (ruleId === null
    ? open.where('kind', '=', kind)
    : open.where('alert_rule_id', '=', ruleId)
  ).executeTakeFirstOrThrow()
  return row.id
}

/** Ids of the open alerts of a rule; only those on these devices when `deviceIds` are given. */
export const openAlertsOfRule = async (
  trx: Database,
  ruleId: number,
  deviceIds?: readonly number[],
): Promise<number[]> => {
  const open = trx.selectFrom('alerts').select('id').where('alert_rule_id', '=', ruleId).where('state', '=', 'firing')
  const rows = await (deviceIds === undefined ? open : open.where('device_id', 'in', inIds(trx, deviceIds))).execute()
  return rows.map(({ id }) => id)
}

/** All open alerts of some devices, with what decides whether they stay open. */
export const openAlerts = (db: Database, devices: SomeIds) =>
  db
    .selectFrom('alerts')
    .select(['id', 'kind', 'alert_rule_id', 'device_id', 'area_id', 'fired_at', 'last_at', 'cannot_tell'])
    .select(['calculation_minutes', 'worst_value'])
    .where('state', '=', 'firing')
    .where(isAmong(db, 'device_id', devices))
    .execute()
export type OpenAlert = Awaited<ReturnType<typeof openAlerts>>[number]

/** Changes an alert as long as it is open. */
export const changeOpenAlert = (trx: Database, id: number, change: Updateable<AlertTable>) =>
  trx.updateTable('alerts').set(change).where('id', '=', id).where('state', '=', 'firing').execute()

/** Notes of these alerts that nobody can tell whether they are over. Returns whose they are. */
export const markCannotTell = (db: Database, ids: readonly number[]): Promise<WhoseAlert[]> =>
  db
    .updateTable('alerts')
    .set({ cannot_tell: 1 })
    .where('id', 'in', inIds(db, ids))
    .where('state', '=', 'firing')
    .returning(WHOSE)
    .execute()

/** Ends those of these alerts that are open. Returns which, and whose they are. */
export const endOpenAlerts = (
  trx: Database,
  ids: readonly number[],
  ended: { ended_by: NonNullable<Alert['ended_by']>; resolved_at: string },
): Promise<(WhoseAlert & { id: number })[]> =>
  trx
    .updateTable('alerts')
    .set({ ...ended, state: 'resolved', cannot_tell: 0 })
    .where('id', 'in', inIds(trx, ids))
    .where('state', '=', 'firing')
    .returning(['id', ...WHOSE])
    .execute()
