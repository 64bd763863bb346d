import { z } from 'zod'
import {
  MAX_RECIPIENTS,
  MAX_REPORT_AREAS,
  REPORT_FREQUENCIES,
  REPORT_ROWS,
  REPORT_SOURCES,
  REPORT_STATES,
  SCHEDULE_STATES,
} from '../../rules/reports/report-states.ts'
import { EMITTED } from '../../rules/science/emission-chain.ts'
import { Email } from '../accounts/users.ts'
import { Flag, Id, IdParams, Language, May, Name, TimeOut, TimeZone } from '../common.ts'
import { endpoints } from '../endpoint.ts'
import { DEFAULT_TIME_ZONE } from '../fixed.ts'
import { Report } from './reports.ts'

const Weekday = z.int().min(1).max(7)

/** Fields that a report is made by. */
const ReportFields = z.object({
  /** Source of its reports. */
  source: z.enum(REPORT_SOURCES).default('Data'),
  /** Substance of reports of emissions. */
  gas: z.enum(EMITTED).default('nh3'),
  /** Areas that it is about; or devices, wherever they hang; or a research project, of which what was consented to. */
  area_ids: z.array(Id).max(MAX_REPORT_AREAS).default([]),
  device_ids: z.array(Id).max(MAX_REPORT_AREAS).default([]),
  research_id: Id.nullish(),
  /** Measurements in it; all that the dials show where none is named. */
  measurements: z
    .array(z.string().regex(/^[a-z0-9_]{1,64}$/i))
    .max(100)
    .optional(),
  frequency: z.enum(REPORT_FREQUENCIES),
  /** Monday is 1, Sunday 7; only of a weekly one. */
  weekday: Weekday.default(1),
  /** About the time until the run, instead of the last full day, week, month or year. */
  relative: z.boolean().default(false),
  /** Table with a row for each hour or day. */
  interval: z.enum(REPORT_ROWS).default('day'),
  /** Language of report and mail. */
  language: Language,
  timezone: TimeZone.default(DEFAULT_TIME_ZONE),
})

/** Refuses what is about nothing, or about two kinds of things; emissions are of whole areas. */
const aboutOneThing = <Schema extends z.ZodType<z.output<typeof ReportFields>>>(schema: Schema) =>
  schema
    .refine(
      ({ area_ids, device_ids, research_id }) =>
        [area_ids.length > 0, device_ids.length > 0, research_id != null].filter(Boolean).length === 1,
      { path: ['area_ids'], params: { code: 'required' } },
    )
    .refine(({ source, area_ids }) => source === 'Data' || area_ids.length > 0, {
      path: ['area_ids'],
      params: { code: 'required' },
    })

export const ScheduleInput = aboutOneThing(
  ReportFields.extend({
    name: Name,
    /** Values as a CSV file on each mail: a row for each hour or day as in the table, or one for the period. */
    csv: z.boolean().default(false),
    recipients: z.array(Email).min(1).max(MAX_RECIPIENTS),
    active: z.boolean().default(true),
  }),
)
export type ScheduleInput = z.output<typeof ScheduleInput>

export const ScheduleChange = ScheduleInput.safeExtend({
  /** Version that was read: a change of an older one is refused. One that names none is made whatever came since. */
  version: z.int().min(1).max(2_147_483_647).optional(),
})

/** Schedule as it stands in its editor, with what its reports are made by. */
export const PreviewInput = aboutOneThing(ReportFields)
export type PreviewInput = z.output<typeof PreviewInput>

/** Run of a schedule, with what became of its mails. */
export const ScheduleRun = z.object({
  report_id: Id,
  time: TimeOut,
  state: z.enum(REPORT_STATES),
  /** Reason why there is no report; null unless it failed. */
  error: z.string().nullable(),
  /** Areas of its devices or project for which the report had no room. */
  left_out: z.int(),
  /** Tells whether the file is still there; afterwards it can be made again. */
  is_there: z.boolean(),
  recipients: z.array(z.string()),
  /** Mails that a mail server took, and those that came back, with the reason. */
  sent: z.int(),
  failed: z.array(z.object({ recipient: z.string(), error: z.string() })),
  /** Recipients whose mail server says that it has not delivered yet what was sent. */
  delayed: z.array(z.string()),
})
export type ScheduleRun = z.infer<typeof ScheduleRun>

export const ReportSchedule = z.object({
  id: Id,
  name: z.string(),
  source: z.enum(REPORT_SOURCES),
  /** Null of measurements. */
  gas: z.enum(EMITTED).nullable(),
  area_ids: z.array(Id),
  device_ids: z.array(Id),
  research_id: Id.nullable(),
  /** Names of these areas, of these devices or of the project, as far as the caller reads them. */
  about: z.array(z.string()),
  /** Time at which the project concludes, and the schedule expires; null of one about areas or devices. */
  expires_at: TimeOut.nullable(),
  measurements: z.array(z.string()).nullable(),
  frequency: z.enum(REPORT_FREQUENCIES),
  weekday: Weekday,
  relative: z.boolean(),
  interval: z.enum(REPORT_ROWS),
  csv: z.boolean(),
  language: Language,
  timezone: z.string(),
  recipients: z.array(z.string()),
  /** Recipients that want no more of these reports: nothing is mailed to them. */
  stopped: z.array(z.string()),
  active: z.boolean(),
  state: z.enum(SCHEDULE_STATES),
  /** Null while it is off or has expired. */
  next_run: TimeOut.nullable(),
  /** Runs of the next 14 days. */
  upcoming: z.array(TimeOut),
  /** Counts its changes. */
  version: z.int(),
  last_run: ScheduleRun.nullable(),
  /** The newest runs, the last one among them. */
  runs: z.array(ScheduleRun),
  may: May,
})
export type ReportSchedule = z.infer<typeof ReportSchedule>

const NOT_SAVED = ['no_valid_input', 'not_found', 'too_much_data', 'limit_exceeded'] as const

export const reportScheduleEndpoints = endpoints({
  listReportSchedules: {
    method: 'GET',
    path: '/research_report/schedule',
    access: 'signedIn',
    summary: "The caller's report schedules with their last and next runs",
    response: z.array(ReportSchedule),
  },
  createReportSchedule: {
    method: 'POST',
    path: '/research_report/schedule',
    access: 'signedIn',
    summary: 'Sends reports about areas by e-mail, at 07:00 of a time zone each day, week, month or year',
    body: ScheduleInput,
    status: 201,
    response: ReportSchedule,
    failures: NOT_SAVED,
  },
  updateReportSchedule: {
    method: 'PUT',
    path: '/research_report/schedule/:id',
    access: 'signedIn',
    summary: 'Changes a report schedule',
    params: IdParams,
    body: ScheduleChange,
    response: ReportSchedule,
    failures: [...NOT_SAVED, 'changed_meanwhile'],
  },
  deleteReportSchedule: {
    method: 'DELETE',
    path: '/research_report/schedule/:id',
    access: 'signedIn',
    summary: 'Deletes a report schedule; reports that it made stay for their time',
    params: IdParams,
    status: 204,
  },
  runReportSchedule: {
    method: 'POST',
    path: '/research_report/schedule/:id/run',
    access: 'signedIn',
    summary: 'Makes a report of the schedule now and mails it to the caller alone',
    params: IdParams,
    status: 202,
    response: Report,
    failures: ['outside_subscription', 'too_much_data', 'limit_exceeded'],
  },
  sendRunAgain: {
    method: 'POST',
    path: '/research_report/schedule/:id/runs/:report_id/mails',
    access: 'signedIn',
    summary: 'Mails a run of the schedule once more to those whose mail failed, as long as its file is there',
    params: z.object({ id: IdParams.shape.id, report_id: IdParams.shape.id }),
    status: 202,
    response: z.object({ sent: z.int() }),
    failures: ['too_many_attempts'],
  },
  createSchedulePreview: {
    method: 'POST',
    path: '/research_report/schedule/preview',
    access: 'signedIn',
    summary:
      'Begins to make the report that a schedule would mail now, saved or not; it takes the place of one that is still made, and is kept for minutes',
    body: PreviewInput,
    status: 202,
    response: Report,
    failures: ['no_valid_input', 'not_found', 'outside_subscription', 'too_much_data', 'limit_exceeded'],
  },
  getSchedulePreview: {
    method: 'GET',
    path: '/research_report/schedule/preview/:id',
    access: 'signedIn',
    summary: 'How far a preview is',
    params: IdParams,
    response: Report,
  },
  getSchedulePreviewFile: {
    method: 'GET',
    path: '/research_report/schedule/preview/:id/file',
    access: 'signedIn',
    summary: 'The PDF of a preview',
    params: IdParams,
    file: 'application/pdf',
  },
  listScheduleTimes: {
    method: 'GET',
    path: '/research_report/schedule/times',
    access: 'signedIn',
    summary: 'The next runs that a schedule would have, and what each is about',
    query: z.object({
      frequency: z.enum(REPORT_FREQUENCIES),
      weekday: z.coerce.number().pipe(Weekday).default(1),
      relative: Flag.default(false),
      timezone: TimeZone.default(DEFAULT_TIME_ZONE),
    }),
    response: z.array(z.object({ time: TimeOut, from: TimeOut, until: TimeOut })),
  },
})
