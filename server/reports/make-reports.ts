import { REPORT_LISTED_DAYS, RUNS_LISTED_DAYS } from '#shared/rules/reports/report-states.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import type { Database } from '../kit/database/database.ts'
import { fromJson } from '../kit/database/json.ts'
import { yieldingSeries } from '../kit/database/yielding-series.ts'
import { Failure } from '../kit/failure.ts'
import { after, GivenUp, type HeldWork, type Hold, workInTurn, writeFileOf } from '../kit/held-work.ts'
import { printPaper } from '../kit/paper/paper.ts'
import { isoNow, type Services } from '../kit/services.ts'
import { sendSoon } from '../notifications/outbox/outbox.ts'
import { activeAccount, callerOf } from '../users/accounts.ts'
import { writeReport } from './content/write-report.ts'
import { createReportLinks } from './links.ts'
import { enqueueReportMails } from './mails.ts'
import { FINAL_FAILURES } from './present.ts'
import { stoppedRecipients } from './recipient-store.ts'
import { openStopLinks, type StopLinks } from './recipients.ts'
import { type ScheduleRow, scheduleOfId } from './schedule-store.ts'
import { changeReport, deleteReport, forgetFile, isKept, type ReportRow, reportsToForget, takeReport } from './store.ts'

/** ms that a preview is kept: who looks at it has fetched it, or looks again. */
const PREVIEW_KEPT = 10 * MINUTE_MS

type Progress = { file?: string; parts_done?: number }

/** Makes what waits, one after the other: to read one while another is printed takes both processors from who waits for a page. */
export const makeReports = (services: Services): Promise<void> =>
  workInTurn(services, reportsToMake({ ...services, series: yieldingSeries(services.series) }))

const reportsToMake = (services: Services): HeldWork<ReportRow, Progress> => ({
  name: 'report',
  heldMs: 2 * MINUTE_MS,
  take: (now, until) => takeReport(services.db, now, until),
  hold: (row, taken_until, progress) => changeReport(services.db, row, { ...progress, taken_until }),
  make: (row, hold) => makeReport(services, row, hold),
  isFinal: error => finalOf(error) !== undefined,
  fail: (row, error) => failReport(services, row, finalOf(error) ?? 'something_wrong'),
})

const finalOf = (error: unknown) =>
  error instanceof Failure ? FINAL_FAILURES.find(one => one === error.code) : undefined

const makeReport = async (services: Services, row: ReportRow, hold: Hold<Progress>): Promise<void> => {
  const { db, now, series, files } = services
  const account = row.user_id === null ? undefined : await activeAccount(db, row.user_id)
  if (!account) return failReport(services, row, 'not_found')
  const goOn = (done: number) => hold.goOn({ parts_done: Math.min(done, row.parts) })
  const written = await writeReport({ db, series, files, now, user: callerOf(account) }, row, goOn)
  const { pdf, pages } = await hold.during(signal => printPaper(written.paper, signal))
  await writeFileOf({ files, hold, row, folder: 'reports', content: pdf, isKept: file => isKept(db, row.id, file) })
  const link = `${services.publicUrl()}${await createReportLinks(services).pathOf(row)}`
  const stopLinks = await openStopLinks(services)
  const isMailed = await db.transaction().execute(async trx => {
    const at = isoNow(services)
    const schedule = row.schedule_id === null ? undefined : await scheduleOfId(trx, row.schedule_id)
    const recipients = schedule ? await recipientsOf(trx, { row, schedule, stopLinks, at }) : new Map()
    const ready = await changeReport(trx, row, {
      status: 'ready',
      taken_until: at,
      error: null,
      pages,
      bytes: pdf.length,
      finished_at: at,
      expires_at: after(services, row.is_preview === 1 ? PREVIEW_KEPT : DAY_MS),
      is_linked: recipients.size > 0 ? 1 : row.is_linked,
    })
    if (!ready) throw new GivenUp()
    if (schedule && recipients.size > 0)
      await enqueueReportMails(trx, { row, written, schedule, by: account.name, link, recipients, at })
    return recipients.size > 0
  })
  if (isMailed) sendSoon(services)
}

/**
 * Addresses that a run still goes to, each with the link that stops its mails: not those that its schedule has dropped since or
 * that want none any more, and none once it is switched off or of the demo farm. A test goes to who asked for it, whatever they stopped.
 */
const recipientsOf = async (
  trx: Database,
  { row, schedule, stopLinks, at }: { row: ReportRow; schedule: ScheduleRow; stopLinks: StopLinks; at: string },
): Promise<Map<string, string | undefined>> => {
  const { recipients, due_at } = row
  const all = (recipients === null ? [] : fromJson(recipients)).map(email => email.toLowerCase())
  if (due_at === null) return new Map(all.map(email => [email, undefined]))
  const isMailed = schedule.active === 1 && schedule.demo === 0
  const still = new Set(isMailed ? fromJson(schedule.recipients).map(email => email.toLowerCase()) : [])
  const stopped = new Set((await stoppedRecipients(trx, [schedule.id])).map(({ email }) => email))
  const emails = all.filter(email => still.has(email) && !stopped.has(email))
  return stopLinks(trx, { scheduleId: schedule.id, emails, at })
}

const failReport = async (
  services: Services,
  row: ReportRow,
  error: (typeof FINAL_FAILURES)[number] | 'something_wrong',
): Promise<void> => {
  await changeReport(services.db, row, {
    status: 'failed',
    error,
    taken_until: isoNow(services),
    finished_at: isoNow(services),
  })
}

/** Removes files that are over, and reports that are no longer listed: the file first, so that none is left without a row. */
export const forgetReports = async (services: Services): Promise<void> => {
  const since = {
    listedSince: after(services, -REPORT_LISTED_DAYS * DAY_MS),
    runsListedSince: after(services, -RUNS_LISTED_DAYS * DAY_MS),
    // The turns of an account are counted by the reports it had made in an hour.
    previewsSince: after(services, -HOUR_MS),
  }
  const isListed = ({ schedule_id, created_at, is_preview }: ReportRow): boolean =>
    created_at >
    (is_preview === 1 ? since.previewsSince : schedule_id === null ? since.listedSince : since.runsListedSince)
  for (const row of await reportsToForget(services.db, isoNow(services), since)) {
    if (row.file !== null) await services.files.remove(row.file)
    if (row.user_id === null || !isListed(row)) await deleteReport(services.db, row.id)
    else await forgetFile(services.db, row.id)
  }
}
