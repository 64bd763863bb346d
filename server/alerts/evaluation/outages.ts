import type { Database } from '../../kit/database/database.ts'
import type { Services } from '../../kit/services.ts'
import { sendSoon } from '../../notifications/outbox/outbox.ts'
import { ASLEEP_MS } from './clock-store.ts'
import { notifyOutage, pushOutage } from './outage-mails.ts'
import { beginOutage, endOutage, hasOutageAfter, insertPastOutage, type Outage } from './outage-store.ts'
import { stateOfWatch } from './state-of-watch.ts'

/**
 * Keeps when nobody was warned, and tells the administrators once: that it is so, and that it is over; what is over already
 * when it is noticed in one mail. One row however many stores, rules and devices it is about. `before` is the newest
 * minute that was whole until now, ISO 8601.
 */
export const noteOutage = async (services: Services, before: string | null): Promise<void> => {
  const { evaluatedAt, heardAt, problem } = await stateOfWatch(services)
  const at = new Date(services.now()).toISOString()
  if (problem === null) {
    const ended = await services.db.transaction().execute(async trx => {
      const outage = (await endOutage(trx, at)) ?? (await missedOutage(trx, before, at))
      if (outage) await notifyOutage(services, trx, outage)
      return outage
    })
    return ended ? tellAround(services, ended) : undefined
  }
  // An outage needs a whole minute, or a first message that could be taken: before that it has only begun.
  const start = [evaluatedAt, heardAt].filter(time => time !== null).sort()[0]
  if (start === undefined || services.now() - Date.parse(start) < ASLEEP_MS) return
  const begun = await services.db.transaction().execute(async trx => {
    const outage = { problem, start, end: null }
    if (!(await beginOutage(trx, outage))) return undefined
    await notifyOutage(services, trx, outage)
    return outage
  })
  if (begun) await tellAround(services, begun)
}

const tellAround = async (services: Services, outage: Outage): Promise<void> => {
  sendSoon(services)
  await pushOutage(services, outage)
}

/** Notes an outage that nobody could note while it lasted, since the database or the server itself was away. */
const missedOutage = async (trx: Database, before: string | null, at: string): Promise<Outage | undefined> => {
  if (before === null || Date.parse(at) - Date.parse(before) < ASLEEP_MS) return undefined
  if (await hasOutageAfter(trx, before)) return undefined
  const outage: Outage = { problem: 'not_evaluated', start: before, end: at }
  await insertPastOutage(trx, outage)
  return outage
}
