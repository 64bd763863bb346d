import { z } from 'zod'
import {
  AXIS_BANDS,
  AXIS_MEASURES,
  DIARY_MOVES,
  DIARY_WAYS,
  EXPOSURE_MEASURES,
  EXPOSURE_PARTS,
  WATER_SOURCES,
} from '../../rules/locations/exposure.ts'
import { ROUND_COUNTS } from '../../rules/locations/rounds.ts'
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
  /** Target by day of age; null where nobody says. */
  band: z
    .object({
      /** The curve of a round; a band typed with it; comfort and limit of a gas for the kind of animals; or what is permitted of the emission. */
      kind: z.enum(AXIS_BANDS),
      /** Round whose curve or band it is; null of another kind. */
      round_id: Id.nullable(),
      /** Preset that the curve came from; null for one that was typed. */
      preset: z.string().nullable(),
      /** Source of the limit by its name, or of the permitted factor as it was typed; null where none is named. */
      source: z.string().nullable(),
      /** Local date from which the permitted factor holds; null of another kind, and of the factor of the area itself. */
      since: z.string().nullable(),
      age: z.array(z.int()),
      value: z.array(value),
      low: z.array(value),
      high: z.array(value),
      /** Limit of law or guide for a gas. */
      limit: value,
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

const DiaryCount = z.object({
  inspection_id: Id,
  /** Local day of the inspection. */
  date: z.string(),
  kind: z.enum(ROUND_COUNTS),
  animals: z.int(),
  /** Round of that day; null where none ran. */
  round: z.object({ id: Id, name: z.string().nullable(), date_in: z.string() }).nullable(),
  /** Animals of the same kind that are written down for that day already, and of this inspection from before it was changed. */
  known: z.int(),
  taken: z.int().nullable(),
  /** Correction of the inspection since its count was taken over, and the other area that has the count; nameless to who may not change it. */
  moved: z.enum(DIARY_MOVES).nullable(),
  elsewhere: z.object({ area_name: z.string().nullable() }).nullable(),
  ways: z.array(z.enum(DIARY_WAYS)),
})
export type DiaryCount = z.infer<typeof DiaryCount>

/** Answers taken at once. */
export const MAX_DIARY_ANSWERS = 100

const DiaryAnswer = z.object({
  inspection_id: Id,
  kind: z.enum(ROUND_COUNTS),
  /** Number as it was shown; refused where it is another one now. */
  animals: z.int().min(0).max(10_000_000),
  /** Day as it was shown; where it is sent, it is refused as the number is. */
  date: LocalDate.optional(),
  /** Written into the round or taken back, or left as it is. */
  take: z.boolean(),
})

/** Days of one answer, or of one call that writes. */
export const MAX_WATER_DAYS = 731

const WaterDay = z.object({ date: z.string(), litres: z.number(), source: z.enum(WATER_SOURCES) })
export type WaterDay = z.infer<typeof WaterDay>

export const flockEndpoints = endpoints({
  listDiaryCounts: {
    method: 'GET',
    path: '/areas/:id/diary-counts',
    access: 'signedIn',
    summary:
      'Animals that inspections counted as lost, put in or taken out, and that nobody took over into a round yet',
    params: IdParams,
    response: z.array(DiaryCount),
  },
  answerDiaryCounts: {
    method: 'POST',
    path: '/areas/:id/diary-counts',
    access: 'signedIn',
    summary: 'Take counts of the diary over into their rounds, or leave them out; all of them or none',
    params: IdParams,
    body: z.object({ answers: z.array(DiaryAnswer).min(1).max(MAX_DIARY_ANSWERS) }),
    status: 204,
    failures: ['changed_meanwhile', 'no_valid_input'],
  },
  listWater: {
    method: 'GET',
    path: '/areas/:id/water',
    access: 'signedIn',
    summary: 'Water that the animals of an area drank by local day: typed, else by readings of the meter in the diary',
    params: IdParams,
    query: z
      .object({ date_start: LocalDate, date_end: LocalDate })
      .refine(({ date_start, date_end }) => date_end >= date_start, {
        path: ['date_end'],
        params: { code: 'end_before_start' },
      }),
    response: z.array(WaterDay),
    failures: ['no_valid_input', 'too_much_data'],
  },
  saveWater: {
    method: 'PUT',
    path: '/areas/:id/water',
    access: 'signedIn',
    summary: 'Write down the water of days, all of them or none; a day without litres is taken away',
    params: IdParams,
    body: z.object({
      days: z
        .array(z.object({ date: LocalDate, litres: z.number().min(0).max(10_000_000).nullable() }))
        .min(1)
        .max(MAX_WATER_DAYS),
    }),
    status: 204,
    failures: ['no_valid_input'],
  },
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
