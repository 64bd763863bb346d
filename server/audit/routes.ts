import { Readable } from 'node:stream'
import { type AuditEntry, auditEndpoints } from '#shared/contract/accounts/audit.ts'
import type { User } from '#shared/contract/accounts/users.ts'
import type { AuditAction } from '#shared/rules/accounts/audit-actions.ts'
import { BOM, csvCell, END, signsOf } from '#shared/rules/formats/csv.ts'
import type { Database } from '../kit/database/database.ts'
import { fromJson } from '../kit/database/json.ts'
import { serve } from '../kit/http/serve.ts'
import { textsOf } from '../kit/language.ts'
import { writeAudit } from './audit.ts'
import { type AuditRow, type AuditSelection, entriesFor } from './audit-store.ts'

type Reader = Pick<User, 'id' | 'email' | 'admin'>

const PAGE = 50
/** Entries that are read at once for a file. */
const SLICE = 500

/** Entries that somebody may read, the newest first: administrators all. */
const readable = (db: Database, user: Reader, selection: AuditSelection) =>
  entriesFor(db, user.admin ? null : user, selection)

/** Doings of strangers with a mailed link: where they live is nothing to whoever wrote to them. */
const OF_STRANGERS: readonly AuditAction[] = ['report_mails_stopped', 'report_mails_wanted_again']

/** Tells whether a reader may know the address an entry came from: administrators, who acted, and the owner of an account of tries to sign in to it. */
const knowsWhence = (user: Reader, { actor_id, user_id, action }: AuditRow): boolean =>
  user.admin || actor_id === user.id || (actor_id === null && user_id === user.id && !OF_STRANGERS.includes(action))

const present = (user: Reader, row: AuditRow): AuditEntry => ({
  id: row.id,
  at: row.at,
  action: row.action,
  person: row.actor_name,
  ip: knowsWhence(user, row) ? row.ip : null,
  browser: knowsWhence(user, row) ? row.browser : null,
  token_name: knowsWhence(user, row) ? row.token_name : null,
  object_name: row.object_name,
  changes: fromJson(row.changes),
})

export const auditRoutes = serve(auditEndpoints, {
  listAudit: async ({ query }, { db, user }) => {
    const rows = await readable(db, user, { ...query, most: PAGE + 1 })
    const page = rows.slice(0, PAGE)
    return {
      entries: page.map(row => present(user, row)),
      next: rows.length > PAGE ? (page.at(-1)?.id ?? null) : null,
    }
  },

  exportAudit: async ({ query }, context) => {
    const { db, user, reply, language } = context
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
        'person',
        'action',
        'object',
        'field',
        'before',
        'after',
        'ip',
        'browser',
        'token',
      ] as const
      yield BOM + line(columns.map(column => texts.column[column]))
      for (let before: number | undefined; ; ) {
        const rows = await readable(db, user, { ...query, before, most: SLICE })
        for (const entry of rows.map(row => present(user, row))) {
          const { at, person, action, object_name, ip, browser, token_name } = entry
          const changes = entry.changes.length > 0 ? entry.changes : [{ field: '', before: null, after: null }]
          for (const { field, ...values } of changes) {
            const [was, is] = [values.before, values.after].map(value => (value === null ? '' : String(value)))
            yield line([
              at,
              person,
              texts.action[action],
              object_name,
              fieldName(field),
              was ?? '',
              is ?? '',
              ip,
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
