import { z } from 'zod'
import { AUDIT_ACTIONS } from '../../rules/accounts/audit-actions.ts'
import { Id, TimeOut } from '../common.ts'
import { endpoints } from '../endpoint.ts'

/** Fields of which the log keeps what they were before and after, besides the settings of devices. */
export const AUDIT_FIELDS = [
  'name',
  'device_name',
  'eui',
  'plan',
  'silent_after_min',
  'battery_limit',
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
  'alert_via_contact_point',
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

/** Kinds of things an entry may be about. */
export const AUDIT_OBJECT_KINDS = ['location', 'device', 'user', 'group'] as const

const Values = z.record(z.string(), Value).nullable()

const AuditEntry = z.object({
  id: Id,
  time: TimeOut,
  /** Name of who did it, as it was; null where nobody was signed in. */
  user: z.string().nullable(),
  /** Account of who did it: of one's own doings, and for administrators. */
  user_id: Id.nullable(),
  action: z.enum(AUDIT_ACTIONS),
  /** Object it was done to: `location:7`, `device:3`, `user:5`, `group:2`; null where it was none of these. */
  object: z.string().nullable(),
  /** Name of what it was done to, as it was. */
  object_name: z.string().nullable(),
  /** Fields that changed as they were, by name; null where none did. Of a secret both sides are null. */
  before: Values,
  /** The same fields as they were from then on. */
  after: Values,
  /** Address it came from: of one's own doings, and for administrators. */
  address: z.string().nullable(),
  /** Family of the browser and system: likewise. */
  browser: z.string().nullable(),
  /** Name of the access token it was done with: likewise; null where it was no program. */
  token_name: z.string().nullable(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

const Words = z.string().trim().max(100).optional()

/** A filter left empty is none. */
const Empty = z.literal('').transform(() => undefined)

const AuditObject = z
  .string()
  .regex(new RegExp(`^(${AUDIT_OBJECT_KINDS.join('|')}):\\d{1,10}$`))
  .refine(text => Id.safeParse(Number(text.split(':')[1])).success)
  .transform(text => ({ kind: text.split(':')[0], id: Number(text.split(':')[1]) }))
  .pipe(z.object({ kind: z.enum(AUDIT_OBJECT_KINDS), id: Id }))

const AuditFilters = z.object({
  /** Object it was done to: `location:7`, `device:3`, `user:5` or `group:2`. */
  object: z.union([Empty, AuditObject]).optional(),
  /** Words in the name of what it was done to. */
  object_name: Words,
  /** Account of who did it. */
  user_id: z.union([Empty, z.coerce.number().pipe(Id)]).optional(),
  /** Words in the name of who did it. */
  user: Words,
  action: z.enum(AUDIT_ACTIONS).optional(),
  /** A day, or a time, of the caller's zone; a day is whole, the last one included. */
  date_start: z.string().max(40).optional(),
  date_end: z.string().max(40).optional(),
})
export type AuditFilters = z.output<typeof AuditFilters>

export const auditEndpoints = endpoints({
  listAudit: {
    method: 'GET',
    path: '/audit',
    access: 'signedIn',
    scope: 'session',
    summary:
      'What happened, newest first, a page at a time: to the own account, places and devices; for administrators everything. The header `Link` names the next page (`rel="next"`)',
    query: AuditFilters.extend({
      /** An entry: those that follow it. */
      before: z.coerce.number().pipe(Id).optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    response: z.array(AuditEntry),
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
