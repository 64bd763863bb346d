import { DAY_MS, HOUR_MS } from '../time/units.ts'

/** States of a report that is made on demand. */
export const REPORT_STATES = ['waiting', 'running', 'ready', 'failed'] as const
export type ReportState = (typeof REPORT_STATES)[number]

/** Steps of a report's table with a row each; `none` leaves it out. */
export const REPORT_ROWS = ['none', 'hour', 'day'] as const
export type ReportRows = (typeof REPORT_ROWS)[number]

/** Lengths that a report's title names. */
export const REPORT_TITLES = ['day', 'week', 'month', 'year', 'other'] as const
export type ReportTitle = (typeof REPORT_TITLES)[number]

/** Upper bound of areas in one report. */
export const MAX_REPORT_AREAS = 20
/** Reports of one account that may wait or be made at once. */
export const MAX_UNFINISHED_REPORTS = 3
/** Rows of a report's table in one area: a month of hours, more than two years of days. */
export const MAX_REPORT_ROWS = 800
/** Rows of all tables of a report: some 80 pages, which fit the memory that is left to printing. */
export const MAX_PRINTED_ROWS = 2400
/** Steps of tables that can be printed of so many areas about a period of so many ms: hours of a year would be thousands of rows. */
export const rowsThatFit = (length: number, areas: number): ReportRows[] =>
  REPORT_ROWS.filter(rows => {
    const ofOne = length / (rows === 'hour' ? HOUR_MS : DAY_MS)
    return rows === 'none' || (ofOne <= MAX_REPORT_ROWS && ofOne * Math.max(1, areas) <= MAX_PRINTED_ROWS)
  })

/** The wanted step where it fits, else days, else no table. */
export const fittingRows = (wanted: ReportRows, length: number, areas: number): ReportRows => {
  const fitting = rowsThatFit(length, areas)
  return [wanted, 'day' as const].find(rows => fitting.includes(rows)) ?? 'none'
}

/** Longest time (ms) that a report about a whole day, week, month or year spans; a clock may be put back in each. */
export const LONGEST_PERIOD: Record<ReportFrequency, number> = {
  day: DAY_MS + HOUR_MS,
  week: 7 * DAY_MS + HOUR_MS,
  month: 31 * DAY_MS + HOUR_MS,
  year: 366 * DAY_MS,
}

/** Days that a report stays in the list, from where it can be made again. */
export const REPORT_LISTED_DAYS = 30

/** Sources of reports: measurements, or what is worked out of them as emission. */
export const REPORT_SOURCES = ['Data', 'Emission'] as const
export type ReportSource = (typeof REPORT_SOURCES)[number]

/** Lengths of time after which a schedule runs again. */
export const REPORT_FREQUENCIES = ['day', 'week', 'month', 'year'] as const
export type ReportFrequency = (typeof REPORT_FREQUENCIES)[number]

/** States of a schedule; it has expired once nothing hangs in its areas any more, or its research project has concluded. */
export const SCHEDULE_STATES = ['active', 'inactive', 'expired'] as const

/** Upper bounds of one account and of one schedule. */
export const MAX_SCHEDULES = 50
export const MAX_RECIPIENTS = 20
/** Days ahead that the list of schedules shows. */
export const DAYS_AHEAD = 14
/** Days that what a schedule made is listed: a yearly one shows its last run. */
export const RUNS_LISTED_DAYS = 400
