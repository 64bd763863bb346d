import { z } from 'zod'
import { EXPORT_STEPS } from '../../rules/science/averaging.ts'
import { Flag, Id, IdList, IdParams, PeriodInterval, TimeOut } from '../common.ts'
import { endpoints } from '../endpoint.ts'

export const EXPORT_FORMATS = ['csv', 'xlsx', 'parquet', 'json'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** Decisions §6: more is refused before anything is read. */
export const MAX_VALUES = 20_000_000

export const SEPARATORS = ['comma', 'semicolon', 'tab'] as const
export type Separator = (typeof SEPARATORS)[number]
export const DECIMALS = ['point', 'comma'] as const
export type Decimal = (typeof DECIMALS)[number]

/** Fields that an address and a body have in common. */
const common = {
  interval: PeriodInterval.default('selection'),
  /** Periods back from now, as the charts count them. */
  index: z.coerce.number().int().min(0).max(10_000).default(0),
  /** Days, or local times, of each place; both included as the charts do. */
  date_start: z.string().max(40).optional(),
  date_end: z.string().max(40).optional(),
  format: z.enum(EXPORT_FORMATS).default('csv'),
  /** Separator and decimal sign; those of the caller's language where left out. */
  separator: z.enum(SEPARATORS).optional(),
  decimal: z.enum(DECIMALS).optional(),
}
const Ids = z.array(Id).max(2000)
const Key = z.string().regex(/^[a-z0-9_]{1,64}$/i)

interface Chosen {
  device_ids?: number[] | undefined
  location_research_ids?: number[] | undefined
  interval: string
  date_start?: string | undefined
  date_end?: string | undefined
}

const hasSources = ({ device_ids = [], location_research_ids = [] }: Chosen): boolean =>
  device_ids.length > 0 !== location_research_ids.length > 0
const hasPeriod = ({ interval, date_start, date_end }: Chosen): boolean =>
  interval !== 'selection' || Boolean(date_start && date_end)
const SOURCES = { path: ['device_ids'], params: { code: 'device_or_research' } }
const PERIOD = { path: ['date_start'], params: { code: 'required' } }

const Step = z
  .union(EXPORT_STEPS.map(step => z.literal(step)))
  .meta({ description: 'Longer means than the length of the period asks for, in seconds' })

export const ExportInput = z
  .object({
    ...common,
    device_ids: Ids.optional(),
    location_research_ids: Ids.optional(),
    /** Measurements to export; all there are where none is named. */
    measurements: z.array(Key).max(200).optional(),
    step_seconds: Step.optional(),
    /** Whole hours to years of the calendar instead of the last 60 minutes to 365 days. */
    calendar: z.boolean().default(false),
    /** Exports values as the devices measured, without their calibrations. */
    raw: z.boolean().default(false),
    /** Leaves out readings that are marked as doubtful. */
    without_faults: z.boolean().default(false),
  })
  .refine(hasSources, SOURCES)
  .refine(hasPeriod, PERIOD)
export type ExportInput = z.output<typeof ExportInput>

const ExportQuery = z
  .object({
    ...common,
    device_ids: IdList.pipe(Ids).optional(),
    location_research_ids: IdList.pipe(Ids).optional(),
    measurements: z
      .string()
      .transform(text => text.split(','))
      .pipe(z.array(Key).max(200))
      .optional(),
    step_seconds: z.coerce.number().pipe(Step).optional(),
    calendar: Flag.default(false),
    raw: Flag.default(false),
    without_faults: Flag.default(false),
  })
  .refine(hasSources, SOURCES)
  .refine(hasPeriod, PERIOD)

/** Way to make too much fit, and how many values are left. */
export const Remedy = z.object({
  values: z.int(),
  step_seconds: z.int().optional(),
  /** Number of the last days of the period that are kept. */
  days: z.int().optional(),
  /** Measurements that are left out. */
  without: z.array(z.string()).optional(),
})
export type Remedy = z.infer<typeof Remedy>

export const ExportPreview = z.object({
  from: TimeOut,
  until: TimeOut,
  time_zone: z.string(),
  days: z.number(),
  /** Seconds one value stands for; null where every value is kept. */
  step_seconds: z.int().nullable(),
  /** Time before which hours alone are kept, where the period begins before: means are of an hour at least. */
  hours_alone_until: TimeOut.optional(),
  /** Rows and values as estimated from a count. */
  rows: z.int(),
  values: z.int(),
  most_values: z.int(),
  remedies: z.array(Remedy),
  /** Measurements that have values in the period, whether they were asked for or not. */
  measurements: z.array(z.string()),
  /** Bytes about, by format. */
  sizes: z.record(z.enum(EXPORT_FORMATS), z.int()),
  /** First lines of the file. */
  head: z.array(z.array(z.string())),
})
export type ExportPreview = z.infer<typeof ExportPreview>

export const EXPORT_STATES = ['waiting', 'running', 'ready', 'failed'] as const

export const Export = z.object({
  id: Id,
  format: z.enum(EXPORT_FORMATS),
  status: z.enum(EXPORT_STATES),
  /** Names of the areas and devices in it. */
  names: z.array(z.string()),
  from: TimeOut,
  until: TimeOut,
  values: z.int(),
  values_done: z.int(),
  bytes: z.int(),
  created_at: TimeOut,
  finished_at: TimeOut.nullable(),
  /** Time the file is deleted. */
  expires_at: TimeOut.nullable(),
  /** Input to start the same export once more. */
  input: z.unknown(),
})
export type Export = z.infer<typeof Export>

const FAILURES = ['outside_subscription', 'too_much_data'] as const

/** Download by somebody else from the caller's own devices and places. */
export const Download = z.object({
  id: Id,
  at: TimeOut,
  /** Person who downloaded it; null when that account is gone. */
  downloaded_by: z.string().nullable(),
  /** Names of the caller's devices in it. */
  names: z.array(z.string()),
  measurements: z.array(z.string()),
  from: TimeOut,
  until: TimeOut,
  format: z.enum(EXPORT_FORMATS),
})
export type Download = z.output<typeof Download>

/** The newest downloads that one answer holds. */
export const MAX_DOWNLOADS = 100

export const exportEndpoints = endpoints({
  getExport: {
    method: 'GET',
    path: '/export',
    access: 'signedIn',
    summary: 'Values of devices or location researches as a file, streamed at once',
    query: ExportQuery,
    file: 'application/octet-stream',
    failures: FAILURES,
  },
  previewExport: {
    method: 'GET',
    path: '/export/preview',
    access: 'signedIn',
    summary:
      'What an export would hold: averaging, rows, values, sizes, how the file begins, and what makes too much fit',
    query: ExportQuery,
    response: ExportPreview,
    failures: ['outside_subscription'],
  },
  createExport: {
    method: 'POST',
    path: '/exports',
    access: 'signedIn',
    summary: 'Begins to make a file that is kept for a day',
    body: ExportInput,
    status: 201,
    response: Export,
    failures: [...FAILURES, 'limit_exceeded'],
  },
  listExports: {
    method: 'GET',
    path: '/exports',
    access: 'signedIn',
    summary: "The caller's exports of the last day",
    response: z.array(Export),
  },
  readExport: {
    method: 'GET',
    path: '/exports/:id',
    access: 'signedIn',
    summary: 'How far one export is',
    params: IdParams,
    response: Export,
  },
  deleteExport: {
    method: 'DELETE',
    path: '/exports/:id',
    access: 'signedIn',
    summary: 'Stops an export, or throws its file away',
    params: IdParams,
    status: 204,
  },
  listDownloads: {
    method: 'GET',
    path: '/downloads',
    access: 'signedIn',
    summary: "Who else downloaded readings of the caller's own devices and places, the newest first",
    response: z.array(Download),
  },
  createExportLink: {
    method: 'POST',
    path: '/exports/:id/link',
    access: 'signedIn',
    summary: 'An address to download the file from, for five minutes and without a token',
    params: IdParams,
    status: 201,
    response: z.object({ path: z.string() }),
  },
  getExportFile: {
    method: 'GET',
    path: '/exports/:id/file',
    access: 'public',
    summary: 'The file, for its owner or whoever has the ticket of a link',
    params: IdParams,
    query: z.object({
      ticket: z.string().max(100).optional(),
      /** Leaves barns out of the name of the file, as the demo mode shows none. */
      unnamed: Flag.optional(),
    }),
    file: 'application/octet-stream',
  },
})
