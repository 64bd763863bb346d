import { z } from 'zod'
import { AXIS_MEASURES, EXPOSURE_MEASURES, EXPOSURE_PARTS } from '../../rules/locations/exposure.ts'
import { Id, IdParams } from '../common.ts'
import { endpoints } from '../endpoint.ts'

/** Days of one answer. */
export const MAX_EXPOSURE_DAYS = 366

const LocalDate = z.iso.date().refine(date => date >= '1990-01-01' && date < '2100-01-01', {
  params: { code: 'date_far_away' },
})

const ExposureQuery = z
  .object({
    location_id: z.coerce.number().pipe(Id).optional(),
    area_id: z.coerce.number().pipe(Id).optional(),
    /** Local dates, both included. */
    date_start: LocalDate,
    date_end: LocalDate,
    by: z.enum(EXPOSURE_PARTS).default('week'),
  })
  .refine(({ location_id, area_id }) => (location_id === undefined) !== (area_id === undefined), {
    path: ['location_id'],
    params: { code: 'required' },
  })
  .refine(({ date_start, date_end }) => date_end >= date_start, {
    path: ['date_end'],
    params: { code: 'end_before_start' },
  })
export type ExposureQuery = z.output<typeof ExposureQuery>

const Measure = z.object({
  measure: z.enum(EXPOSURE_MEASURES),
  /** Bounds of the last day of the part; of light below which it is dark, and above which it is light. */
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** Bounds followed the age of the animals. */
  by_age: z.boolean(),
  /** Hours that were measured, and their share of those that could have been. */
  hours: z.number(),
  coverage: z.number(),
  /** Hours below and above the bounds. */
  below: z.number(),
  above: z.number(),
  /** Sum of what lies above times the hours: K·h, % h, THI-hours, ppm·h; null for light. */
  load: z.number().nullable(),
})
export type ExposureMeasured = z.infer<typeof Measure>

const ExposurePart = z.object({
  /** Local dates, half-open, cut at the ends of the period. */
  from: z.string(),
  until: z.string(),
  /** Round that the part is of; null for a week. */
  round: z
    .object({
      id: Id,
      name: z.string().nullable(),
      date_in: z.string(),
      date_out: z.string().nullable(),
      animals: z.int(),
    })
    .nullable(),
  /** Days that are over or run, and those of them on which the barn was empty: these count nowhere. */
  days: z.int(),
  empty_days: z.int(),
  measures: z.array(Measure),
})
export type ExposurePart = z.infer<typeof ExposurePart>

const AreaExposure = z.object({
  area_id: Id,
  area_name: z.string(),
  area_type_id: z.int(),
  location_id: Id,
  location_name: z.string(),
  parts: z.array(ExposurePart),
})
export type AreaExposure = z.infer<typeof AreaExposure>

const ExposureAnswer = z.object({ from: z.string(), until: z.string(), areas: z.array(AreaExposure) })
export type ExposureAnswer = z.infer<typeof ExposureAnswer>

const value = z.number().nullable()

const AxisRound = z.object({
  id: Id,
  name: z.string().nullable(),
  date_in: z.string(),
  date_out: z.string().nullable(),
  animals: z.int(),
  lost: z.int(),
  /** Columns by day: day of age, mean of the day, and the share (0 to 1) of its hours that have a value. */
  age: z.array(z.int()),
  value: z.array(value),
  coverage: z.array(z.number()),
  /** Mean of its days. */
  mean: value,
  /** Number by which rounds are compared: see `judged_by`; null where too little is known of it. */
  score: value,
})
export type AxisRound = z.infer<typeof AxisRound>

const RoundAxis = z.object({
  area_id: Id,
  area_name: z.string(),
  measure: z.enum(AXIS_MEASURES),
  unit: z.string(),
  /** The newest first. */
  rounds: z.array(AxisRound),
  /** Wants of the newest round with a curve, by day of age; null without. */
  band: z
    .object({
      round_id: Id,
      /** Preset that the curve came from; null for one that was typed. */
      preset: z.string().nullable(),
      age: z.array(z.int()),
      value: z.array(z.number()),
      low: z.array(value),
      high: z.array(value),
    })
    .nullable(),
  /** Share of the measured hours outside comfort or over the limit, mass beside the curve, or g per animal and day; null where nothing tells a good round from a bad one. */
  judged_by: z.enum(['exposure', 'curve', 'emission']).nullable(),
  best: Id.nullable(),
  worst: Id.nullable(),
})
export type RoundAxis = z.infer<typeof RoundAxis>

/** Round whose barn seems empty since a local day; null where none does. */
const Emptied = z.object({ round: z.object({ id: Id, since: z.string() }).nullable() })
export type Emptied = z.infer<typeof Emptied>

export const flockEndpoints = endpoints({
  getRoundAxis: {
    method: 'GET',
    path: '/areas/:id/round-axis',
    access: 'signedIn',
    summary: 'Rounds of an area laid over each other by day of age, with what the curve wants',
    params: IdParams,
    query: z.object({ measure: z.enum(AXIS_MEASURES).default('t') }),
    response: RoundAxis,
  },
  getEmptied: {
    method: 'GET',
    path: '/areas/:id/emptied',
    access: 'signedIn',
    summary: 'The running round of an area whose barn seems empty by its CO2, to be asked about',
    params: IdParams,
    response: Emptied,
  },
  getExposure: {
    method: 'GET',
    path: '/exposure',
    access: 'signedIn',
    summary: 'Hours outside comfort, heat, gases over their limit and light, by area and week or round',
    query: ExposureQuery,
    response: ExposureAnswer,
    failures: ['no_valid_input', 'too_much_data'],
  },
})
