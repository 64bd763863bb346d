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
/** Days that a report stays in the list, from where it can be made again. */
export const REPORT_LISTED_DAYS = 30
