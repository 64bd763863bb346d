/** Calendar periods that an emission is summed up by; apart from what works with dates, so that the table of screens stays small. */
export const CALENDAR_PERIODS = ['week', 'month', 'quarter', 'year'] as const
export type CalendarPeriod = (typeof CALENDAR_PERIODS)[number]

/** Calendar periods that an exposure is shown for. */
export const EXPOSURE_PERIODS = ['quarter', 'year'] as const satisfies readonly CalendarPeriod[]
export type ExposurePeriod = (typeof EXPOSURE_PERIODS)[number]
