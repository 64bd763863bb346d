import type { Database } from '../database/database.ts'
import type { QueueState } from './queues.ts'

/** Tables whose rows are files that processes make in turn. Each is its domain's; this counts its rows alone. */
export type MadeFile = 'exports' | 'reports' | 'data_copies' | 'research_snapshots'

/** State of a table of files. What failed is counted since a time (ISO 8601). */
export const madeFiles = async (db: Database, table: MadeFile, since: string): Promise<QueueState> => {
  const rows = await db
    .selectFrom(table)
    .select(eb => ['status', eb.fn.countAll<number>().as('count'), eb.fn.min('created_at').as('oldest_at')])
    .where(eb =>
      eb.or([
        eb('status', 'in', ['waiting', 'running']),
        eb.and([eb('status', '=', 'failed'), eb('finished_at', '>=', since)]),
      ]),
    )
    .groupBy('status')
    .execute()
  const open = rows.filter(({ status }) => status !== 'failed')
  const sum = (some: typeof rows) => some.reduce((total, { count }) => total + Number(count), 0)
  return {
    waiting: sum(open),
    oldest_at: open.map(({ oldest_at }) => oldest_at).sort()[0] ?? null,
    failed: sum(rows) - sum(open),
  }
}
