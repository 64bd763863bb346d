import { sql } from 'kysely'
import { IDLE, type WatchState } from '#shared/rules/alerts/alert-state.ts'
import type { Database } from '../../kit/database/database.ts'
import { inIds } from '../../kit/database/in-ids.ts'
import { inParts, rowsAs } from '../../kit/database/rows-as.ts'
import { type IdsInRange, isAmong } from '../../kit/database/some-ids.ts'

/** A stored state with what its open alert adds to it. */
export interface StoredState {
  state: WatchState
  version: number
  alert_id: number | null
  /** The measurement the open alert is about. */
  measurement: string | null
  /** True while somebody is on it, or it is silenced. */
  quiet: boolean
}

export const watchOf = (rule: { id: number }): string => `rule:${rule.id}`
export const stateKey = (watch: string, deviceId: number): string => `${watch} ${deviceId}`

/** The states of some devices, or those of devices in a range that are not idle. By `stateKey`. `now` is ISO 8601. */
export const loadStates = async (
  db: Database,
  now: string,
  of: { deviceIds: readonly number[] } | { devices: IdsInRange },
): Promise<Map<string, StoredState>> => {
  const query = db
    .selectFrom('alert_states')
    .leftJoin('alerts', 'alerts.id', 'alert_states.alert_id')
    .select(['watch', 'alert_states.device_id', 'phase', 'held', 'since', 'evaluated_at', 'alert_id', 'version'])
    .select(['measurement', 'last_value', 'last_at', 'worst_value', 'worst_at', 'told_value', 'told_at', 'cannot_tell'])
    .select(['acknowledged_at', 'silenced_until'])
  const rows = await ('devices' in of
    ? // As it stands in the condition of their index, which a parameter would not match.
      query.where('phase', '!=', sql.lit('idle' as const)).where(isAmong(db, 'alert_states.device_id', of.devices))
    : query.where('alert_states.device_id', 'in', inIds(db, of.deviceIds))
  ).execute()
  return new Map(
    rows.map(row => [
      stateKey(row.watch, row.device_id),
      {
        state: {
          phase: row.phase,
          held: row.held,
          since: row.since === null ? null : Date.parse(row.since),
          evaluated: Date.parse(row.evaluated_at),
          last: valueAt(row.last_value, row.last_at),
          worst: valueAt(row.worst_value, row.worst_at),
          told: valueAt(row.told_value, row.told_at),
          cannotTell: row.cannot_tell === 1,
        },
        version: row.version,
        alert_id: row.alert_id,
        measurement: row.measurement,
        quiet: row.acknowledged_at !== null || (row.silenced_until !== null && row.silenced_until > now),
      },
    ]),
  )
}

const valueAt = (value: number | null, at: string | null): WatchState['last'] =>
  at === null ? null : { value, at: Date.parse(at) }

interface Pair {
  watch: string
  device_id: number
  alert_rule_id: number | null
}

/** Keeps a state; false when somebody else has looked at this device meanwhile, and nothing is to come of it. */
export const saveState = async (
  trx: Database,
  pair: Pair,
  before: StoredState | undefined,
  next: WatchState,
): Promise<boolean> => {
  const columns = {
    phase: next.phase,
    held: next.held,
    since: next.since === null ? null : new Date(next.since).toISOString(),
    evaluated_at: new Date(next.evaluated).toISOString(),
    alert_id: next.phase === 'firing' ? (before?.alert_id ?? null) : null,
    version: (before?.version ?? 0) + 1,
  }
  if (before) {
    const saved = await trx
      .updateTable('alert_states')
      .set(columns)
      .where('watch', '=', pair.watch)
      .where('device_id', '=', pair.device_id)
      .where('version', '=', before.version)
      .returning('version')
      .executeTakeFirst()
    return saved !== undefined
  }
  const saved = await trx
    .insertInto('alert_states')
    .values({ ...pair, ...columns })
    .onConflict(conflict =>
      conflict
        .columns(['watch', 'device_id'])
        .doUpdateSet(eb => ({ ...columns, version: eb('alert_states.version', '+', 1) }))
        .where('alert_states.phase', '=', IDLE.phase)
        .where('alert_states.evaluated_at', '<', columns.evaluated_at),
    )
    .returning('version')
    .executeTakeFirst()
  return saved !== undefined
}

export const linkAlert = (trx: Database, { watch, device_id }: Pair, alertId: number) =>
  trx
    .updateTable('alert_states')
    .set({ alert_id: alertId })
    .where('watch', '=', watch)
    .where('device_id', '=', device_id)
    .execute()

/** Forgets the states whose alerts these are: the watch over their devices begins anew. */
export const deleteStatesOfAlerts = (trx: Database, alertIds: readonly number[]) =>
  trx.deleteFrom('alert_states').where('alert_id', 'in', inIds(trx, alertIds)).execute()

/** Forgets how far was counted for these; a statement, however many they are. Of what is firing the alert decides. */
export const deletePendingStates = async (trx: Database, pairs: readonly Omit<Pair, 'alert_rule_id'>[]) => {
  for (const some of inParts(pairs))
    await trx
      .deleteFrom('alert_states')
      .where('alert_id', 'is', null)
      .where(eb =>
        eb.exists(
          eb
            .selectFrom(rowsAs(trx, 'held', some, { watch: 'text', device_id: 'bigint' }))
            .select('held.watch')
            .whereRef('held.watch', '=', 'alert_states.watch')
            .whereRef('held.device_id', '=', 'alert_states.device_id'),
        ),
      )
      .execute()
}

/** Forgets the states of a rule; only of these devices when `deviceIds` are given. */
export const deleteStatesOfRule = (trx: Database, ruleId: number, deviceIds?: readonly number[]) => {
  const states = trx.deleteFrom('alert_states').where('alert_rule_id', '=', ruleId)
  return (deviceIds === undefined ? states : states.where('device_id', 'in', inIds(trx, deviceIds))).execute()
}
