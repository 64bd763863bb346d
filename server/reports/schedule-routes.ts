import type { Language } from '#shared/contract/fixed.ts'
import {
  type PreviewInput,
  type ReportSchedule,
  reportScheduleEndpoints,
  type ScheduleInput,
  type ScheduleRun,
} from '#shared/contract/measurements/report-schedules.ts'
import { DAYS_AHEAD, MAX_SCHEDULES } from '#shared/rules/reports/report-states.ts'
import { nextRun, nextRuns, reportedPeriod } from '#shared/rules/reports/schedule.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { type Acting, differences, writeAudit } from '../audit/audit.ts'
import { knownPlacements, placementAsKnown } from '../devices/placement/known-placements.ts'
import { readProjectsOf } from '../devices/placement/placements.ts'
import type { Database } from '../kit/database/database.ts'
import { fromJson, jsonOf } from '../kit/database/json.ts'
import { Failure } from '../kit/failure.ts'
import { type SignedIn, serve } from '../kit/http/serve.ts'
import type { Words } from '../kit/language.ts'
import { countAttempt } from '../kit/limits/limits.ts'
import { lockUser } from '../kit/limits/lock-user-store.ts'
import { spendQuota } from '../kit/limits/quotas.ts'
import { requireRepeated } from '../kit/repeated.ts'
import { isoNow, type Services } from '../kit/services.ts'
import { sendSoon } from '../notifications/outbox/outbox.ts'
import { failureText } from '../notifications/templates/failure-text.ts'
import { confirmedPeople } from '../users/accounts.ts'
import type { StoredContent } from './content/stored-content.ts'
import { expiredOf, requireRoom, requireSubject } from './content/subject.ts'
import { mailReportAgain } from './mails.ts'
import { isThere, presentReport, reportFailure, requireFewRows, requireFewUnfinished } from './present.ts'
import { stoppedRecipients } from './recipient-store.ts'
import { insertRun } from './run-schedules.ts'
import {
  changeSchedule,
  deleteSchedule,
  insertSchedule,
  mailsOf,
  runsOf,
  type ScheduleRow,
  scheduleOfId,
  schedulesOf,
} from './schedule-store.ts'
import { giveUpPreviews, insertReport, type ReportRow, reportOfId } from './store.ts'

/** Runs of each schedule that the list tells of, and times that the editor shows. */
const RUNS = 5
const TIMES = 3

type Context = Services & Acting & { user: SignedIn; t: Words; language: Language }

export const reportScheduleRoutes = serve(reportScheduleEndpoints, {
  listReportSchedules: async (_, context) => present(context, await schedulesOf(context.db, context.user.id)),

  createReportSchedule: async ({ body }, context) => {
    const { db, user } = context
    requireFit(context, body)
    const row = await db.transaction().execute(async trx => {
      await lockUser(trx, user.id)
      await requireSeen({ ...context, db: trx }, body)
      if ((await schedulesOf(trx, user.id)).length >= MAX_SCHEDULES) throw new Failure('limit_exceeded')
      await writeAudit(context, trx, {
        action: 'report_schedule_created',
        user_id: user.id,
        changes: differences(AUDITED, {}, body),
      })
      await spendOnStrangers(context, trx, body.recipients)
      return insertSchedule(trx, { ...columnsOf(context, body), user_id: user.id, created_at: isoNow(context) })
    })
    return presentOne(context, row)
  },

  updateReportSchedule: async ({ params, body: { version, ...body } }, context) => {
    const { db, user } = context
    await requireSchedule(context, params.id)
    if (body.active) requireFit(context, body)
    const row = await db.transaction().execute(async trx => {
      await lockUser(trx, user.id)
      const before = await requireSchedule({ db: trx, user }, params.id)
      if (version !== undefined && version !== before.version) {
        // Its next run depends on when it is saved, and moves on.
        const { next_run_at, ...wanted } = columnsOf(context, body)
        return requireRepeated(before, wanted, version)
      }
      // A schedule can be switched off also by somebody who no longer sees its areas.
      const isSame = isWithin(body, fromJson(before.content))
      if (body.active || !isSame) await requireSeen({ ...context, db: trx }, body, !(isSame && before.active === 1))
      await writeAudit(context, trx, {
        action: 'report_schedule_changed',
        user_id: user.id,
        changes: differences(AUDITED, { name: before.name, recipients: fromJson(before.recipients) }, body),
      })
      const known = new Set(fromJson(before.recipients))
      await spendOnStrangers(
        context,
        trx,
        body.recipients.filter(one => !known.has(one)),
      )
      return changeSchedule(
        trx,
        before.id,
        columnsOf(context, body),
        haveSameTimes(before, body) ? isoNow(context) : null,
      )
    })
    return presentOne(context, row)
  },

  deleteReportSchedule: async ({ params }, context) => {
    const { db, user } = context
    const { id, name } = await requireSchedule(context, params.id)
    await db.transaction().execute(async trx => {
      const changes = differences(AUDITED, { name }, {})
      await writeAudit(context, trx, { action: 'report_schedule_deleted', user_id: user.id, changes })
      await deleteSchedule(trx, id)
    })
    return undefined
  },

  runReportSchedule: async ({ params }, context) => {
    const { db, user, t } = context
    const row = await db.transaction().execute(async trx => {
      await lockUser(trx, user.id)
      const now = context.now()
      const schedule = await requireSchedule({ db: trx, user }, params.id)
      const period = reportedPeriod(schedule, schedule.relative === 1, now)
      const about = { ...fromJson(schedule.content), is_run: true as const }
      const subject = await requireSubject({ db: trx, user, now, t }, about, period)
      await requireFewUnfinished(trx, user.id, now)
      await writeAudit(context, trx, { action: 'report_requested', user_id: user.id })
      return insertRun(
        { now: context.now, db: trx },
        schedule,
        { at: now, due: null, recipients: [user.email] },
        subject,
      )
    })
    return presentReport(row, t)
  },

  sendRunAgain: async ({ params }, context) => {
    const { db, user } = context
    const schedule = await requireSchedule(context, params.id)
    const row = await reportOfId(db, params.report_id)
    if (row?.schedule_id !== schedule.id || row.user_id !== user.id || row.due_at === null || !isThere(row, context))
      throw new Failure('not_found')
    await countAttempt(context, 'report_mails_again', user.id)
    const sent = await db.transaction().execute(trx => mailReportAgain(trx, row.id, isoNow(context)))
    if (sent > 0) sendSoon(context)
    return { sent }
  },

  createSchedulePreview: async ({ body }, context) => {
    const { db, user, t } = context
    const now = context.now()
    requireFit(context, body)
    const period = reportedPeriod(body, body.relative, now)
    const content = contentOf(body)
    const row = await db.transaction().execute(async trx => {
      await lockUser(trx, user.id)
      const { areaIds, names } = await requireSubject({ db: trx, user, now, t }, content, period)
      await countAttempt({ ...context, db: trx }, 'report_preview', user.id)
      await giveUpPreviews(trx, user.id)
      return insertReport(trx, {
        user_id: user.id,
        title: body.frequency,
        content: jsonOf(content),
        names: jsonOf(names),
        from: new Date(period.from).toISOString(),
        until: new Date(period.until).toISOString(),
        time_zone: body.timezone,
        language: body.language,
        parts: Math.max(1, areaIds.length),
        created_at: isoNow(context),
        schedule_id: null,
        due_at: null,
        recipients: null,
        is_preview: 1,
      })
    })
    return presentReport(row, t)
  },

  getSchedulePreview: async ({ params }, context) => presentReport(await requirePreview(context, params.id), context.t),

  getSchedulePreviewFile: async ({ params }, context) => {
    const { reply, files } = context
    const row = await requirePreview(context, params.id)
    const pdf = isThere(row, context) && row.file !== null ? await files.read(row.file) : null
    if (!pdf) throw new Failure('not_found')
    return reply.header('cache-control', 'no-store').type('application/pdf').send(pdf)
  },

  listScheduleTimes: async ({ query }, { now }) =>
    nextRuns(query, now(), TIMES).map(time => {
      const { from, until } = reportedPeriod(query, query.relative, time)
      return {
        time: new Date(time).toISOString(),
        from: new Date(from).toISOString(),
        until: new Date(until).toISOString(),
      }
    }),
})

const AUDITED = ['name', 'recipients'] as const

/** A preview is there for who asked for it alone. Throws not_found. */
const requirePreview = async ({ db, user }: Pick<Context, 'db' | 'user'>, id: number): Promise<ReportRow> => {
  const row = await reportOfId(db, id)
  if (row?.user_id !== user.id || row.is_preview === 0) throw new Failure('not_found')
  return row
}

/**
 * Requires that the person reads now all that it is about, and that a report of today has room for it; not_found names none. One
 * whose areas became more while it ran is mailed without the last of them, and stays open to other changes: `needsRoom` is false.
 */
const requireSeen = async ({ db, user, now, t }: Context, body: ScheduleInput, needsRoom = true): Promise<void> => {
  const about = contentOf(body)
  await requireSubject({ db, user, t, now: now() }, about, null)
  if (body.active && needsRoom) await requireRoom({ db, user, t }, about, reportedPeriod(body, body.relative, now()))
}

/** Requires tables that can be printed about each of its periods; of how many areas devices and projects are, each run finds. */
const requireFit = ({ now }: Pick<Services, 'now'>, body: PreviewInput): void => {
  if (body.source !== 'Data') return
  requireFewRows(reportedPeriod(body, body.relative, now()), body.interval, new Set(body.area_ids).size)
}

/** Tells whether a schedule that is changed is about nothing that it was not about before. */
const isWithin = (body: ScheduleInput, before: StoredContent): boolean =>
  body.area_ids.every(id => before.area_ids.includes(id)) &&
  body.device_ids.every(id => before.device_ids?.includes(id)) &&
  (body.research_id ?? before.research_id) === before.research_id &&
  contentOf(body).gas === before.gas

const contentOf = ({
  area_ids,
  device_ids,
  research_id,
  measurements,
  interval,
  source,
  gas,
}: PreviewInput): StoredContent => ({
  area_ids: [...new Set(area_ids)],
  ...(device_ids.length > 0 ? { device_ids: [...new Set(device_ids)] } : {}),
  ...(research_id == null ? {} : { research_id }),
  measurements: measurements?.length ? measurements : null,
  rows: interval,
  ...(source === 'Emission' ? { gas } : {}),
})

/** Counts new recipients without an account: nobody has the product write to many strangers. */
const spendOnStrangers = async (context: Context, db: Database, emails: readonly string[]): Promise<void> => {
  const people = new Set((await confirmedPeople(db, { emails })).map(({ email }) => email.toLowerCase()))
  const strangers = new Set(emails.filter(one => !people.has(one.toLowerCase())))
  await spendQuota({ ...context, db }, 'letters_to_strangers', strangers.size)
}

const haveSameTimes = (before: ScheduleRow, { frequency, weekday, timezone }: ScheduleInput): boolean =>
  before.frequency === frequency && before.timezone === timezone && (frequency !== 'week' || before.weekday === weekday)

/** A schedule is its owner's alone. Throws not_found. */
const requireSchedule = async ({ db, user }: { db: Database; user: SignedIn }, id: number): Promise<ScheduleRow> => {
  const row = await scheduleOfId(db, id)
  if (row?.user_id !== user.id) throw new Failure('not_found')
  return row
}

const columnsOf = ({ now }: Pick<Services, 'now'>, input: ScheduleInput) => ({
  name: input.name,
  source: input.source,
  content: jsonOf(contentOf(input)),
  frequency: input.frequency,
  weekday: input.weekday,
  relative: input.relative ? 1 : 0,
  language: input.language,
  timezone: input.timezone,
  recipients: jsonOf([...new Set(input.recipients)]),
  csv: input.csv ? 1 : 0,
  // A schedule that somebody saved is theirs.
  demo: 0,
  active: input.active ? 1 : 0,
  next_run_at: input.active ? new Date(nextRun(input, now())).toISOString() : null,
})

const presentOne = async (context: Context, row: ScheduleRow): Promise<ReportSchedule> => {
  const [schedule] = await present(context, [row])
  if (!schedule) throw new Failure('not_found')
  return schedule
}

const present = async (context: Context, rows: readonly ScheduleRow[]): Promise<ReportSchedule[]> => {
  const { db, now } = context
  const runs = Map.groupBy(
    await runsPresented(
      context,
      await runsOf(
        db,
        rows.map(({ id }) => id),
        RUNS,
      ),
    ),
    ({ scheduleId }) => scheduleId,
  )
  const { areas, devices, projects } = await namesFor(context, rows)
  const stopped = Map.groupBy(
    await stoppedRecipients(
      db,
      rows.map(({ id }) => id),
    ),
    ({ schedule_id }) => schedule_id,
  )
  const expired = await expiredOf(db, rows, isoNow(context))
  const schedules: ReportSchedule[] = []
  for (const row of rows) {
    const { area_ids, device_ids = [], research_id, measurements, rows: interval, gas } = fromJson(row.content)
    const project = projects.get(research_id ?? 0)
    const state = expired.has(row.id) ? 'expired' : row.active === 1 ? 'active' : 'inactive'
    const recipients = fromJson(row.recipients)
    const gone = new Set(stopped.get(row.id)?.map(({ email }) => email))
    const own = (runs.get(row.id) ?? []).map(({ run }) => run)
    schedules.push({
      id: row.id,
      name: row.name,
      source: row.source,
      gas: gas ?? null,
      area_ids,
      device_ids,
      research_id: research_id ?? null,
      about: [
        ...area_ids.flatMap(one => areas.get(one) ?? []),
        ...device_ids.flatMap(one => devices.get(one) ?? []),
        ...(project ? [project.name] : []),
      ],
      expires_at: project?.end ?? null,
      measurements,
      frequency: row.frequency,
      weekday: row.weekday,
      relative: row.relative === 1,
      interval,
      csv: row.csv === 1,
      language: row.language,
      timezone: row.timezone,
      recipients,
      stopped: recipients.filter(email => gone.has(email.toLowerCase())),
      active: row.active === 1,
      state,
      version: row.version,
      next_run: state === 'active' ? row.next_run_at : null,
      upcoming:
        state === 'active'
          ? nextRuns(row, now(), DAYS_AHEAD + 1, now() + DAYS_AHEAD * DAY_MS).map(time => new Date(time).toISOString())
          : [],
      last_run: own[0] ?? null,
      runs: own,
      may: ['edit', 'delete'],
    })
  }
  return schedules
}

/** Names of what a person reads of, as they may know them, and their research projects. */
const namesFor = async (asking: Pick<Context, 'db' | 'user' | 't'>, rows: readonly ScheduleRow[]) => {
  const known = (await knownPlacements(asking)).filter(({ periods }) => periods.length > 0)
  const placements = known.map(one => placementAsKnown(one, asking.t))
  const ids = rows.flatMap(({ content }) => fromJson(content).research_id ?? [])
  const projects = await readProjectsOf(asking.db, asking.user, ids)
  return {
    areas: new Map(placements.map(({ area_id, area_name }) => [area_id, area_name])),
    devices: new Map(placements.map(({ device_id, device_name }) => [device_id, device_name])),
    projects: new Map(projects.map(one => [one.id, one])),
  }
}

const runsPresented = async (context: Context, rows: readonly ReportRow[]) => {
  const { db, language, t } = context
  const mails = Map.groupBy(
    await mailsOf(
      db,
      rows.map(({ id }) => id),
    ),
    ({ report_id }) => report_id,
  )
  return rows.map(row => {
    const of = mails.get(row.id) ?? []
    const run: ScheduleRun = {
      report_id: row.id,
      time: row.due_at ?? row.created_at,
      state: row.status,
      error: reportFailure(row, t),
      left_out: fromJson(row.content).left_out ?? 0,
      is_there: isThere(row, context),
      recipients: row.recipients === null ? [] : fromJson(row.recipients),
      sent: of.filter(({ state }) => state === 'sent').length,
      delayed: of.flatMap(({ recipient, state, error }) => (state === 'sent' && error !== null ? [recipient] : [])),
      failed: of.flatMap(({ recipient, state, error }) =>
        state === 'failed' ? [{ recipient, error: failureText(error ?? 'refused', language) }] : [],
      ),
    }
    return { scheduleId: row.schedule_id, run }
  })
}
