import type { Catalogue } from '../../kit/catalogue.ts'
import { NoAnswer, postOutside } from '../../kit/outside.ts'
import { isoNow, type World } from '../../kit/world.ts'

/** Older, and the watch does not run. */
const FRESH_MS = 2 * 60_000

/** The newest minute in which all rules were evaluated. */
export const watchedAt = async (db: Catalogue): Promise<string | null> =>
  (await db.selectFrom('alert_clock').select('minute').executeTakeFirst())?.minute ?? null

/** Calls the operator's service as long as alerts are evaluated: it tells somebody when the calls stop. */
export const pingAlarm = async (world: World): Promise<void> => {
  const url = world.environment.ALARM_PING_URL
  const at = await watchedAt(world.db)
  if (!url || at === null || world.now() - Date.parse(at) > FRESH_MS) return
  const status = await postOutside(url, { headers: {}, body: '', inside: true }).catch(error => {
    if (error instanceof NoAnswer) return error.reason
    throw error
  })
  const taken = typeof status === 'number' && status < 400
  if (!taken) world.log.warn({ status }, 'the alarm ping was not taken')
  await notePing(world, taken)
}

const notePing = async (world: World, taken: boolean): Promise<void> => {
  const at = isoNow(world)
  const row = { at, taken: taken ? 1 : 0, ...(taken ? { taken_at: at } : {}) }
  await world.db
    .insertInto('alarm_pings')
    .values({ id: 1, taken_at: null, ...row })
    .onConflict(conflict => conflict.column('id').doUpdateSet(row))
    .execute()
}
