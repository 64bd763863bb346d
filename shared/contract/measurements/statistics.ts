import { z } from 'zod'
import { CORRELATION_NOTES } from '../../rules/science/correlation.ts'
import { AVERAGINGS } from '../../rules/science/mean.ts'
import { Booleans, Numbers, NumbersOrNull } from '../columns.ts'
import { Flag, Id, IdList, PeriodInterval, TimeOut, TimeZone } from '../common.ts'
import { endpoints } from '../endpoint.ts'
import { BoundariesByAge, ComfortInterval } from './measurements.ts'

/** Statistics that can be asked for: means by step, boxes, valid bins, weekday-hour map, correlation with lag, and the row of a table. */
const CALCULATIONS = ['MEAN', 'BOXPLOT', 'COUNT', 'WEEKMAP', 'CORRELATION', 'PEAK'] as const

const MAX_MEASUREMENTS = 12
const Key = z.string().regex(/^[a-z0-9_]+$/i)
const Months = z
  .string()
  .regex(/^\d{1,2}(,\d{1,2}){0,11}$/)
  .transform(text => text.split(',').map(Number))
  .pipe(z.array(z.int().min(1).max(12)))
const YearMonths = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])(,\d{4}-(0[1-9]|1[0-2])){0,119}$/)
  .transform(text => text.split(','))

/** Period; `lr` is the whole of each placement. */
const Interval = z.union([z.literal('lr'), PeriodInterval])

/** Fields that say the same for areas and for the placements of a research project. */
const Fields = z.object({
  calculation: z.enum(CALCULATIONS),
  measurements: z
    .string()
    .transform(text => text.split(','))
    .pipe(z.array(Key).min(1).max(MAX_MEASUREMENTS)),
  /** Placements that count; all that the caller sees where none are named. */
  location_research_ids: IdList.optional(),
  index: z.coerce.number().int().min(0).max(10_000).default(0),
  calendar: Flag.optional(),
  date_start: z.string().max(40).optional(),
  /** Zone in which the period is chosen; that of the account where none is named. Days and hours are those of the place. */
  timezone: TimeZone.optional(),
  /** Steps of MEAN and of the points of CORRELATION; `period` is one for all. */
  step: z.enum(['hour', 'day', 'period']).default('day'),
  /** Months of the year, 1 to 12, and months of one year, in local time: nothing else counts. */
  months: Months.optional(),
  year_months: YearMonths.optional(),
  /** Five-minute means outside of these are left out. */
  min_value: z.coerce.number().optional(),
  max_value: z.coerce.number().optional(),
  /** Days of which a smaller share (0 to 1) was measured are left out. */
  min_coverage: z.coerce.number().min(0).max(1).optional(),
  /** Leaves out days on which CO2 says that the barn was empty. */
  without_empty: Flag.optional(),
  /** Weather of the places; needed for measurements whose name begins with `weather_`. */
  weather: Flag.optional(),
  /** Returns values as the devices measured, without their calibrations. */
  raw: Flag.optional(),
  /** Measurement that may be the cause, of CORRELATION. */
  cause: Key.optional(),
  /** Takes the mean day of both away before they are correlated. */
  without_day_pattern: Flag.optional(),
})

const hasCause = {
  check: (query: { calculation: string; cause?: string | undefined }) =>
    query.calculation !== 'CORRELATION' || query.cause !== undefined,
  failure: { path: ['cause'], params: { code: 'required' } },
}
const datesNeeded = { path: ['date_start'], params: { code: 'required' } }

const StatisticsQuery = Fields.extend({
  area_ids: IdList.optional(),
  /** Species. */
  area_type_ids: IdList.optional(),
  interval: Interval.default('week'),
  date_end: z.string().max(40).optional(),
})
  .refine(query => query.interval !== 'selection' || (query.date_start && query.date_end), datesNeeded)
  .refine(hasCause.check, hasCause.failure)
export type StatisticsQuery = z.output<typeof StatisticsQuery>

/** The same for a research project: of each placement instead of each area. Dates alone make a selection, nothing at all `lr`. */
export const ResearchStatisticsQuery = Fields.extend({
  interval: Interval.optional(),
  date_until: z.string().max(40).optional(),
})
  .refine(
    query =>
      (query.interval !== 'selection' && !query.date_start && !query.date_until) ||
      (query.date_start && query.date_until),
    datesNeeded,
  )
  .refine(hasCause.check, hasCause.failure)
export type ResearchStatisticsQuery = z.output<typeof ResearchStatisticsQuery>

/** Two measurements that may go together, at placements. Dates make a selection, none at all the whole of each placement. */
const CorrelationsQuery = Fields.pick({
  location_research_ids: true,
  date_start: true,
  timezone: true,
})
  .extend({
    /** Measurement that may be the cause. */
    x: Key,
    /** Measurement that may be the effect. */
    y: Key,
    date_end: z.string().max(40).optional(),
  })
  .refine(query => Boolean(query.date_start) === Boolean(query.date_end), datesNeeded)
export type CorrelationsQuery = z.output<typeof CorrelationsQuery>

export const BoxAnswer = z.object({
  /** Number of five-minute means; fewer than 5 are points, not a box. */
  n: z.int(),
  min: z.number(),
  p05: z.number(),
  whisker_low: z.number(),
  q1: z.number(),
  median: z.number(),
  q3: z.number(),
  whisker_high: z.number(),
  p95: z.number(),
  max: z.number(),
  mean: z.number().nullable(),
})

/** Weekday-hour map of 168 cells, Monday 00 first, in local time. */
export const WeekmapAnswer = z.object({ mean: NumbersOrNull, n: Numbers, sd: NumbersOrNull })
export type WeekmapAnswer = z.infer<typeof WeekmapAnswer>

/** Columns of equal length over `time` (start of each step, epoch ms). */
export const StepsAnswer = z.object({
  time: Numbers,
  mean: NumbersOrNull,
  /** Extremes of the readings. */
  min: NumbersOrNull,
  max: NumbersOrNull,
  /** Valid five-minute bins of all devices, and their share of those that could be. */
  bins: Numbers,
  coverage: Numbers,
  /** Tells whether an hour has half of its bins, a day 18 valid hours. */
  valid: Booleans,
  /** Comfort through the days where it follows the age of the animals; left out where it does not. */
  comfort: z.array(ComfortInterval).optional(),
})
export type StepsAnswer = z.infer<typeof StepsAnswer>

export const PeakAnswer = z.object({
  /** Number of five-minute means, those in the range of values alone. */
  n: z.int(),
  mean: z.number().nullable(),
  median: z.number(),
  p95: z.number(),
  max: z.number(),
  /** Hard limit for the animals there, and hours above it; null where there is none. */
  limit: z.number().nullable(),
  hours_over_limit: z.number().nullable(),
  /**
   * Comfort for the animals there, and the share of values in it; null where there is none. Where comfort follows their age,
   * each value is compared with that of its day, and both edges are means over the values.
   */
  low: z.number().nullable(),
  high: z.number().nullable(),
  in_comfort: z.number().nullable(),
  /** Hours of the other values; null where there is no comfort. */
  hours_outside_comfort: z.number().nullable(),
})

export type PeakAnswer = z.infer<typeof PeakAnswer>

export const CorrelationAnswer = z.object({
  /** Strongest of those at each lag up to two hours; null where there is too little, or too little variation. */
  r: z.number().nullable(),
  lag_minutes: z.int().nullable(),
  /** Pairs, and how many of them count for themselves. */
  n: z.int(),
  effective: z.number().nullable(),
  /** False where chance would give as much: then no line is drawn. */
  significant: z.boolean(),
  /** Why it says nothing; null where it says something. */
  note: z.enum(CORRELATION_NOTES).nullable(),
  /** Minutes of a step, and lags that were tried: `r` is the best of so many. */
  step_minutes: z.int(),
  lags: z.int(),
  /** Points: means of both in the same step, and the share of the effect that was measured. */
  time: Numbers,
  x: Numbers,
  y: Numbers,
  coverage: Numbers,
})

export const PlacementCorrelation = CorrelationAnswer.pick({ r: true, lag_minutes: true, n: true, note: true }).extend({
  location_research_id: Id,
  /** Pairs that count for themselves: neighbours resemble each other. */
  n_effective: z.number().nullable(),
})
export type PlacementCorrelation = z.infer<typeof PlacementCorrelation>

export const MeasurementStatistics = z.object({
  unit: z.string(),
  averaging: z.enum(AVERAGINGS).optional(),
  /** Valid five-minute bins of all devices in the days that count, and their share of those that could be. */
  bins: z.int(),
  coverage: z.number(),
  /** Local days with a value that count; of these with 18 valid hours; and those left out. */
  days: z.int(),
  valid_days: z.int(),
  low_coverage_days: z.int(),
  empty_days: z.int(),
  /** Mean of comfort over the bins that count, where it follows the age of the animals; left out where it is that of their kind. */
  comfort: BoundariesByAge.optional(),
  /** Completeness of each local day of the period, left out or not: of COUNT. */
  completeness: z.object({ time: Numbers, bins: Numbers, coverage: Numbers, left_out: Booleans }).optional(),
  box: BoxAnswer.nullable().optional(),
  weekmap: WeekmapAnswer.optional(),
  steps: StepsAnswer.optional(),
  peak: PeakAnswer.nullable().optional(),
  correlation: CorrelationAnswer.nullable().optional(),
})
export type MeasurementStatistics = z.infer<typeof MeasurementStatistics>

export const AreaStatistics = z.object({
  /** Placement that it is about, with its device, where each is told of for itself: in a research project. */
  location_research_id: Id.optional(),
  device_name: z.string().optional(),
  area_id: Id,
  area_name: z.string(),
  area_type_id: Id,
  location_id: Id,
  location_name: z.string(),
  time_zone: z.string(),
  location_research_ids: z.array(Id),
  device_ids: z.array(Id),
  measurements: z.record(z.string(), MeasurementStatistics),
})
export type AreaStatistics = z.infer<typeof AreaStatistics>

export const StatisticsAnswer = z.object({
  calculation: z.enum(CALCULATIONS),
  from: TimeOut,
  until: TimeOut,
  areas: z.array(AreaStatistics),
  /** Weekday-hour map of all areas as one, by measurement: of WEEKMAP. */
  together: z.record(z.string(), WeekmapAnswer).optional(),
})
export type StatisticsAnswer = z.infer<typeof StatisticsAnswer>

export const statisticsEndpoints = endpoints({
  getStatistics: {
    method: 'GET',
    path: '/researchdata/pro/measurements',
    access: 'pro-analysis',
    summary: 'Statistics of measurements by area: means, boxes, counts, weekday-hour maps, correlations, peaks',
    query: StatisticsQuery,
    response: StatisticsAnswer,
    failures: ['outside_subscription', 'too_much_data'],
  },
  listCorrelations: {
    method: 'GET',
    path: '/researchdata/pro/correlation',
    access: 'pro-analysis',
    summary:
      'Correlation of two measurements at each placement of which something may be read in the period: the strongest of 25 lags up to two hours, of five-minute means',
    query: CorrelationsQuery,
    response: z.array(PlacementCorrelation),
    failures: ['outside_subscription', 'too_much_data'],
  },
})
