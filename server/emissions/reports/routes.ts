import type { Language } from '#shared/contract/fixed.ts'
import { emissionReportEndpoints, MAX_EMISSION_REPORTS } from '#shared/contract/places/emission-reports.ts'
import type { EmissionsQuery } from '#shared/contract/places/emissions.ts'
import { fileName } from '#shared/rules/formats/file-name.ts'
import { dayBefore, periodAfter, startOfPeriod } from '#shared/rules/time/calendar-periods.ts'
import { writeAudit } from '../../audit/audit.ts'
import { fromJson, jsonOf } from '../../kit/database/json.ts'
import { serializable } from '../../kit/database/store-error.ts'
import { Failure } from '../../kit/failure.ts'
import { dispositionOf } from '../../kit/http/attachment.ts'
import { serve } from '../../kit/http/serve.ts'
import { textsOf } from '../../kit/language.ts'
import { printPaper } from '../../kit/paper/paper.ts'
import { hashOf } from '../../kit/security/secrets.ts'
import type { Services } from '../../kit/services.ts'
import { type Caller, visibleLocationIds } from '../../locations/access.ts'
import type { EmissionPlace } from '../../locations/places.ts'
import { placesAsked } from '../places-asked.ts'
import { freeze } from './freeze.ts'
import { type FrozenReport, presentReport, summaryOf } from './frozen.ts'
import { reportCsv } from './report-csv.ts'
import { emissionPaper } from './report-paper.ts'
import { countReports, deleteReport, emissionReportsOf, keepReport, reportOf } from './report-store.ts'

type Asking = Pick<Services, 'db'> & { user: Caller }

export const emissionReportRoutes = serve(emissionReportEndpoints, {
  listEmissionReports: async (_, { db, user }) => {
    const rows = await emissionReportsOf(db, user.id)
    const seen = await visibleLocationIds(db, user)
    return rows.flatMap(({ id, checksum, summary: text }) => {
      const summary = fromJson(text)
      return isSeen(summary.locations, seen) ? [presentReport(id, checksum, summary)] : []
    })
  },

  createEmissionReport: async ({ body: { date, period, gas, ...scope } }, context) => {
    const { db, user, t } = context
    const places = await placesAsked(context, scope)
    const from = startOfPeriod(date, period)
    const within = { from, until: periodAfter(from, period) }
    const interval = period === 'year' ? 'quarter' : 'month'
    const content = await freeze(context, { places, name: nameOf(scope, places), gas, period, within, interval })
    const text = jsonOf(content)
    const checksum = hashOf(text)
    const summary = summaryOf(content)
    const id = await serializable(db, async trx => {
      if ((await countReports(trx, user.id)) >= MAX_EMISSION_REPORTS)
        throw new Failure('no_valid_input', {
          fields: { period: [t('fields.too_many', { limit: MAX_EMISSION_REPORTS })] },
        })
      const kept = await keepReport(trx, {
        user_id: user.id,
        made_at: content.made_at,
        content: text,
        summary: jsonOf(summary),
        checksum,
        report_id: null,
      })
      const [place] = places
      if (place)
        await writeAudit(context, trx, { action: 'emission_report_made', location_id: place.id, name: content.name })
      return kept.id
    })
    return presentReport(id, checksum, summary)
  },

  getEmissionReportPdf: async ({ params, query }, context) => {
    const { content, checksum } = await requireReport(context, params.id)
    const language = query.locale ?? context.language
    const { pdf } = await printPaper(emissionPaper({ content, checksum, language }))
    return context.reply
      .type('application/pdf')
      .header('cache-control', 'no-store')
      .header('content-disposition', dispositionOf(nameOfFile(content, 'pdf', language)))
      .send(pdf)
  },

  getEmissionReportCsv: async ({ params, query }, context) => {
    const { content, checksum } = await requireReport(context, params.id)
    return context.reply
      .type('text/csv; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-disposition', dispositionOf(nameOfFile(content, 'csv', query.locale ?? context.language)))
      .send(reportCsv({ content, checksum, language: query.locale ?? context.language }))
  },

  deleteEmissionReport: async ({ params }, { db, user }) => {
    if (!(await deleteReport(db, user.id, params.id))) throw new Failure('not_found')
    return undefined
  },
})

type Scope = Pick<EmissionsQuery, 'ubn' | 'location_id' | 'area_id'>

const nameOf = ({ ubn, area_id }: Scope, places: readonly EmissionPlace[]): string => {
  const names = places.map(({ name }) => name).join(', ')
  if (ubn !== undefined) return `UBN ${ubn} · ${names}`
  return area_id === undefined ? names : [names, places[0]?.areas[0]?.name].filter(Boolean).join(', ')
}

const nameOfFile = ({ gas, name, from, until }: FrozenReport, ending: string, language: Language): string =>
  fileName([textsOf(language, 'emission-report').title, gas, name], { from, last: dayBefore(until) }, ending)

/** A report is seen by its account as long as that sees all locations of it. */
const isSeen = (locations: readonly number[], seen: readonly number[] | null): boolean =>
  seen === null || locations.every(id => seen.includes(id))

/** A report that the caller made, of locations that the caller sees. Throws not_found. */
const requireReport = async ({ db, user }: Asking, id: number) => {
  const row = await reportOf(db, user.id, id)
  const content = row && fromJson(row.content)
  const ids = content?.locations.map(one => one.id) ?? []
  if (!content || !isSeen(ids, await visibleLocationIds(db, user))) throw new Failure('not_found')
  return { content, checksum: row.checksum }
}
