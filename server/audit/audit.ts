import type { FastifyRequest } from 'fastify'
import type { AuditChange, AuditField } from '#shared/contract/accounts/audit.ts'
import type { User } from '#shared/contract/accounts/users.ts'
import type { AuditAction } from '#shared/rules/accounts/audit-actions.ts'
import type { SettingName } from '#shared/rules/devices/device-settings.ts'
import { agentOf } from '#shared/rules/formats/agent.ts'
import { searchText } from '#shared/rules/formats/search-text.ts'
import type { Database } from '../kit/database/database.ts'
import { jsonOf } from '../kit/database/json.ts'
import { isoNow, type Services } from '../kit/services.ts'
import { type AuditObject, insertEntry, nameOf } from './audit-store.ts'

export { entriesOfGroup } from './audit-store.ts'

type Person = Pick<User, 'id' | 'name'> & { token?: { name: string } | undefined }

/** The request in which something is done: who does it, and from where. */
export type Acting = Pick<Services, 'now'> & { user: Person | null; request: Pick<FastifyRequest, 'ip' | 'headers'> }

export type Change = AuditChange & { field: AuditField | SettingName }

interface Entry extends AuditObject {
  action: AuditAction
  /** Person who has shown who they are without being signed in. */
  by?: Person
  /** Name of what it was done to, where it is none of its device, location or account. */
  name?: string | null
  download_id?: number
  /** Fields before and after. Nothing secret is ever one of them. */
  changes?: readonly Change[]
}

/**
 * Notes in the audit log what is done, inside the transaction that does it. Call it before what it is done to is deleted:
 * names are kept as they are now.
 */
export const writeAudit = async (
  { now, user, request }: Acting,
  db: Database,
  { by, name, changes = [], ...entry }: Entry,
): Promise<void> => {
  const actor = by ?? user
  const object_name = name === undefined ? await nameOf(db, entry) : name
  const { browser, system } = agentOf(request.headers['user-agent'] ?? '')
  await insertEntry(db, {
    ...entry,
    at: isoNow({ now }),
    actor_id: actor?.id ?? null,
    actor_name: actor?.name ?? null,
    actor_search: searchText(actor?.name ?? ''),
    ip: request.ip,
    browser: [browser, system].filter(Boolean).join(', ') || null,
    token_name: actor?.token?.name ?? null,
    object_name,
    object_search: searchText(object_name ?? ''),
    changes: jsonOf(changes.map(({ field, before, after }) => ({ field, before, after }))),
  })
}

const plain = (value: unknown): AuditChange['before'] => {
  if (value === undefined || value === null) return null
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string') return value
  return Array.isArray(value) ? value.join(', ') : null
}

/** Fields that differ, as they were and as they are. */
export const differences = <Field extends Change['field']>(
  fields: readonly Field[],
  before: Partial<Record<Field, unknown>>,
  after: Partial<Record<Field, unknown>>,
): Change[] =>
  fields
    .map(field => ({ field, before: plain(before[field]), after: plain(after[field]) }))
    .filter(change => change.before !== change.after)
