import { z } from 'zod'
import { AUDIT_ACTIONS } from '../../rules/accounts/audit-actions.ts'
import { Id, Time, TimeOut } from '../common.ts'
import { endpoints } from '../endpoint.ts'

/** Fields of which the log keeps what they were before and after, besides the settings of devices. */
export const AUDIT_FIELDS = [
  'name',
  'device_name',
  'eui',
  'plan',
  'email',
  'owners',
  'group',
  'group_role',
  'share',
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
  'scopes',
] as const
export type AuditField = (typeof AUDIT_FIELDS)[number]

const Value = z.union([z.string(), z.number(), z.boolean()]).nullable()

export const AuditChange = z.object({
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
  /** Name of the access token it was done with: likewise; null where it was no program. */
  token_name: z.string().nullable(),
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
    scope: 'session',
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
    scope: 'session',
    summary: 'The same as a CSV file, all of it',
    query: AuditFilters,
    file: 'text/csv',
  },
})
