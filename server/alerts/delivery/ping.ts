import type { Catalogue } from '../../kit/catalogue.ts'
import { postOutside } from '../../kit/outside.ts'
import type { World } from '../../kit/world.ts'

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
  const status = await postOutside(url, { headers: {}, body: '', inside: true })
  if (status >= 400) world.log.warn({ status }, 'the alarm ping was not taken')
}
