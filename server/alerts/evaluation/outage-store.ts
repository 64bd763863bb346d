import type { Database } from '../../kit/database/database.ts'
import type { WatchProblem } from './state-of-watch.ts'

export interface Outage {
  problem: WatchProblem
  /** ISO 8601. */
  start: string
  end: string | null
}

/** Begins the one outage that lasts. False when one lasts already. */
export const beginOutage = async (trx: Database, outage: Outage): Promise<boolean> => {
  const inserted = await trx
    .insertInto('watch_outages')
    .values({ ...outage, lasting: 1 })
    .onConflict(conflict => conflict.column('lasting').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Ends the outage that lasts; undefined when none does. */
export const endOutage = (trx: Database, at: string): Promise<Outage | undefined> =>
  trx
    .updateTable('watch_outages')
    .set({ end: at, lasting: null })
    .where('lasting', '=', 1)
    .returning(['problem', 'start', 'end'])
    .executeTakeFirst()

/** Keeps an outage that is over already. */
export const insertPastOutage = (trx: Database, outage: Outage) =>
  trx
    .insertInto('watch_outages')
    .values({ ...outage, lasting: null })
    .execute()

/** Tells whether an outage is kept that ended after `time` (ISO 8601). */
export const hasOutageAfter = async (trx: Database, time: string): Promise<boolean> => {
  const row = await trx.selectFrom('watch_outages').select('id').where('end', '>', time).executeTakeFirst()
  return row !== undefined
}
