import type { ReportTitle } from '#shared/rules/reports/report-states.ts'
import { latestDue, nextRun, reportedPeriod } from '#shared/rules/reports/schedule.ts'
import { placementsOfArea } from '../devices/placement/placements.ts'
import type { Database } from '../kit/database/database.ts'
import { fromJson, jsonOf } from '../kit/database/json.ts'
import { isoNow, type Services } from '../kit/services.ts'
import { dueSchedules, moveSchedule, type ScheduleRow } from './schedule-store.ts'
import { insertReport, type ReportRow } from './store.ts'

/** Schedules that are moved on before the clock is looked at again. */
const AT_ONCE = 200

/** Tells whether a schedule has expired: nothing hangs in its areas any more, and nothing is planned there. */
export const isExpired = async (db: Database, schedule: ScheduleRow, now: number): Promise<boolean> => {
  const at = new Date(now).toISOString()
  for (const areaId of fromJson(schedule.content).area_ids) {
    const placements = await placementsOfArea(db, areaId)
    if (placements.some(({ end }) => end === null || end > at)) return false
  }
  return true
}

/** Names of the areas of a schedule. */
export const areaNamesOf = async (db: Database, areaIds: readonly number[]): Promise<string[]> => {
  const names: string[] = []
  for (const areaId of areaIds) {
    const [placement] = await placementsOfArea(db, areaId)
    if (placement) names.push(placement.area_name)
  }
  return names
}

/** Writes down that a report of a schedule is wanted, about the period before a moment (epoch ms). */
export const insertRun = async (
  services: Pick<Services, 'now'> & { db: Database },
  schedule: ScheduleRow,
  { at, due, recipients }: { at: number; due: number | null; recipients: readonly string[] },
): Promise<ReportRow> => {
  const period = reportedPeriod(schedule, schedule.relative === 1, at)
  const { area_ids } = fromJson(schedule.content)
  const title: ReportTitle = schedule.frequency
  return insertReport(services.db, {
    user_id: schedule.user_id,
    title,
    content: schedule.content,
    names: jsonOf(await areaNamesOf(services.db, area_ids)),
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
 * written once, by whichever process is first; of several runs that were missed it is the latest.
 */
export const runSchedules = async (services: Services): Promise<void> => {
  for (;;) {
    const now = services.now()
    const due = await dueSchedules(services.db, isoNow(services), AT_ONCE)
    for (const schedule of due) {
      const at = latestDue(schedule, Date.parse(schedule.next_run_at ?? ''), now)
      const isOver = await isExpired(services.db, schedule, now)
      const next = isOver ? null : new Date(nextRun(schedule, now)).toISOString()
      await services.db.transaction().execute(async db => {
        if (!(await moveSchedule(db, schedule, next)) || isOver) return
        await insertRun({ ...services, db }, schedule, { at, due: at, recipients: fromJson(schedule.recipients) })
      })
    }
    if (due.length < AT_ONCE) return
  }
}
