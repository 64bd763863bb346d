import { z } from 'zod'
import { Flag, Id, IdList, IdParams, May, Time, TimeOut } from '../common.ts'
import { endpoints } from '../endpoint.ts'
import { ABSENCE_REASONS } from './absences.ts'
import { WAYS } from './alert-delivery.ts'
import { CALCULATIONS, COMPARATORS, COMPARISONS, URGENCIES } from './alert-rules.ts'

/** Kinds of alerts: from a rule, or built in. */
export const ALERT_KINDS = ['rule', 'device_silent', 'battery_low'] as const

const Ids = z.array(Id).min(1).max(10_000)

/** Notification of one person of one thing in one way. */
const Delivery = z.object({
  name: z.string(),
  channel: z.enum(WAYS),
  event: z.enum(['fired', 'worse', 'resolved']),
  state: z.enum(['waiting', 'held', 'sent', 'failed']),
  at: TimeOut.nullable(),
  error: z.string().nullable(),
  /**
   * Absences that say why this person was told: with `stands_in` the name is that of who is away, with the others that of
   * who stands in, empty where there is nobody.
   */
  absences: z.array(z.object({ reason: z.enum(ABSENCE_REASONS), name: z.string() })),
})

export const Alert = z.object({
  id: Id,
  kind: z.enum(ALERT_KINDS),
  /** Rule of the alert; null for what is built in, for another's rule, and once the rule is deleted. */
  alert_rule_id: Id.nullable(),
  /** The rule's name when it fired. */
  rule_name: z.string().nullable(),
  urgency: z.enum(URGENCIES),
  device_id: Id,
  device_name: z.string(),
  location_id: Id.nullable(),
  location_name: z.string().nullable(),
  area_id: Id.nullable(),
  area_name: z.string().nullable(),
  area_type_id: Id.nullable(),
  time_zone: z.string(),
  /** The measurement that went furthest; null for what is built in. */
  measurement: z.string().nullable(),
  physical_quantity_id: Id.nullable(),
  unit: z.string().nullable(),
  /** The condition when it fired; null for what is built in. */
  calculation: z.enum(CALCULATIONS).nullable(),
  comparison: z.enum(COMPARISONS).nullable(),
  comparator: z.enum(COMPARATORS).nullable(),
  calculation_minutes: z.int().nullable(),
  threshold_value: z.number().nullable(),
  clear_value: z.number().nullable(),
  state: z.enum(['firing', 'resolved']),
  /** Time the condition began to hold. */
  started_at: TimeOut,
  fired_at: TimeOut,
  resolved_at: TimeOut.nullable(),
  /** Cause of the end: the value came back, the rule was changed, switched off or deleted, or the device left. */
  ended_by: z.enum(['value', 'rule', 'device', 'empty']).nullable(),
  last_value: z.number().nullable(),
  last_at: TimeOut.nullable(),
  worst_value: z.number().nullable(),
  worst_at: TimeOut.nullable(),
  /** Evaluations that held. */
  count: z.int(),
  /** Too little was measured lately to say whether it is over. */
  cannot_tell: z.boolean(),
  read: z.boolean(),
  show: z.boolean(),
  acknowledged: z.object({ name: z.string(), by_me: z.boolean(), at: TimeOut, note: z.string().nullable() }).nullable(),
  /** Time until which nobody is told of the alert. */
  silenced_until: TimeOut.nullable(),
  checks: z.array(z.string()),
  /** Notifications of the alert; only for what is built in and for the caller's own rules. */
  deliveries: z.array(Delivery),
  /** Edit: say "I'm on it" and silence; own: take the device out of the rule. */
  may: May,
})
export type Alert = z.infer<typeof Alert>

const Marks = { read: z.boolean().optional(), show: z.boolean().optional() }

export const Silence = z.object({ until: Time.nullable() })
export const Acknowledgement = z.object({
  /** Words on what the caller does; those from before stay where none are sent, and null takes them away. */
  note: z.string().trim().max(2500).nullish(),
  /** Goes on for somebody else who is on it; refused (conflict) without. */
  take_over: z.boolean().default(false),
})

/** Days after which an alert that is over counts as unread no more. */
export const UNREAD_DAYS = 90

export const alertEndpoints = endpoints({
  listAlerts: {
    method: 'GET',
    path: '/alerts',
    access: 'signedIn',
    summary:
      'Alerts the caller may see, open ones first, then the newest; show=1 the shown (default), show=0 the hidden',
    query: z.object({
      show: Flag.default(true),
      device_id: z.coerce.number().pipe(Id).optional(),
      location_id: z.coerce.number().pipe(Id).optional(),
      /** Number of an alert: only alerts that fired before it are listed, to read on. */
      before: z.coerce.number().pipe(Id).optional(),
      limit: z.coerce.number().int().min(1).max(1000).default(200),
    }),
    response: z.array(Alert),
  },
  getAlertSummary: {
    method: 'GET',
    path: '/alerts/summary',
    access: 'signedIn',
    summary: `How many alerts are shown and unread, of those that are open or fired in the last ${UNREAD_DAYS} days, and how many are open`,
    response: z.object({ unread: z.int(), open: z.int() }),
  },
  streamAlerts: {
    method: 'GET',
    path: '/alerts/live',
    access: 'signedIn',
    summary: 'Server-sent events `alerts` whenever an alert the caller may see has changed',
    file: 'text/event-stream',
  },
  streamEvents: {
    method: 'GET',
    path: '/events',
    access: 'signedIn',
    summary:
      'Server-sent events in one stream: `alerts` as from /alerts/live, and `measurement` as from /measurements/live, of those named devices that the caller may see now',
    query: z.object({ device_ids: IdList }),
    file: 'text/event-stream',
  },
  getAlert: {
    method: 'GET',
    path: '/alerts/:id',
    access: 'signedIn',
    summary: 'One alert',
    params: IdParams,
    response: Alert,
  },
  markAlert: {
    method: 'PATCH',
    path: '/alerts/:id',
    access: 'signedIn',
    summary: 'Mark an alert read or unread, shown or hidden, for the caller alone',
    params: IdParams,
    body: z.object(Marks),
    response: Alert,
  },
  markAlerts: {
    method: 'POST',
    path: '/alerts/mark',
    access: 'signedIn',
    summary: 'Mark several alerts, or all the caller sees, for the caller alone',
    body: z.object({ alert_ids: Ids.optional(), ...Marks }),
    status: 204,
  },
  acknowledgeAlert: {
    method: 'POST',
    path: '/alerts/:id/acknowledge',
    access: 'signedIn',
    summary: 'Say to all who share the place that the caller is on it',
    params: IdParams,
    body: Acknowledgement.prefault({}),
    response: Alert,
  },
  withdrawAcknowledgement: {
    method: 'DELETE',
    path: '/alerts/:id/acknowledge',
    access: 'signedIn',
    summary: 'Take back that the caller is on it; refused where somebody else is',
    params: IdParams,
    response: Alert,
  },
  silenceAlert: {
    method: 'POST',
    path: '/alerts/:id/silence',
    access: 'signedIn',
    summary: 'Tell nobody of this alert until a time, at most 7 days ahead; null ends the silence',
    params: IdParams,
    body: Silence,
    response: Alert,
  },
  excludeAlertDevice: {
    method: 'POST',
    path: '/alerts/:id/exclude_device',
    access: 'signedIn',
    summary: "Take the alert's device out of its rule; the alert ends",
    params: IdParams,
    response: Alert,
  },
  deleteAlert: {
    method: 'DELETE',
    path: '/alerts/:id',
    access: 'signedIn',
    summary: 'Delete an alert for good',
    params: IdParams,
    status: 204,
  },
  deleteAlerts: {
    method: 'POST',
    path: '/alerts/delete',
    access: 'signedIn',
    summary: 'Delete several alerts for good, all or none',
    body: z.object({ alert_ids: Ids }),
    status: 204,
  },
})
