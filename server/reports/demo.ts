import { latestDue, nextRun } from '#shared/rules/reports/schedule.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { areaNamesFor } from '../devices/placement/known-placements.ts'
import { fromJson, jsonOf } from '../kit/database/json.ts'
import { textsOf, wordsIn } from '../kit/language.ts'
import { isoNow, type Services } from '../kit/services.ts'
import { areaIdsOf, demoLocationIds } from '../locations/places.ts'
import { accountOfId, callerOf } from '../users/accounts.ts'
import { insertRun } from './run-schedules.ts'
import { insertSchedule } from './schedule-store.ts'

export { deleteDemoSchedules } from './schedule-store.ts'

/** Areas of the demo farm that its report is about: a few pages, made in seconds. */
const AREAS = 2

/** Weekly schedule about areas of the demo farm, with its last run, which is made like any other. It mails nobody. */
export const addDemoSchedule = async (services: Services, userId: number): Promise<void> => {
  const { db, now } = services
  const account = await accountOfId(db, userId)
  const areas = new Set(await areaIdsOf(db, await demoLocationIds(db)))
  if (!account || areas.size === 0) return
  const names = await areaNamesFor({ db, user: callerOf(account), t: wordsIn(account.locale) })
  const area_ids = [...names.keys()].filter(id => areas.has(id)).slice(0, AREAS)
  if (area_ids.length === 0) return
  const times = { frequency: 'week' as const, weekday: 1, timezone: account.time_zone }
  const due = latestDue(times, nextRun(times, now() - 8 * DAY_MS), now())
  await db.transaction().execute(async trx => {
    const schedule = await insertSchedule(trx, {
      ...times,
      user_id: userId,
      name: textsOf(account.locale, 'report-paper').title.week,
      source: 'Data',
      content: jsonOf({ area_ids, measurements: null, rows: 'day' as const }),
      relative: 0,
      language: account.locale,
      recipients: jsonOf([account.email]),
      active: 1,
      demo: 1,
      next_run_at: new Date(nextRun(times, now())).toISOString(),
      created_at: isoNow(services),
    })
    await insertRun({ now, db: trx }, schedule, { at: due, due, recipients: fromJson(schedule.recipients) }, names)
  })
}
