import { z } from 'zod'
import { EMITTED } from '../../rules/science/emission-chain.ts'
import { EMISSION_VERDICTS } from '../../rules/science/emission-sum.ts'
import { REPORT_PERIODS } from '../../rules/time/calendar-period-names.ts'
import { Id, IdParams, Language, TimeOut } from '../common.ts'
import { endpoints } from '../endpoint.ts'
import { EmissionScope, LocalDate } from './emissions.ts'

/** Reports that one account keeps. */
export const MAX_EMISSION_REPORTS = 200

const EmissionReportInput = EmissionScope.extend({
  gas: z.enum(EMITTED).default('nh3'),
  period: z.enum(REPORT_PERIODS),
  /** Any local day of the period. */
  date: LocalDate,
}).refine(({ ubn, location_id, area_id }) => [ubn, location_id, area_id].filter(one => one != null).length === 1, {
  path: ['location_id'],
  params: { code: 'required' },
})

const EmissionReport = z.object({
  id: Id,
  /** Name of the company number, the location or the area. */
  name: z.string(),
  gas: z.enum(EMITTED),
  period: z.enum([...REPORT_PERIODS, 'other']),
  /** Local dates, half-open. */
  from: z.string(),
  until: z.string(),
  made_at: TimeOut,
  /** SHA-256 of all that it was made of. */
  checksum: z.string(),
  kg: z.number().nullable(),
  kg_low: z.number().nullable(),
  kg_high: z.number().nullable(),
  index: z.number().nullable(),
  verdict: z.enum(EMISSION_VERDICTS),
  coverage: z.number(),
})
export type EmissionReport = z.infer<typeof EmissionReport>

const OfLanguage = z.object({ locale: Language.optional() })

export const emissionReportEndpoints = endpoints({
  listEmissionReports: {
    method: 'GET',
    path: '/emission-reports',
    access: 'signedIn',
    summary: 'Own reports of emissions, the newest first',
    response: z.array(EmissionReport),
  },
  createEmissionReport: {
    method: 'POST',
    path: '/emission-reports',
    access: 'signedIn',
    summary: 'Make a report of a quarter or a year: all it is made of is kept with a checksum',
    body: EmissionReportInput,
    status: 201,
    response: EmissionReport,
    failures: ['no_valid_input'],
  },
  getEmissionReportPdf: {
    method: 'GET',
    path: '/emission-reports/:id/pdf',
    access: 'signedIn',
    summary: 'An own report of emissions as PDF',
    params: IdParams,
    query: OfLanguage,
    file: 'application/pdf',
  },
  getEmissionReportCsv: {
    method: 'GET',
    path: '/emission-reports/:id/csv',
    access: 'signedIn',
    summary: 'An own report of emissions as CSV',
    params: IdParams,
    query: OfLanguage,
    file: 'text/csv',
  },
  deleteEmissionReport: {
    method: 'DELETE',
    path: '/emission-reports/:id',
    access: 'signedIn',
    summary: 'Delete an own report of emissions for good',
    params: IdParams,
    status: 204,
  },
})
