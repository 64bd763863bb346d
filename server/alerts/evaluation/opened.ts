import type { Insertable } from 'kysely'
import type { WatchState } from '#shared/rules/alerts/alert-state.ts'
import type { Database } from '../../kit/database/database.ts'
import { jsonOf } from '../../kit/database/json.ts'
import type { Tables } from '../../tables.ts'
import type { ActiveRule } from '../rules/rule-store.ts'
import type { Changed } from './news.ts'
import { changeOpenAlert, insertAlert, openAlertOf } from './open-alert-store.ts'
import type { Placed } from './targets.ts'

const iso = (time: number): string => new Date(time).toISOString()
const isoOrNull = (time: number | undefined): string | null => (time === undefined ? null : iso(time))

/** Subject of an alert: a rule, or what is built in. */
export interface AlertSubject {
  kind: Tables['alerts']['kind']
  rule: ActiveRule | null
  urgency: Tables['alerts']['urgency']
  /** Threshold and clear value that were looked at. */
  edge: Pick<ActiveRule, 'threshold_value' | 'clear_value'>
}

const valuesOf = (state: WatchState) => ({
  last_value: state.last?.value ?? null,
  last_at: isoOrNull(state.last?.at),
  worst_value: state.worst?.value ?? null,
  worst_at: isoOrNull(state.worst?.at),
  told_value: state.told?.value ?? null,
  count: state.held,
  cannot_tell: state.cannotTell ? 1 : 0,
})

/** The columns of an alert that fires, with everything that names it as it is now. */
export const newAlert = (
  { kind, rule, urgency, edge }: AlertSubject,
  { id: device_id, place, zone }: Placed,
  measurement: string | null,
  state: WatchState,
): Insertable<Tables['alerts']> => ({
  kind,
  alert_rule_id: rule?.id ?? null,
  user_id: rule?.user_id ?? null,
  rule_name: rule?.name ?? null,
  urgency,
  device_id,
  location_id: place?.location_id ?? null,
  location_name: place?.location_name ?? null,
  area_id: place?.area_id ?? null,
  area_name: place?.area_name ?? null,
  area_type_id: place?.area_type_id ?? null,
  time_zone: zone,
  measurement: rule ? measurement : null,
  physical_quantity_id: rule?.physical_quantity_id ?? null,
  calculation: rule?.calculation ?? null,
  comparison: rule?.comparison ?? null,
  comparator: rule?.comparator ?? null,
  calculation_minutes: rule?.calculation_minutes ?? null,
  threshold_value: rule && edge.threshold_value,
  clear_value: rule && edge.clear_value,
  state: 'firing',
  started_at: iso(state.since ?? state.evaluated),
  fired_at: iso(state.evaluated),
  resolved_at: null,
  ended_by: null,
  ...valuesOf(state),
  told_at: iso(state.told?.at ?? state.evaluated),
  acknowledged_by: null,
  acknowledged_at: null,
  acknowledged_note: null,
  silenced_until: null,
  checks: jsonOf(rule?.checks ?? []),
})

/** Opens an alert. Returns the one that is open already when there is one. */
export const openAlert = async (
  trx: Database,
  subject: AlertSubject,
  device: Placed,
  measurement: string | null,
  state: WatchState,
): Promise<number> => {
  const opened = await insertAlert(trx, newAlert(subject, device, measurement, state))
  return opened ?? openAlertOf(trx, { kind: subject.kind, ruleId: subject.rule?.id ?? null }, device.id)
}

/** Keeps up an open alert; `measurement` is the one that went furthest. */
export const continueAlert = (trx: Database, id: number, state: WatchState, measurement: string | null) =>
  changeOpenAlert(trx, id, {
    ...valuesOf(state),
    ...(state.told ? { told_at: iso(state.told.at) } : {}),
    ...(measurement === null ? {} : { measurement }),
  })

/** Ends an alert whose value came back. */
export const resolveAlert = (trx: Database, id: number, state: WatchState) =>
  changeOpenAlert(trx, id, {
    state: 'resolved',
    resolved_at: iso(state.evaluated),
    ended_by: 'value',
    cannot_tell: 0,
    last_value: state.last?.value ?? null,
    last_at: isoOrNull(state.last?.at),
  })

export const changedOf = ({ kind, rule }: AlertSubject, { id, place }: Placed): Changed => ({
  kind,
  user_id: rule?.user_id ?? null,
  location_id: place?.location_id ?? null,
  device_id: id,
})
