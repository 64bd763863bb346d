import type { ReportTitle } from '#shared/rules/reports/report-states.ts'
import { latestDue, nextRun, reportedPeriod } from '#shared/rules/reports/schedule.ts'
import type { Database } from '../kit/database/database.ts'
import { fromJson, type Json, jsonOf } from '../kit/database/json.ts'
import { wordsIn } from '../kit/language.ts'
import { isoNow, type Services } from '../kit/services.ts'
import { activeAccount, callerOf } from '../users/accounts.ts'
import type { StoredContent } from './content/stored-content.ts'
import { expiredOf, findSubject, leftOutOf, type ReportSubject } from './content/subject.ts'
import { type DueAfter, dueSchedules, moveSchedule, type ScheduleRow } from './schedule-store.ts'
import { insertReport, type ReportRow } from './store.ts'

/** Schedules that are moved on before the clock is looked at again. */
const BATCH = 200

const NOTHING: ReportSubject = { areaIds: [], ids: [], names: [], gone: 0 }

/** Things that a run of a schedule is about, as far as its owner reads them now, under names in its language. */
const subjectFor = async (db: Database, schedule: ScheduleRow, at: number): Promise<ReportSubject> => {
  const { user_id, content, language, relative } = schedule
  const account = await activeAccount(db, user_id)
  if (!account) return NOTHING
  const period = reportedPeriod(schedule, relative === 1, at)
  return findSubject({ db, user: callerOf(account), t: wordsIn(language) }, fromJson(content), period)
}

/** Content of a run without what its owner no longer reads; all of it where nothing is left, for that fails and says so. */
const contentOf = ({ content }: ScheduleRow, { ids, gone, areaIds }: ReportSubject): Json<StoredContent> => {
  const left_out = leftOutOf(areaIds)
  const ofRun = { ...fromJson(content), is_run: true as const, ...(left_out > 0 ? { left_out } : {}) }
  if (gone === 0 || ids.length === 0) return jsonOf(ofRun)
  const { area_ids, device_ids, ...others } = ofRun
  const still = (of: readonly number[]) => of.filter(id => ids.includes(id))
  return jsonOf({
    ...others,
    gone,
    area_ids: still(area_ids),
    ...(device_ids ? { device_ids: still(device_ids) } : {}),
  })
}

/** Writes down that a report of a schedule is wanted, about the period before a moment (epoch ms). */
export const insertRun = async (
  services: Pick<Services, 'now'> & { db: Database },
  schedule: ScheduleRow,
  { at, due, recipients }: { at: number; due: number | null; recipients: readonly string[] },
  subject: ReportSubject,
): Promise<ReportRow> => {
  const period = reportedPeriod(schedule, schedule.relative === 1, at)
  const content = contentOf(schedule, subject)
  const title: ReportTitle = schedule.frequency
  return insertReport(services.db, {
    user_id: schedule.user_id,
    title,
    content,
    names: jsonOf(subject.names),
    from: new Date(period.from).toISOString(),
    until: new Date(period.until).toISOString(),
    time_zone: schedule.timezone,
    language: schedule.language,
    parts: Math.max(1, subject.areaIds.length - leftOutOf(subject.areaIds)),
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
    const due = await dueSchedules(services.db, isoNow(services), BATCH, last)
    const expired = await expiredOf(services.db, due, isoNow(services))
    for (const schedule of due)
      await runSchedule(services, schedule, expired.has(schedule.id)).catch(error =>
        services.log.error({ err: error, schedule: schedule.id }, 'a report schedule could not be run'),
      )
    last = due.at(-1) ?? null
    if (!last || due.length < BATCH) return
  }
}

const runSchedule = async (services: Services, schedule: ScheduleRow, isOverNow: boolean): Promise<void> => {
  const now = services.now()
  const at = latestDue(schedule, Date.parse(schedule.next_run_at ?? ''), now)
  // A run that was missed counts as it would have then: a server that was down takes no report of the last days away.
  const isOver = isOverNow && (await expiredOf(services.db, [schedule], new Date(at).toISOString())).size > 0
  const subject = isOver ? NOTHING : await subjectFor(services.db, schedule, at)
  // A schedule that has expired is looked at again: a device may hang in its areas by then.
  const next = new Date(nextRun(schedule, now)).toISOString()
  await services.db.transaction().execute(async db => {
    if (!(await moveSchedule(db, schedule, next)) || isOver) return
    const recipients = fromJson(schedule.recipients)
    await insertRun({ ...services, db }, schedule, { at, due: at, recipients }, subject)
  })
}
