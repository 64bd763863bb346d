import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { hashOf } from '../security/secrets.ts'

/** A count of tries, and when (ISO 8601) it begins anew. */
export interface AttemptCount {
  count: number
  ends_at: string
}

/** Counts `by` more under a name; the window begins with the first. One statement, so that processes count together. */
export const countUp = async (
  db: Database,
  { policy, key, now, withinMs, by = 1 }: { policy: string; key: string; now: number; withinMs: number; by?: number },
): Promise<AttemptCount> => {
  const [at, ends] = [now, now + withinMs].map(time => new Date(time).toISOString())
  const { rows } = await sql<AttemptCount>`
    INSERT INTO limit_counts (policy, key_hash, "count", ends_at) VALUES (${policy}, ${hashOf(key)}, ${by}, ${ends})
    ON CONFLICT (policy, key_hash) DO UPDATE SET
      "count" = CASE WHEN limit_counts.ends_at <= ${at} THEN excluded."count" ELSE limit_counts."count" + excluded."count" END,
      ends_at = CASE WHEN limit_counts.ends_at <= ${at} THEN excluded.ends_at ELSE limit_counts.ends_at END
    RETURNING "count", ends_at`.execute(db)
  const [counted] = rows
  if (!counted) throw new Error('the count of a limit was not answered')
  return counted
}

/** Tries counted under a name in the window that runs. */
export const countedTries = async (db: Database, policy: string, key: string, now: number): Promise<number> => {
  const row = await db
    .selectFrom('limit_counts')
    .select('count')
    .where('policy', '=', policy)
    .where('key_hash', '=', hashOf(key))
    .where('ends_at', '>', new Date(now).toISOString())
    .executeTakeFirst()
  return row?.count ?? 0
}

export const forgetCounts = (db: Database, now: string) =>
  db.deleteFrom('limit_counts').where('ends_at', '<=', now).execute()
