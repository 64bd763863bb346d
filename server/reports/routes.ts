import type { IncomingHttpHeaders } from 'node:http'
import { type Report, type ReportInput, reportEndpoints } from '#shared/contract/measurements/reports.ts'
import { REPORT_LISTED_DAYS, type ReportTitle } from '#shared/rules/reports/report-states.ts'
import { periodOf } from '#shared/rules/time/period.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { type Acting, writeAudit } from '../audit/audit.ts'
import { reportedDays } from '../emissions/reports/queued.ts'
import type { Database } from '../kit/database/database.ts'
import { fromJson, jsonOf } from '../kit/database/json.ts'
import { Failure } from '../kit/failure.ts'
import { dispositionOf } from '../kit/http/attachment.ts'
import { type Served, type SignedIn, serve } from '../kit/http/serve.ts'
import type { Words } from '../kit/language.ts'
import { lockUser } from '../kit/limits/lock-user-store.ts'
import { readPeriod } from '../kit/period.ts'
import { isoNow, type Services } from '../kit/services.ts'
import { activeAccount } from '../users/accounts.ts'
import type { StoredContent } from './content/stored-content.ts'
import { leftOutOf, requireSubject } from './content/subject.ts'
import { createReportLinks } from './links.ts'
import { isThere, presentReport, reportFile, requireFewRows, requireFewUnfinished } from './present.ts'
import { giveUpReport, insertReport, linkReport, type ReportRow, reportOfId, reportsOf, unlinkReport } from './store.ts'

type Context = Services & Acting & { user: SignedIn; t: Words }
type Wanted = Pick<ReportRow, 'title' | 'from' | 'until' | 'time_zone' | 'language'> & { content: StoredContent }

export const reportRoutes = (services: Pick<Services, 'db'>): Served[] => {
  const links = createReportLinks(services)
  return serve(reportEndpoints, {
    listReports: async (_, { db, user, now, t }) => {
      const since = new Date(now() - REPORT_LISTED_DAYS * DAY_MS).toISOString()
      return (await reportsOf(db, user.id, since)).map(row => presentReport(row, t))
    },

    createReport: ({ body }, context) => begin(context, wantedOf(body, context)),

    repeatReport: async ({ params }, context) => {
      const row = await requireReport(context, params.id)
      const content = fromJson(row.content)
      return begin(context, { ...row, content: content.gas ? { ...content, again_of: row.id } : content })
    },

    deleteReport: async ({ params }, context) => {
      const row = await requireReport(context, params.id)
      await giveUpReport(context.db, row.id)
      return undefined
    },

    createReportLink: async ({ params }, context) => {
      const row = await requireReport(context, params.id)
      if (!isThere(row, context)) throw new Failure('not_found')
      if (row.is_linked === 0)
        await context.db.transaction().execute(async db => {
          await writeAudit(context, db, { action: 'report_link_created', user_id: context.user.id })
          await linkReport(db, row.id)
        })
      return { path: await links.pathOf(row) }
    },

    deleteReportLink: async ({ params }, context) => {
      const row = await requireReport(context, params.id)
      await context.db.transaction().execute(async db => {
        await writeAudit(context, db, { action: 'report_link_ended', user_id: context.user.id })
        await unlinkReport(db, row.id)
      })
      return undefined
    },

    getReport: async ({ params, query }, context) => {
      const { reply, request, files } = context
      const row = await links.reportOf(params.token)
      // A link is still its person's, and opens nothing while the account is suspended.
      const isOpen = row?.user_id != null && (await activeAccount(context.db, row.user_id)) !== undefined
      // A link of yesterday leads to where its owner makes the report again.
      if (row && isOpen && !isThere(row, context)) return reply.redirect(`${OVER}?again=${row.id}`)
      const pdf = row && isOpen && row.file !== null ? await files.read(row.file) : null
      if (!row || !pdf) {
        if (isOpenedByHand(request.headers)) return reply.redirect(OVER)
        throw new Failure('not_found')
      }
      reply.type('application/pdf').header('cache-control', 'no-store').header('x-robots-tag', 'noindex')
      reply.header('content-disposition', dispositionOf(reportFile(row, 'pdf', !query.unnamed), 'inline'))
      return reply.send(pdf)
    },
  })
}

/** Page that says what became of a link; whoever was sent one needs no account for it. */
const OVER = '/report-link'

/** Tells whether a browser shows the answer to a person: programs name no page among what they take. */
const isOpenedByHand = ({ accept }: IncomingHttpHeaders): boolean => accept?.includes('text/html') ?? false

/** A report is there for who asked for it, and for nobody else: not for an administrator either. Throws not_found. */
const requireReport = async ({ db, user }: { db: Database; user: SignedIn }, id: number): Promise<ReportRow> => {
  const row = await reportOfId(db, id)
  if (row?.user_id !== user.id || row.is_preview === 1) throw new Failure('not_found')
  return row
}

const titleOf = ({ interval }: ReportInput): ReportTitle =>
  interval === 'hour' || interval === 'selection' ? 'other' : interval

const wantedOf = (input: ReportInput, { user, now, t }: Context): Wanted => {
  const zone = input.timezone ?? user.time_zone
  const period = readPeriod(() => periodOf(input, now(), zone), t)
  if (input.source === 'Emission') reportedDays(period, zone)
  else requireFewRows(period, input.rows, new Set(input.area_ids).size)
  return {
    title: titleOf(input),
    content: {
      area_ids: [...new Set(input.area_ids)],
      measurements: input.measurements?.length ? input.measurements : null,
      rows: input.rows,
      ...(input.source === 'Emission' ? { gas: input.gas } : {}),
    },
    from: new Date(period.from).toISOString(),
    until: new Date(period.until).toISOString(),
    time_zone: zone,
    language: input.language ?? user.locale,
  }
}

/** Writes down that a report is wanted, once it is known that the person sees something of its areas. */
const begin = async (context: Context, { content, ...wanted }: Wanted): Promise<Report> => {
  const { db, user, t } = context
  const now = context.now()
  const period = { from: Date.parse(wanted.from), until: Date.parse(wanted.until) }
  const row = await db.transaction().execute(async trx => {
    await lockUser(trx, user.id)
    const { areaIds, names } = await requireSubject({ db: trx, user, now, t }, content, period)
    await requireFewUnfinished(trx, user.id, now)
    await writeAudit(context, trx, { action: 'report_requested', user_id: user.id })
    return insertReport(trx, {
      user_id: user.id,
      title: wanted.title,
      content: jsonOf(content),
      names: jsonOf(names),
      from: wanted.from,
      until: wanted.until,
      time_zone: wanted.time_zone,
      language: wanted.language,
      parts: areaIds.length - leftOutOf(areaIds),
      created_at: isoNow(context),
      schedule_id: null,
      due_at: null,
      recipients: null,
    })
  })
  return presentReport(row, t)
}
