import type { Language } from '#shared/contract/fixed.ts'
import type { ReportFrequency } from '#shared/rules/reports/report-states.ts'
import { latestDue, nextRun } from '#shared/rules/reports/schedule.ts'
import type { Emitted } from '#shared/rules/science/emission-chain.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { areaNamesFor } from '../devices/placement/known-placements.ts'
import { fromJson, jsonOf } from '../kit/database/json.ts'
import { textsOf, wordsIn } from '../kit/language.ts'
import { isoNow, type Services } from '../kit/services.ts'
import { areaIdsOf, demoLocationIds } from '../locations/places.ts'
import { accountOfId, callerOf } from '../users/accounts.ts'
import { findSubject } from './content/subject.ts'
import { insertRun } from './run-schedules.ts'
import { insertSchedule } from './schedule-store.ts'

export { deleteDemoSchedules } from './schedule-store.ts'

/** Areas of the demo farm that its report is about: a few pages, made in seconds. */
const AREAS = 2

/** Reports of the demo farm: what the climate was each week, and what it emitted each month. */
const SCHEDULES: readonly { frequency: ReportFrequency; gas?: Emitted; nameIn: (language: Language) => string }[] = [
  { frequency: 'week', nameIn: language => textsOf(language, 'report-paper').title.week },
  { frequency: 'month', gas: 'nh3', nameIn: language => textsOf(language, 'emission-report').title },
]

/** Schedules about areas of the demo farm, each with its last run, which is made like any other. They mail nobody. */
export const addDemoSchedules = async (services: Services, userId: number): Promise<void> => {
  const { db, now } = services
  const account = await accountOfId(db, userId)
  const areas = new Set(await areaIdsOf(db, await demoLocationIds(db)))
  if (!account || areas.size === 0) return
  const user = callerOf(account)
  const t = wordsIn(account.locale)
  const names = await areaNamesFor({ db, user, t })
  const area_ids = [...names.keys()].filter(id => areas.has(id)).slice(0, AREAS)
  if (area_ids.length === 0) return
  for (const { frequency, gas, nameIn } of SCHEDULES) {
    const times = { frequency, weekday: 1, timezone: account.time_zone }
    const due = latestDue(times, nextRun(times, now() - 32 * DAY_MS), now())
    const content = { area_ids, measurements: null, rows: 'day' as const, ...(gas ? { gas } : {}) }
    const subject = await findSubject({ db, user, t }, content, null)
    await db.transaction().execute(async trx => {
      const schedule = await insertSchedule(trx, {
        ...times,
        user_id: userId,
        name: nameIn(account.locale),
        source: gas ? 'Emission' : 'Data',
        content: jsonOf(content),
        relative: 0,
        language: account.locale,
        recipients: jsonOf([account.email]),
        active: 1,
        demo: 1,
        next_run_at: new Date(nextRun(times, now())).toISOString(),
        created_at: isoNow(services),
      })
      await insertRun({ now, db: trx }, schedule, { at: due, due, recipients: fromJson(schedule.recipients) }, subject)
    })
  }
}
