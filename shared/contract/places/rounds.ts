import { z } from 'zod'
import { AXIS_MEASURES } from '../../rules/locations/exposure.ts'
import { bandProblem, MAX_AGE, MAX_AGES } from '../../rules/locations/round-bands.ts'
import { ROUND_COUNTS } from '../../rules/locations/rounds.ts'
import { Id, IdParams, May, OneLine } from '../common.ts'
import { endpoints } from '../endpoint.ts'

/** Upper bounds: of an area's rounds, of a round's counts of animals, of rows taken at once. */
export const MAX_ROUNDS = 500
export const MAX_LOSSES = 1000
export const MAX_IMPORTED_ROUNDS = 200
const MAX_IMPORTED_LOSSES = 400

/** A local day, `YYYY-MM-DD`. */
const LocalDate = z.iso.date().refine(date => date >= '1990-01-01' && date < '2100-01-01', {
  params: { code: 'date_far_away' },
})
const Animals = z.int().min(1).max(10_000_000)
const Age = z.int().min(0).max(MAX_AGE)

const CurvePoint = z.object({
  age: Age,
  /** kg per animal. */
  mass: z.number().positive().max(2000).nullable().default(null),
  temperature: z.number().min(-30).max(60).nullable().default(null),
  humidity: z.number().min(0).max(100).nullable().default(null),
  /** Litres for each animal and day. */
  water: z.number().positive().max(500).nullable().default(null),
})

export const Curve = z.object({
  /** Ascending by age. */
  points: z
    .array(CurvePoint)
    .min(1)
    .max(MAX_AGES)
    .refine(points => points.every((point, index) => index === 0 || point.age > (points[index - 1]?.age ?? 0)), {
      params: { code: 'ages_ascend' },
    }),
  temperature_margin: z.number().min(0.1).max(10).default(1.5),
  humidity_margin: z.number().min(1).max(40).default(10),
})

/** Band of a measure of the round axis by day of age: straight between its points, held before the first and after the last. */
const Band = z
  .object({
    measure: z.enum(AXIS_MEASURES),
    /** Ascending by age; °C, %, ppm, kg, L for each animal and day, or g for each animal and day. */
    points: z
      .array(z.object({ age: z.int(), low: z.number(), high: z.number() }))
      .min(1)
      .max(MAX_AGES),
  })
  .superRefine(({ measure, points }, context) => {
    for (const [index, point] of points.entries()) {
      const code = bandProblem(measure, point, points[index - 1])
      if (code) context.addIssue({ code: 'custom', path: ['points', index], params: { code } })
    }
  })

const Bands = z
  .array(Band)
  .max(AXIS_MEASURES.length)
  .refine(bands => new Set(bands.map(({ measure }) => measure)).size === bands.length, {
    params: { code: 'band_twice' },
  })

const RoundFields = z.object({
  /** Breed, number of the delivery or whatever tells this round from others. */
  name: OneLine.max(100).nullish(),
  date_in: LocalDate,
  /** Day on which the animals leave; the area is empty from then on. */
  date_out: LocalDate.nullish(),
  age_in: Age.default(0),
  animals: Animals,
  /** Preset that the curve was taken from, as it is or changed. */
  preset: z.string().max(50).nullish(),
  curve: Curve.nullish(),
  /** Own bands by age; one of temperature or humidity is its comfort in place of the curve. Left out of a change, they stay. */
  bands: Bands.nullish(),
})

const isInOrder = ({ date_in, date_out }: { date_in: string; date_out?: string | null | undefined }): boolean =>
  !date_out || date_out > date_in
const ORDER = { path: ['date_out'], params: { code: 'round_order' } }

export const RoundInput = RoundFields.refine(isInOrder, ORDER)
export type RoundInput = z.output<typeof RoundInput>
const RoundChange = RoundFields.extend({ version: z.int().min(1).max(2_147_483_647).optional() }).refine(
  isInOrder,
  ORDER,
)

const Comfort = z.object({ low: z.number(), high: z.number() })

export const Round = z.object({
  id: Id,
  area_id: Id,
  name: z.string().nullable(),
  date_in: z.string(),
  date_out: z.string().nullable(),
  age_in: z.int(),
  animals: z.int(),
  preset: z.string().nullable(),
  curve: Curve.nullable(),
  bands: z.array(Band),
  state: z.enum(['planned', 'running', 'ended']),
  /** Day of age today, or on the last day of a round that has ended; null before it begins. */
  age: z.int().nullable(),
  lost: z.int(),
  /** Animals that came after the first day, and that left before the others. */
  put_in_later: z.int(),
  taken_out: z.int(),
  /** Animals that are left of all that were put in. */
  present: z.int(),
  /** Comfort today; null unless the round runs with a curve or a band that says something of it. */
  wanted: z.object({
    /** kg per animal. */
    mass: z.number().nullable(),
    temperature: Comfort.nullable(),
    humidity: Comfort.nullable(),
  }),
  version: z.int(),
  may: May,
})
export type Round = z.output<typeof Round>

const LossInput = z.object({
  date: LocalDate,
  /** Animals lost (dead or culled), taken out before the others, or put in after them. */
  kind: z.enum(ROUND_COUNTS).default('lost'),
  animals: Animals,
})
const NewLoss = LossInput.extend({
  /** Inspection that a count was taken over from, given by who takes its deletion back; left out of all others. */
  inspection_id: Id.nullish(),
})
const Loss = z.object({
  id: Id,
  date: z.string(),
  kind: z.enum(ROUND_COUNTS),
  animals: z.int(),
  /** Inspection of the diary that counted them. */
  inspection_id: Id.nullable(),
})
export type Loss = z.output<typeof Loss>

export const roundEndpoints = endpoints({
  listAreasWithRounds: {
    method: 'GET',
    path: '/rounds/areas',
    access: 'signedIn',
    summary: 'Areas the caller sees of which a round is written down, by id',
    response: z.array(Id),
  },
  listRounds: {
    method: 'GET',
    path: '/areas/:id/rounds',
    access: 'signedIn',
    summary: 'Rounds of an area, the newest first',
    params: IdParams,
    response: z.array(Round),
  },
  pauseArea: {
    method: 'PUT',
    path: '/areas/:id/pause',
    access: 'signedIn',
    summary:
      'Say that no animals are in an area: alerts of what is measured there pause until a day, until a round begins, or until it is said otherwise',
    params: IdParams,
    body: z.object({
      /** Local day on which animals are in again; null: not known yet. */
      until: LocalDate.nullable().default(null),
    }),
    status: 204,
    failures: ['no_valid_input'],
  },
  resumeArea: {
    method: 'DELETE',
    path: '/areas/:id/pause',
    access: 'signedIn',
    summary: 'Say that animals are in an area again: its alerts are on',
    params: IdParams,
    status: 204,
  },
  createRound: {
    method: 'POST',
    path: '/areas/:id/rounds',
    access: 'signedIn',
    summary: 'Begin or write down a round; rounds of one area never overlap',
    params: IdParams,
    body: RoundInput,
    status: 201,
    response: Round,
    failures: ['no_valid_input'],
  },
  importRounds: {
    method: 'POST',
    path: '/areas/:id/rounds/import',
    access: 'signedIn',
    summary: 'Write down several rounds, all of them or none',
    params: IdParams,
    body: z.object({ rounds: z.array(RoundInput).min(1).max(MAX_IMPORTED_ROUNDS) }),
    status: 201,
    response: z.array(Round),
    failures: ['no_valid_input'],
  },
  updateRound: {
    method: 'PUT',
    path: '/rounds/:id',
    access: 'signedIn',
    summary: 'Change or end a round; refused when somebody changed it since the version given',
    params: IdParams,
    body: RoundChange,
    response: Round,
    failures: ['changed_meanwhile', 'no_valid_input'],
  },
  sayOccupied: {
    method: 'POST',
    path: '/rounds/:id/occupied',
    access: 'signedIn',
    summary: 'Say that the animals of a round are still there, when it was asked whether the barn is empty',
    params: IdParams,
    status: 204,
  },
  deleteRound: {
    method: 'DELETE',
    path: '/rounds/:id',
    access: 'signedIn',
    summary: 'Delete a round; it can be brought back for 30 days',
    params: IdParams,
    status: 204,
  },
  restoreRound: {
    method: 'POST',
    path: '/rounds/:id/restore',
    access: 'signedIn',
    summary: 'Bring a deleted round back, where no other stands in its days',
    params: IdParams,
    response: Round,
    failures: ['no_valid_input'],
  },
  listLosses: {
    method: 'GET',
    path: '/rounds/:id/losses',
    access: 'signedIn',
    summary: 'Counts of animals of a round, the newest first: lost, taken out early, put in later',
    params: IdParams,
    response: z.array(Loss),
  },
  createLoss: {
    method: 'POST',
    path: '/rounds/:id/losses',
    access: 'signedIn',
    summary: 'Write down animals that were lost, taken out or put in on a day of a round',
    params: IdParams,
    body: NewLoss,
    status: 201,
    response: Loss,
    failures: ['no_valid_input'],
  },
  importLosses: {
    method: 'POST',
    path: '/rounds/:id/losses/import',
    access: 'signedIn',
    summary: 'Write down several counts of animals of a round, all of them or none',
    params: IdParams,
    body: z.object({ losses: z.array(LossInput).min(1).max(MAX_IMPORTED_LOSSES) }),
    status: 201,
    response: z.array(Loss),
    failures: ['no_valid_input'],
  },
  deleteLoss: {
    method: 'DELETE',
    path: '/losses/:id',
    access: 'signedIn',
    summary: 'Take back a count of animals',
    params: IdParams,
    status: 204,
    failures: ['no_valid_input'],
  },
})
