import type { Generated } from 'kysely'
import type { WATCH_PROBLEMS } from '#shared/contract/alerts/alarm-plans.ts'
import type { AlertRule } from '#shared/contract/alerts/alert-rules.ts'
import type { Alert } from '#shared/contract/alerts/alerts.ts'
import type { Json } from '../kit/database/json.ts'

type Condition = Pick<AlertRule, 'calculation' | 'comparison' | 'comparator' | 'threshold_value' | 'clear_value'>
type OrNull<Fields> = { [Name in keyof Fields]: Fields[Name] | null }

/** Tables of rules and alerts; times, flags and JSON as in all of the database. */
export interface AlertTables {
  alert_rules: Condition & {
    id: Generated<number>
    user_id: number
    name: string | null
    /** A kind that no area has where the rule is for one of the three below: see `rule-rows.ts`. */
    area_type_id: number | null
    location_id: Generated<number | null>
    area_id: Generated<number | null>
    device_id: Generated<number | null>
    physical_quantity_id: number
    calculation_minutes: AlertRule['calculation_minutes']
    times: number
    exclude_months: Json<AlertRule['exclude_months']>
    exclude_hours: Json<AlertRule['exclude_hours']>
    exclude_device_ids: Json<AlertRule['exclude_device_ids']>
    exclude_empty: Generated<number>
    by_age: Generated<number>
    urgency: AlertRule['urgency']
    active: number
    alert_via_email: number
    alert_via_push: number
    alert_via_webhook: number
    alert_via_contact_point: Generated<number>
    recipients: Json<AlertRule['recipients']>
    checks: Json<AlertRule['checks']>
    demo: Generated<number>
    version: Generated<number>
    created_at: string
    updated_at: string
  }
  /** Names, place and condition are those of the moment it fired. */
  alerts: OrNull<Condition> & {
    id: Generated<number>
    kind: Alert['kind']
    alert_rule_id: number | null
    /** Owner of the rule, also once that is deleted; null for what is built in. */
    user_id: number | null
    rule_name: string | null
    urgency: Alert['urgency']
    device_id: number
    location_id: number | null
    location_name: string | null
    area_id: number | null
    area_name: string | null
    area_type_id: number | null
    time_zone: string
    measurement: string | null
    physical_quantity_id: number | null
    calculation_minutes: number | null
    state: Alert['state']
    started_at: string
    fired_at: string
    resolved_at: string | null
    ended_by: Alert['ended_by']
    last_value: number | null
    last_at: string | null
    worst_value: number | null
    worst_at: string | null
    count: number
    cannot_tell: number
    /** The value and the time people were last told of. */
    told_value: number | null
    told_at: string
    acknowledged_by: number | null
    acknowledged_at: string | null
    /** Name of a person without an account who said so by the link of an alarm plan. */
    acknowledged_name: Generated<string | null>
    acknowledged_note: string | null
    silenced_until: string | null
    checks: Json<AlertRule['checks']>
  }
  /** State of the watch of a device: one row for each rule, or built-in kind, that ever held. */
  alert_states: {
    /** `rule:<id>`, or the kind of what is built in. */
    watch: string
    device_id: number
    alert_rule_id: number | null
    phase: 'idle' | 'pending' | 'firing'
    /** Evaluations in a row that held. */
    held: number
    /** Time since which the condition holds. */
    since: string | null
    /** Time of the newest reading or minute that was looked at; what is older changes nothing any more. */
    evaluated_at: string
    /** Alert of the episode; null while firing: the alert was deleted, and the episode stays quiet. */
    alert_id: number | null
    version: number
  }
  alert_marks: { user_id: number; alert_id: number; read: number; show: number }
  /**
   * Single row: the newest minute that was evaluated to its end for everybody, and since when that happens without a
   * pause.
   */
  alert_clock: { id: number; minute: string; awake_since: string }
  /** Parts of the devices, by `device id % parts`: each is evaluated by one process, once for each minute. */
  alert_parts: {
    part: number
    /** The newest minute that a process took it for, and the newest that was evaluated to its end; empty before the first. */
    minute: string
    finished: string
    /** Grows with each process that takes it: one that comes late is known by an older term. */
    term: number
    /** The process that took it last; null in a set-up of one. */
    process: string | null
    /** Epoch ms by the clock of the database; 0 once it was given back. */
    held_until: number
    /** Processes that began it for this minute. */
    tries: number
    /** Time that the process took which evaluated it last, with all the parts it had. */
    took_ms: number | null
  }
  /** Processes that evaluate parts, and when each last said so (epoch ms by the clock of the database). */
  alert_processes: { process: string; seen_at: number }
  /** Single row that the release before takes for each minute. */
  alert_claims: { id: number; minute: string }
  /** Rules and built-in kinds that could not be evaluated when last looked at, each until it can be. */
  alert_failures: {
    id: Generated<number>
    /** `rule:<id>`, or the kind of what is built in with the device. */
    watch: string
    alert_rule_id: number | null
    user_id: number | null
    reason: 'error' | 'too_slow' | 'too_many'
    /** Message of the program, for whoever looks after the server. */
    detail: string
    since: string
    at: string
  }
  /** Intervals without a pause in which a transport could take messages and store them. */
  heard_spans: { id: Generated<number>; door: 'http' | 'broker'; start: string; end: string }
  /** Intervals in which nobody was warned: no minute was evaluated for everybody, or no message could be taken. */
  watch_outages: {
    id: Generated<number>
    problem: (typeof WATCH_PROBLEMS)[number]
    start: string
    end: string | null
    /** 1 while it lasts, null afterwards. */
    lasting: number | null
  }
}
