import type { Database } from '../../kit/database/database.ts'
import type { World } from '../../kit/world.ts'
import { sendSoon } from '../../notifications/outbox/outbox.ts'
import { ASLEEP_MS } from './clock.ts'
import { notifyOutage, pushOutage } from './outage-letters.ts'
import { stateOfWatch, type WatchProblem } from './state-of-watch.ts'

export interface Outage {
  problem: WatchProblem
  /** ISO 8601. */
  start: string
  end: string | null
}

/**
 * Keeps when nobody was warned, and tells the administrators once: that it is so, and that it is over; what is over already
 * when it is noticed in one letter. One row however many stores, rules and devices it is about. `before` is the newest
 * minute that was whole until now, ISO 8601.
 */
export const noteOutage = async (world: World, before: string | null): Promise<void> => {
  const { evaluatedAt, heardAt, problem } = await stateOfWatch(world)
  const at = new Date(world.now()).toISOString()
  if (problem === null) {
    const ended = await world.db.transaction().execute(async trx => {
      const outage = (await endOutage(trx, at)) ?? (await missedOutage(trx, before, at))
      if (outage) await notifyOutage(world, trx, outage)
      return outage
    })
    return ended ? tellAround(world, ended) : undefined
  }
  // Before the first whole minute, or the first message that could be taken, nothing is out yet: it has only begun.
  const start = [evaluatedAt, heardAt].filter(time => time !== null).sort()[0]
  if (start === undefined || world.now() - Date.parse(start) < ASLEEP_MS) return
  const begun = await world.db.transaction().execute(async trx => {
    const row = { problem, start, end: null, lasting: 1 }
    const inserted = await trx
      .insertInto('watch_outages')
      .values(row)
      .onConflict(conflict => conflict.column('lasting').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (inserted) await notifyOutage(world, trx, row)
    return inserted ? row : undefined
  })
  if (begun) await tellAround(world, begun)
}

const tellAround = async (world: World, outage: Outage): Promise<void> => {
  sendSoon(world)
  await pushOutage(world, outage)
}

const endOutage = async (trx: Database, at: string): Promise<Outage | undefined> =>
  (await trx
    .updateTable('watch_outages')
    .set({ end: at, lasting: null })
    .where('lasting', '=', 1)
    .returning(['problem', 'start', 'end'])
    .executeTakeFirst()) as Outage | undefined

/** Notes an outage that nobody could note while it lasted, since the database or the server itself was away. */
const missedOutage = async (trx: Database, before: string | null, at: string): Promise<Outage | undefined> => {
  if (before === null || Date.parse(at) - Date.parse(before) < ASLEEP_MS) return undefined
  const row = { problem: 'not_evaluated' as const, start: before, end: at, lasting: null }
  const told = await trx.selectFrom('watch_outages').select('id').where('end', '>', before).executeTakeFirst()
  if (told) return undefined
  await trx.insertInto('watch_outages').values(row).execute()
  return row
}
