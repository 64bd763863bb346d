/** Calendar periods that an emission is summed up by; apart from what works with dates, so that the table of screens stays small. */
export const CALENDAR_PERIODS = ['week', 'month', 'quarter', 'year'] as const
export type CalendarPeriod = (typeof CALENDAR_PERIODS)[number]

/** Long calendar periods: those of reports, and those that an exposure is shown for. */
export const REPORT_PERIODS = ['quarter', 'year'] as const satisfies readonly CalendarPeriod[]
export type ReportPeriod = (typeof REPORT_PERIODS)[number]
