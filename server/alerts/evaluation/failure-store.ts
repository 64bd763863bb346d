import type { Database } from '../../kit/database/database.ts'
import { inIds } from '../../kit/database/in-ids.ts'
import { inParts, insertRows } from '../../kit/database/rows-as.ts'
import { isPostgres } from '../../kit/database/schema-columns.ts'
import type { Tables } from '../../tables.ts'

type Reason = Tables['alert_failures']['reason']

/** Failure to evaluate one rule, or what is built in of one device. */
export interface EvaluationFailure {
  watch: string
  alert_rule_id: number | null
  user_id: number | null
  reason: Reason
  detail: string
}

const TYPES = {
  watch: 'text',
  alert_rule_id: 'bigint',
  user_id: 'bigint',
  reason: 'text',
  detail: 'text',
  since: 'text',
  at: 'text',
} as const

/**
 * Keeps failures with since when they last; a rule that is gone meanwhile has none. Processes write the same rows: all in one order,
 * so that none waits for another that waits for it.
 */
export const keepFailures = async (db: Database, failures: readonly EvaluationFailure[], at: string): Promise<void> => {
  const newest = new Map(failures.map(failure => [failure.watch, failure]))
  const ids = [...newest.values()].flatMap(({ alert_rule_id }) => alert_rule_id ?? [])
  const known = db.selectFrom('alert_rules').select('id').where('id', 'in', inIds(db, ids))
  // A rule that is deleted meanwhile waits: its failure would undo all others.
  const rules = await (isPostgres(db) ? known.orderBy('id').forKeyShare() : known).execute()
  const there = new Set(rules.map(({ id }) => id))
  const kept = [...newest.values()]
    .filter(({ alert_rule_id }) => alert_rule_id === null || there.has(alert_rule_id))
    .sort((a, b) => (a.watch < b.watch ? -1 : 1))
    // PostgreSQL keeps no text with a NUL in it, which an error may quote.
    .map(({ detail, ...failure }) => ({ ...failure, detail: detail.replaceAll('\0', ''), since: at, at }))
  for (const some of inParts(kept))
    await insertRows(db, 'alert_failures', some, TYPES, 'watch')
      .onConflict(conflict =>
        conflict.column('watch').doUpdateSet(eb => ({
          reason: eb.ref('excluded.reason'),
          detail: eb.ref('excluded.detail'),
          at: eb.ref('excluded.at'),
        })),
      )
      .execute()
}

/** Forgets what no longer fails: all that was not seen to fail since `at`. What a process is just writing fails still. */
export const forgetFailures = (db: Database, at: string) => {
  const old = db.selectFrom('alert_failures').select('watch').where('at', '<', at)
  return db
    .deleteFrom('alert_failures')
    .where('watch', 'in', isPostgres(db) ? old.forUpdate().skipLocked() : old)
    .execute()
}

/** Reasons why rules cannot be evaluated, and since when, by rule. */
export const failuresOfRules = async (db: Database, ruleIds: readonly number[]) => {
  const rows = await db
    .selectFrom('alert_failures')
    .select(['alert_rule_id', 'reason', 'since'])
    .where('alert_rule_id', 'in', inIds(db, ruleIds))
    .execute()
  return new Map(rows.map(({ alert_rule_id, reason, since }) => [alert_rule_id, { reason, since }]))
}

/** Number of rules that failed since a minute (ISO 8601), but for those that an account has too many of. */
export const countFailedRules = async (db: Database, at: string): Promise<number> => {
  const row = await db
    .selectFrom('alert_failures')
    .select(eb => eb.fn.count('alert_rule_id').distinct().as('count'))
    .where('at', '>=', at)
    .where('reason', '!=', 'too_many')
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

/** Number of things that cannot be evaluated, of one account or of all. */
export const countFailures = async (db: Database, userId: number | null): Promise<number> => {
  const all = db.selectFrom('alert_failures').select(eb => eb.fn.countAll().as('count'))
  const row = await (userId === null ? all : all.where('user_id', '=', userId)).executeTakeFirst()
  return Number(row?.count ?? 0)
}
