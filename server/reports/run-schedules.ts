import type { ReportTitle } from '#shared/rules/reports/report-states.ts'
import { latestDue, nextRun, reportedPeriod } from '#shared/rules/reports/schedule.ts'
import { areaNamesFor } from '../devices/placement/known-placements.ts'
import { areasInUse } from '../devices/placement/placements.ts'
import type { Database } from '../kit/database/database.ts'
import { fromJson, jsonOf } from '../kit/database/json.ts'
import { wordsIn } from '../kit/language.ts'
import { isoNow, type Services } from '../kit/services.ts'
import { activeAccount, callerOf } from '../users/accounts.ts'
import { type DueAfter, dueSchedules, moveSchedule, type ScheduleRow } from './schedule-store.ts'
import { insertReport, type ReportRow } from './store.ts'

/** Schedules that are moved on before the clock is looked at again. */
const AT_ONCE = 200

/** Ids of those schedules that have expired: nothing hangs in their areas any more, and nothing is planned there. */
export const expiredOf = async (
  db: Database,
  schedules: readonly Pick<ScheduleRow, 'id' | 'content'>[],
  now: string,
): Promise<Set<number>> => {
  const areas = new Map(schedules.map(({ id, content }) => [id, fromJson(content).area_ids]))
  const used = await areasInUse(db, [...new Set([...areas.values()].flat())], now)
  return new Set([...areas].filter(([, ids]) => !ids.some(id => used.has(id))).map(([id]) => id))
}

/** Names that the owner of a schedule may know of its areas, in its language. */
const namesFor = async (db: Database, { user_id, language }: ScheduleRow): Promise<Map<number, string>> => {
  const account = await activeAccount(db, user_id)
  return account ? areaNamesFor({ db, user: callerOf(account), t: wordsIn(language) }) : new Map()
}

/** Writes down that a report of a schedule is wanted, about the period before a moment (epoch ms). */
export const insertRun = async (
  services: Pick<Services, 'now'> & { db: Database },
  schedule: ScheduleRow,
  { at, due, recipients }: { at: number; due: number | null; recipients: readonly string[] },
  names: ReadonlyMap<number, string>,
): Promise<ReportRow> => {
  const period = reportedPeriod(schedule, schedule.relative === 1, at)
  const { area_ids } = fromJson(schedule.content)
  const title: ReportTitle = schedule.frequency
  return insertReport(services.db, {
    user_id: schedule.user_id,
    title,
    content: schedule.content,
    names: jsonOf(area_ids.flatMap(id => names.get(id) ?? [])),
    from: new Date(period.from).toISOString(),
    until: new Date(period.until).toISOString(),
    time_zone: schedule.timezone,
    language: schedule.language,
    parts: area_ids.length,
    created_at: isoNow(services),
    schedule_id: schedule.id,
    due_at: due === null ? null : new Date(due).toISOString(),
    recipients: jsonOf([...recipients]),
  })
}

/**
 * Writes down the reports that are due. A schedule is moved on and its report written down in one transaction, so each run is
 * written once, by whichever process is first; of several runs that were missed it is the latest. A schedule that fails is left
 * to the next look, and stops no other.
 */
export const runSchedules = async (services: Services): Promise<void> => {
  let last: DueAfter | null = null
  for (;;) {
    const due = await dueSchedules(services.db, isoNow(services), AT_ONCE, last)
    const expired = await expiredOf(services.db, due, isoNow(services))
    for (const schedule of due)
      await runSchedule(services, schedule, expired.has(schedule.id)).catch(error =>
        services.log.error({ err: error, schedule: schedule.id }, 'a report schedule could not be run'),
      )
    last = due.at(-1) ?? null
    if (!last || due.length < AT_ONCE) return
  }
}

const runSchedule = async (services: Services, schedule: ScheduleRow, isOver: boolean): Promise<void> => {
  const now = services.now()
  const at = latestDue(schedule, Date.parse(schedule.next_run_at ?? ''), now)
  const names = isOver ? new Map() : await namesFor(services.db, schedule)
  // A schedule that has expired is looked at again: a device may hang in its areas by then.
  const next = new Date(nextRun(schedule, now)).toISOString()
  await services.db.transaction().execute(async db => {
    if (!(await moveSchedule(db, schedule, next)) || isOver) return
    const recipients = fromJson(schedule.recipients)
    await insertRun({ ...services, db }, schedule, { at, due: at, recipients }, names)
  })
}
