import { Readable } from 'node:stream'
import { type AuditEntry, type AuditFilters, auditEndpoints } from '#shared/contract/accounts/audit.ts'
import type { User } from '#shared/contract/accounts/users.ts'
import type { AuditAction } from '#shared/rules/accounts/audit-actions.ts'
import { BOM, csvCell, END, signsOf } from '#shared/rules/formats/csv.ts'
import type { Database } from '../kit/database/database.ts'
import { fromJson } from '../kit/database/json.ts'
import { setNextPage } from '../kit/http/next-page.ts'
import { serve } from '../kit/http/serve.ts'
import { textsOf, type Words } from '../kit/language.ts'
import { readDates } from '../kit/period.ts'
import { writeAudit } from './audit.ts'
import { type AuditRow, type AuditSelection, entriesFor, objectOf } from './audit-store.ts'

type Reader = Pick<User, 'id' | 'email' | 'admin' | 'time_zone'>

/** Entries that are read at once for a file. */
const SLICE = 500

/** Entries that somebody may read, the newest first: administrators all. */
const readable = (db: Database, user: Reader, selection: AuditSelection) =>
  entriesFor(db, user.admin ? null : user, selection)

/** Filters as the log is searched by them: dates are those of the reader's clocks, and an empty one is none. */
const selectionOf = ({ time_zone }: Reader, { date_start, date_end, ...filters }: AuditFilters, t: Words) =>
  date_start || date_end
    ? {
        ...filters,
        ...readDates({ date_start: date_start || undefined, date_end: date_end || undefined }, time_zone, t),
      }
    : filters

/** Doings of strangers with a mailed link: where they live is nothing to whoever wrote to them. */
const OF_STRANGERS: readonly AuditAction[] = ['report_mails_stopped', 'report_mails_wanted_again']

/**
 * Tells whether a reader may know the address an entry came from: administrators, whoever acted, and the owner of an account for
 * tries to sign in to it.
 */
const knowsWhence = (user: Reader, { actor_id, user_id, action }: AuditRow): boolean =>
  user.admin || actor_id === user.id || (actor_id === null && user_id === user.id && !OF_STRANGERS.includes(action))

/** Fields by name on either side of an entry. No writer gives one twice; if one did, it goes from its first value to its last. */
const sidesOf = (row: AuditRow): Pick<AuditEntry, 'before' | 'after'> => {
  const changes = fromJson(row.changes)
  if (changes.length === 0) return { before: null, after: null }
  return {
    before: Object.fromEntries(changes.toReversed().map(change => [change.field, change.before])),
    after: Object.fromEntries(changes.map(change => [change.field, change.after])),
  }
}

const present = (user: Reader, row: AuditRow): AuditEntry => ({
  id: row.id,
  time: row.at,
  user: row.actor_name,
  user_id: user.admin || row.actor_id === user.id ? row.actor_id : null,
  action: row.action,
  object: objectOf(row),
  object_name: row.object_name,
  ...sidesOf(row),
  address: knowsWhence(user, row) ? row.ip : null,
  browser: knowsWhence(user, row) ? row.browser : null,
  token_name: knowsWhence(user, row) ? row.token_name : null,
})

/** Field, before and after, a line each; one line without a field where nothing changed. */
const changesOf = ({ before, after }: AuditEntry) =>
  after === null
    ? [['', null, null] as const]
    : Object.entries(after).map(([field, is]) => [field, before?.[field], is] as const)

export const auditRoutes = serve(auditEndpoints, {
  listAudit: async ({ query: { before, limit, ...filters } }, context) => {
    const { db, user, t, reply, request } = context
    const rows = await readable(db, user, { ...selectionOf(user, filters, t), before, most: limit + 1 })
    const page = rows.slice(0, limit)
    const last = page.at(-1)
    if (last && rows.length > limit) setNextPage(reply, request, { before: last.id })
    return page.map(row => present(user, row))
  },

  exportAudit: async ({ query }, context) => {
    const { db, user, reply, language, t } = context
    const selection = selectionOf(user, query, t)
    await writeAudit(context, db, { action: 'audit_log_downloaded', user_id: user.id })
    const { separator } = signsOf({}, language)
    const texts = textsOf(language, 'audit')
    const line = (cells: readonly (string | null)[]) =>
      cells.map(cell => csvCell(cell ?? '', separator)).join(separator) + END
    const fieldNames: Record<string, string> = texts.field
    const fieldName = (field: string) => fieldNames[field] ?? field
    const lines = async function* () {
      const columns = [
        'time',
        'user',
        'action',
        'object',
        'object_name',
        'field',
        'before',
        'after',
        'address',
        'browser',
        'token',
      ] as const
      yield BOM + line(columns.map(column => texts.column[column]))
      for (let before: number | undefined; ; ) {
        const rows = await readable(db, user, { ...selection, before, most: SLICE })
        for (const entry of rows.map(row => present(user, row))) {
          const { time, user: name, action, object, object_name, address, browser, token_name } = entry
          for (const [field, was, is] of changesOf(entry)) {
            yield line([
              time,
              name,
              texts.action[action],
              object,
              object_name,
              fieldName(field),
              String(was ?? ''),
              String(is ?? ''),
              address,
              browser,
              token_name,
            ])
          }
        }
        before = rows.at(-1)?.id
        if (rows.length < SLICE) return
      }
    }
    reply.type('text/csv; charset=utf-8').header('cache-control', 'no-store')
    reply.header('content-disposition', 'attachment; filename="audit-log.csv"')
    return reply.send(Readable.from(lines()))
  },
})
