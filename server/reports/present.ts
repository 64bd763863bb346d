import type { Report } from '#shared/contract/measurements/reports.ts'
import { daysOfFile, fileName, nameOfSeveral } from '#shared/rules/formats/file-name.ts'
import {
  MAX_UNFINISHED_REPORTS,
  REPORT_LISTED_DAYS,
  type ReportRows,
  rowsThatFit,
} from '#shared/rules/reports/report-states.ts'
import { type Interval, lengthOf } from '#shared/rules/time/interval.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import type { Database } from '../kit/database/database.ts'
import { fromJson } from '../kit/database/json.ts'
import { Failure } from '../kit/failure.ts'
import { textsOf, type Words } from '../kit/language.ts'
import { isoNow, type Services } from '../kit/services.ts'
import { type ReportRow, reportsOf } from './store.ts'

/** Tells whether the file of a report is still there. */
export const isThere = (row: ReportRow, context: Pick<Services, 'now'>): boolean =>
  row.status === 'ready' && row.expires_at !== null && row.expires_at > isoNow(context)

/** Requires that an account has few reports that wait or are made; what its schedules made due does not count. */
export const requireFewUnfinished = async (db: Database, userId: number, now: number): Promise<void> => {
  const mine = await reportsOf(db, userId, new Date(now - REPORT_LISTED_DAYS * DAY_MS).toISOString())
  const unfinished = mine.filter(({ status, due_at }) => due_at === null && ['waiting', 'running'].includes(status))
  if (unfinished.length >= MAX_UNFINISHED_REPORTS) throw new Failure('limit_exceeded', { retryAfter: 60 })
}

/** Requires that the tables of a report about so many areas can be printed. Throws too_much_data. */
export const requireFewRows = (period: Interval, rows: ReportRows, areas: number): void => {
  if (!rowsThatFit(lengthOf(period), areas).includes(rows)) throw new Failure('too_much_data')
}

/** Failures of a report that another try would not mend. */
export const FINAL_FAILURES = ['not_found', 'outside_subscription', 'too_much_data', 'no_valid_input'] as const

/** Reason why there is no report, as a sentence; null unless it failed. */
export const reportFailure = ({ error }: Pick<ReportRow, 'error'>, t: Words): string | null =>
  error === null ? null : t(`errors.${FINAL_FAILURES.find(one => one === error) ?? 'something_wrong'}`)

export const presentReport = (row: ReportRow, t: Words): Report => ({
  id: row.id,
  title: row.title,
  gas: fromJson(row.content).gas ?? null,
  names: fromJson(row.names),
  from: row.from,
  until: row.until,
  time_zone: row.time_zone,
  language: row.language,
  status: row.status,
  parts_done: row.parts_done,
  parts: row.parts,
  error: reportFailure(row, t),
  pages: row.pages,
  bytes: row.bytes,
  created_at: row.created_at,
  finished_at: row.finished_at,
  expires_at: row.expires_at,
  is_linked: row.is_linked === 1,
})

/** Name of the file of a report: what it is, of which barns unless these are not to be told, and its days at their place. */
export const reportFile = (
  row: Pick<ReportRow, 'title' | 'names' | 'content' | 'from' | 'until' | 'time_zone' | 'language'>,
  ending: string,
  isNamed = true,
): string => {
  const words = textsOf(row.language, 'exports')
  const counted = fromJson(row.content).device_ids ? words.file_devices : words.file_areas
  const of = isNamed && nameOfSeveral(fromJson(row.names), counted)
  const title = textsOf(row.language, 'report-paper').title[row.title]
  return fileName([title, of || null], daysOfFile(row.from, row.until, row.time_zone), ending)
}
