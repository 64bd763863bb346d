import { z } from 'zod'
import {
  MAX_REPORT_AREAS,
  REPORT_ROWS,
  REPORT_SOURCES,
  REPORT_STATES,
  REPORT_TITLES,
} from '../../rules/reports/report-states.ts'
import { EMITTED } from '../../rules/science/emission-chain.ts'
import { Flag, Id, IdParams, Language, PeriodInterval, TimeOut, TimeZone } from '../common.ts'
import { endpoints } from '../endpoint.ts'

const Key = z.string().regex(/^[a-z0-9_]{1,64}$/i)

export const ReportInput = z
  .object({
    /** Measurements, or emissions of one substance: of those days of the period that are over. */
    source: z.enum(REPORT_SOURCES).default('Data'),
    gas: z.enum(EMITTED).default('nh3'),
    area_ids: z.array(Id).min(1).max(MAX_REPORT_AREAS),
    /** Measurements in it; all that the dials show where none is named. */
    measurements: z.array(Key).max(100).optional(),
    interval: PeriodInterval.default('week'),
    /** Periods back from now, as the charts count them. */
    index: z.int().min(0).max(10_000).default(0),
    /** Whole hours to years of the calendar instead of the last 60 minutes to 365 days. */
    calendar: z.boolean().default(false),
    date_start: z.string().max(40).optional(),
    date_end: z.string().max(40).optional(),
    /** Zone in which the period is chosen; that of the account where none is named. */
    timezone: TimeZone.optional(),
    /** Table with a row for each hour or day. */
    rows: z.enum(REPORT_ROWS).default('day'),
    /** Language of the report; the caller's where none is named. */
    language: Language.optional(),
  })
  .refine(({ interval, date_start, date_end }) => interval !== 'selection' || Boolean(date_start && date_end), {
    path: ['date_start'],
    params: { code: 'required' },
  })
export type ReportInput = z.output<typeof ReportInput>

export const Report = z.object({
  id: Id,
  title: z.enum(REPORT_TITLES),
  /** Substance of a report of emissions; null of one of measurements. */
  gas: z.enum(EMITTED).nullable(),
  /** Names of its areas or devices, or of its research project. */
  names: z.array(z.string()),
  from: TimeOut,
  until: TimeOut,
  time_zone: z.string(),
  language: Language,
  status: z.enum(REPORT_STATES),
  /** Number of areas that are read, and of all. */
  parts_done: z.int(),
  parts: z.int(),
  /** Reason why there is none, in the caller's language; null unless it failed. */
  error: z.string().nullable(),
  pages: z.int(),
  bytes: z.int(),
  created_at: TimeOut,
  finished_at: TimeOut.nullable(),
  /** Time the file and its link end; null while it is made. */
  expires_at: TimeOut.nullable(),
  /** Tells whether a link opens it. */
  is_linked: z.boolean(),
})
export type Report = z.infer<typeof Report>

export const reportEndpoints = endpoints({
  listReports: {
    method: 'GET',
    path: '/reports',
    access: 'signedIn',
    summary: "The caller's reports of the last 30 days, the newest first",
    response: z.array(Report),
  },
  createReport: {
    method: 'POST',
    path: '/reports',
    access: 'signedIn',
    summary: 'Begins to make a report about areas in a period, as a PDF that is kept for a day',
    body: ReportInput,
    status: 201,
    response: Report,
    failures: ['outside_subscription', 'too_much_data', 'limit_exceeded'],
  },
  repeatReport: {
    method: 'POST',
    path: '/reports/:id/again',
    access: 'signedIn',
    summary: 'Makes a report once more, about the same areas and period',
    params: IdParams,
    status: 201,
    response: Report,
    failures: ['outside_subscription', 'limit_exceeded'],
  },
  deleteReport: {
    method: 'DELETE',
    path: '/reports/:id',
    access: 'signedIn',
    summary: 'Stops a report, or throws it and its link away',
    params: IdParams,
    status: 204,
  },
  createReportLink: {
    method: 'POST',
    path: '/reports/:id/link',
    access: 'signedIn',
    summary: 'An address that opens the report without signing in, until the report ends or the link is taken back',
    params: IdParams,
    status: 201,
    response: z.object({ path: z.string() }),
  },
  deleteReportLink: {
    method: 'DELETE',
    path: '/reports/:id/link',
    access: 'signedIn',
    summary: 'Takes back the link to a report: whoever has it opens nothing any more',
    params: IdParams,
    status: 204,
  },
  getReport: {
    method: 'GET',
    path: '/reports/:token',
    access: 'public',
    summary: 'The PDF of a link. Opening it, however often, changes nothing',
    params: z.object({ token: z.string().max(100) }),
    /** With unnamed=1 the name of the file leaves barns out, as the demo mode shows none. */
    query: z.object({
      unnamed: Flag.optional(),
    }),
    file: 'application/pdf',
  },
})
