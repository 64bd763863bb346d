import { REPORT_LISTED_DAYS, RUNS_LISTED_DAYS } from '#shared/rules/reports/report-states.ts'
import { DAY_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import { fromJson } from '../kit/database/json.ts'
import { Failure } from '../kit/failure.ts'
import { wordsIn } from '../kit/language.ts'
import { printPaper } from '../kit/paper/paper.ts'
import { newSecret } from '../kit/security/secrets.ts'
import { isoNow, type Services } from '../kit/services.ts'
import { sendSoon } from '../notifications/outbox/outbox.ts'
import { activeAccount } from '../users/accounts.ts'
import { readReportFacts } from './content/facts.ts'
import { reportPaper } from './content/paper.ts'
import { createReportLinks } from './links.ts'
import { enqueueReportMails } from './mails.ts'
import { type ScheduleRow, scheduleOfId } from './schedule-store.ts'
import { changeReport, deleteReport, forgetFile, type ReportRow, reportsToForget, takeReport } from './store.ts'

/** Time (ms) a process has for the next sign that it still works on a report. */
const HELD_MS = 2 * MINUTE_MS
const MAX_TRIES = 3
/** Failures that another try would not mend. */
const FINAL = ['not_found', 'outside_subscription', 'too_much_data', 'no_valid_input'] as const

/** Says that a report was thrown away, its account is gone, or another process has it. */
class GivenUp extends Error {}

const after = (services: Pick<Services, 'now'>, ms: number): string => new Date(services.now() + ms).toISOString()

/** Reports at once: while one is printed, another is read. */
const AT_ONCE = 2

/** Makes what waits. A process that is killed leaves its report to the next look of any. */
export const makeReports = async (services: Services): Promise<void> => {
  await Promise.all(Array.from({ length: AT_ONCE }, () => makeInTurn(services)))
}

const makeInTurn = async (services: Services): Promise<void> => {
  for (;;) {
    const row = await takeReport(services.db, isoNow(services), after(services, HELD_MS))
    if (!row) return
    // Making it ended each process before: one more try would end this one, too.
    if (row.tries > MAX_TRIES) await failReport(services, row, 'something_wrong')
    else await makeReport(services, row).catch(error => endTry(services, row, error))
  }
}

const makeReport = async (services: Services, row: ReportRow): Promise<void> => {
  const { db, now, series, files } = services
  const account = row.user_id === null ? undefined : await activeAccount(db, row.user_id)
  if (!account) return failReport(services, row, 'not_found')
  const { area_ids, measurements, rows } = fromJson(row.content)
  const change = async (progress: Parameters<typeof changeReport>[2]): Promise<void> => {
    if (!(await changeReport(db, row, { taken_until: after(services, HELD_MS), ...progress }))) throw new GivenUp()
  }
  const facts = await readReportFacts(
    { db, series, files, now, user: { ...account, admin: account.admin === 1 }, t: wordsIn(row.language) },
    {
      areaIds: area_ids,
      from: Date.parse(row.from),
      until: Date.parse(row.until),
      measurements,
      rows,
      language: row.language,
      zone: row.time_zone,
    },
    done => change({ parts_done: done }),
  )
  const { pdf, pages } = await printPaper(reportPaper(facts, { title: row.title, name: account.name, now: now() }))
  // Named before it is written: whatever happens then, the file is known and removed in its time.
  const file = row.file ?? `reports/${newSecret()}`
  await change({ file })
  await files.remove(file)
  await files.write(file, pdf)
  const link = `${services.publicUrl()}${await createReportLinks(services).pathOf(row)}`
  const isMailed = await db.transaction().execute(async trx => {
    const at = isoNow(services)
    const schedule = row.schedule_id === null ? undefined : await scheduleOfId(trx, row.schedule_id)
    const recipients = schedule ? recipientsOf(row, schedule) : []
    const ready = await changeReport(trx, row, {
      status: 'ready',
      taken_until: at,
      error: null,
      pages,
      bytes: pdf.length,
      finished_at: at,
      expires_at: after(services, DAY_MS),
      is_linked: recipients.length > 0 ? 1 : row.is_linked,
    })
    if (!ready) throw new GivenUp()
    const name = schedule?.name ?? ''
    if (recipients.length > 0)
      await enqueueReportMails(trx, { row, facts, name, by: account.name, link, recipients, at })
    return recipients.length > 0
  })
  if (isMailed) sendSoon(services)
}

/** Addresses that a run still goes to: not those that its schedule has dropped since, and none once it is switched off. */
const recipientsOf = ({ recipients, due_at }: ReportRow, schedule: ScheduleRow): string[] => {
  const all = recipients === null ? [] : fromJson(recipients)
  if (due_at === null) return all
  const still = new Set(schedule.active === 1 ? fromJson(schedule.recipients) : [])
  return all.filter(email => still.has(email))
}

/** Leaves a report that failed to another try, or says at last that it failed. */
const endTry = async (services: Services, row: ReportRow, error: unknown): Promise<void> => {
  if (error instanceof GivenUp) return
  const code = error instanceof Failure ? FINAL.find(one => one === error.code) : undefined
  if (code) return failReport(services, row, code)
  services.log.error({ err: error, report: row.id }, 'a report could not be made')
  if (row.tries >= MAX_TRIES) await failReport(services, row, 'something_wrong')
}

const failReport = async (
  services: Services,
  row: ReportRow,
  error: (typeof FINAL)[number] | 'something_wrong',
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
  }
  const isListed = ({ schedule_id, created_at }: ReportRow): boolean =>
    created_at > (schedule_id === null ? since.listedSince : since.runsListedSince)
  for (const row of await reportsToForget(services.db, isoNow(services), since)) {
    if (row.file !== null) await services.files.remove(row.file)
    if (row.user_id === null || !isListed(row)) await deleteReport(services.db, row.id)
    else await forgetFile(services.db, row.id)
  }
}
