import type { Catalogue } from './catalogue.ts'
import { Failure } from './failure.ts'

/** Counts what a person does in a table of `since` and `tries`. Throws limit_exceeded for more than `most` within `within` ms. */
export const countTryOf = async (
  db: Catalogue,
  table: 'claim_tries' | 'alert_test_tries',
  userId: number,
  { now, most, within }: { now: number; most: number; within: number },
): Promise<void> => {
  const before = await db.selectFrom(table).selectAll().where('user_id', '=', userId).executeTakeFirst()
  const running = before && now - Date.parse(before.since) < within ? before : null
  if (running && running.tries >= most)
    throw new Failure('limit_exceeded', { retryAfter: Math.ceil((Date.parse(running.since) + within - now) / 1000) })
  const row = { since: running?.since ?? new Date(now).toISOString(), tries: (running?.tries ?? 0) + 1 }
  await db
    .insertInto(table)
    .values({ user_id: userId, ...row })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet(row))
    .execute()
}
