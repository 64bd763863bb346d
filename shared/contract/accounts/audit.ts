import { z } from 'zod'
import { Id, Time, TimeOut } from '../common.ts'
import { endpoints } from '../endpoint.ts'

/** All that is noted in the audit log. */
export const AUDIT_ACTIONS = [
  'account_created',
  'sign_in',
  'sign_in_failed',
  'sign_out',
  'session_ended',
  'sessions_ended',
  'password_changed',
  'password_reset',
  'email_changed',
  'email_change_stopped',
  'one_time_codes_on',
  'one_time_codes_off',
  'account_deleted',
  'rights_changed',
  'account_suspended',
  'suspension_lifted',
  'confirmation_sent',
  'device_added',
  'device_changed',
  'device_deleted',
  'device_settings_changed',
  'device_setting_taken_back',
  'device_offered',
  'device_received',
  'device_released',
  'device_claimed',
  'key_created',
  'key_deleted',
  'rental_created',
  'rental_changed',
  'rental_ended',
  'rental_received',
  'location_shared',
  'location_received',
  'location_deleted',
  'location_restored',
  'area_deleted',
  'area_restored',
  'project_shared',
  'project_received',
  'project_deleted',
  'offer_renewed',
  'offer_declined',
  'offer_taken_back',
  'calibration_created',
  'calibration_undone',
  'rule_created',
  'rule_changed',
  'rule_deleted',
  'inspection_deleted',
  'manual_measurement_deleted',
  'import_undone',
  'webhook_secret_created',
  'webhook_secret_deleted',
  'measurements_downloaded',
  'audit_log_downloaded',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

/** Fields of which the log keeps what they were before and after, besides the settings of devices. */
export const AUDIT_FIELDS = [
  'name',
  'device_name',
  'eui',
  'plan',
  'email',
  'owners',
  'roles',
  'start',
  'end',
  'measurement',
  'method',
  'offset',
  'valid_from',
  'format',
  'people',
  'threshold_value',
  'by_age',
  'exclude_empty',
  'calculation_minutes',
  'times',
  'active',
  'alert_via_email',
  'alert_via_push',
  'alert_via_webhook',
  'recipients',
] as const
export type AuditField = (typeof AUDIT_FIELDS)[number]

const Value = z.union([z.string(), z.number(), z.boolean()]).nullable()

const AuditChange = z.object({
  /** Name of a field of the log, or of a device setting. */
  field: z.string(),
  before: Value,
  after: Value,
})
export type AuditChange = z.infer<typeof AuditChange>

const AuditEntry = z.object({
  id: Id,
  at: TimeOut,
  action: z.enum(AUDIT_ACTIONS),
  /** Name of who did it, as it was; null where nobody was signed in. */
  person: z.string().nullable(),
  /** Address it came from: of one's own doings, and for administrators. */
  ip: z.string().nullable(),
  /** Family of the browser and system: likewise. */
  browser: z.string().nullable(),
  /** Name of what it was done to, as it was. */
  object_name: z.string().nullable(),
  changes: z.array(AuditChange),
})
export type AuditEntry = z.infer<typeof AuditEntry>

const Words = z.string().trim().max(100).optional()

const AuditFilters = z.object({
  from: Time.optional(),
  until: Time.optional(),
  /** Words in the name of who did it. */
  person: Words,
  /** Words in the name of what it was done to. */
  object: Words,
  action: z.enum(AUDIT_ACTIONS).optional(),
})
export type AuditFilters = z.output<typeof AuditFilters>

export const auditEndpoints = endpoints({
  listAudit: {
    method: 'GET',
    path: '/audit',
    access: 'signedIn',
    summary:
      'What happened, the newest first, 50 at a time: to the own account, places and devices; for administrators everything',
    query: AuditFilters.extend({
      /** Id of the last entry of the page before. */
      before: z.coerce.number().pipe(Id).optional(),
    }),
    response: z.object({
      entries: z.array(AuditEntry),
      /** Input `before` of the next page; null on the last one. */
      next: Id.nullable(),
    }),
  },
  exportAudit: {
    method: 'GET',
    path: '/audit/file',
    access: 'signedIn',
    summary: 'The same as a CSV file, all of it',
    query: AuditFilters,
    file: 'text/csv',
  },
})
