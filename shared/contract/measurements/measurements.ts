import { z } from 'zod'
import { AVERAGINGS } from '../../rules/science/mean.ts'
import { Numbers, NumbersOrNull } from '../columns.ts'
import { Flag, Id, IdList, PeriodInterval, TimeOut } from '../common.ts'
import { endpoints } from '../endpoint.ts'

const Keys = z
  .string()
  .regex(/^[a-z0-9_]+(,[a-z0-9_]+)*$/i)
  .transform(text => text.split(','))

const SeriesQuery = z
  .object({
    device_id: z.coerce.number().pipe(Id).optional(),
    location_research_id: z.coerce.number().pipe(Id).optional(),
    /** Everything that was placed in an area, as one series. */
    area_id: z.coerce.number().pipe(Id).optional(),
    measurements: Keys.optional(),
    interval: PeriodInterval.default('day'),
    /** Periods back from now. */
    index: z.coerce.number().int().min(0).max(10_000).default(0),
    /** Whole hours to years of the calendar instead of the last 60 minutes to 365 days. */
    calendar: Flag.optional(),
    date_start: z.string().max(40).optional(),
    date_end: z.string().max(40).optional(),
    /** Adds the same period before: `previous` period or last `year`. */
    compare: z.enum(['previous', 'year']).optional(),
    /** Leaves out readings that are marked as doubtful. */
    without_faults: Flag.optional(),
    /** Adds the weather where a pro device hung. */
    weather: Flag.optional(),
    /** Returns readings as the devices measured, without their calibrations. */
    raw: Flag.optional(),
  })
  .refine(
    query => [query.device_id, query.location_research_id, query.area_id].filter(id => id !== undefined).length === 1,
    {
      path: ['device_id'],
      params: { code: 'device_or_research' },
    },
  )
  .refine(query => query.interval !== 'selection' || (query.date_start && query.date_end), {
    path: ['date_start'],
    params: { code: 'required' },
  })

export const SeriesColumns = z.object({
  unit: z.string(),
  /** Method by which means are made; arithmetic where nothing is said. */
  averaging: z.enum(AVERAGINGS).optional(),
  min: NumbersOrNull,
  mean: NumbersOrNull,
  max: NumbersOrNull,
  /** Readings in each step; 0 where there are none. */
  count: Numbers,
  /** Time between two readings: as wanted, or what is typical where that is longer. Null with fewer than two. */
  interval_seconds: z.number().nullable(),
  /** Share of the expected readings that are there, 0 to 1. */
  coverage: z.number(),
  /** The step (epoch ms) in which it was measured for the first time: before it nothing is missing. */
  began: z.number().optional(),
  /** Share of the expected readings in each step, for several devices; silent devices counted. */
  present: Numbers.optional(),
})
export type SeriesColumns = z.infer<typeof SeriesColumns>

/** A frame: columns of equal length over `time` (start of each step, epoch ms), null where nothing was measured. */
export const Frame = z.object({
  device_id: Id,
  /** Number of devices a mean is made of, each counting alike; left out where it is one. */
  devices: z.int().optional(),
  from: TimeOut,
  until: TimeOut,
  step_seconds: z.int(),
  time_zone: z.string(),
  coverage: z.number(),
  time: Numbers,
  series: z.record(z.string(), SeriesColumns),
})
export type Frame = z.infer<typeof Frame>

/** Boundaries of a measurement where they follow the age of the animals. */
export const BoundariesByAge = z.object({
  min_value: z.number().nullable(),
  low_value: z.number().nullable(),
  high_value: z.number().nullable(),
  max_value: z.number().nullable(),
})
export type BoundariesByAge = z.infer<typeof BoundariesByAge>

/** Interval (epoch ms, from ≤ t < until) in which comfort stays the same. */
export const ComfortInterval = BoundariesByAge.extend({ measurement: z.string(), from: z.number(), until: z.number() })
export type ComfortInterval = z.infer<typeof ComfortInterval>

export const SeriesAnswer = Frame.extend({
  compare: Frame.nullable(),
  /** Comfort of the measurements for which it follows the age of the animals in this period; left out where it does not. */
  comfort: z.array(ComfortInterval).optional(),
  /** Time before which hours are all that is kept, where the period or the one beside it begins before: steps are an hour at least. */
  hours_alone_until: TimeOut.optional(),
})
export type SeriesAnswer = z.infer<typeof SeriesAnswer>

export const LastValue = z.object({
  value: z.number(),
  unit: z.string(),
  time: TimeOut,
  /** 1 to 10, null where the quantity has no limits for the animals of the area. */
  grade: z.number().nullable(),
  /** Boundaries it was graded by, where they follow the age of the animals; left out where they are those of their kind. */
  by_age: BoundariesByAge.optional(),
})
export const LastValues = z.record(z.string(), LastValue)
export type LastValues = z.infer<typeof LastValues>

/** Message as the live stream sends it. */
export const LiveMeasurement = z.object({
  device_id: Id,
  /** Epoch ms. */
  time: z.number(),
  values: z.record(z.string(), z.number()),
})
export type LiveMeasurement = z.infer<typeof LiveMeasurement>

/** Reasons a value, its time or a message cannot be read, whichever way it came. */
export const READING_CODES = [
  'unknown_measurement',
  'not_a_number',
  'out_of_range',
  'unknown_unit',
  'too_old',
  'in_future',
  'before_owner',
  'not_kept',
  'unreadable_time',
  'unreadable_message',
  'no_values',
  'unknown_state',
  'bad_state',
] as const
export type ReadingCode = (typeof READING_CODES)[number]

export const REJECTION_CODES = [
  ...READING_CODES,
  'wrong_topic',
  'too_large',
  'path_not_there',
  'not_storable',
  'codec_failed',
  'codec_busy',
] as const
export type RejectionCode = (typeof REJECTION_CODES)[number]

export const IngestAnswer = z.object({
  accepted: z.int(),
  /** The first thousand; all are counted on the device's page. */
  rejected: z.array(
    z.object({ index: z.int(), field: z.string(), code: z.enum(REJECTION_CODES), message: z.string() }),
  ),
  /** Version and each wanted setting; only for a device that says which settings it has, and has older ones. */
  settings: z.record(z.string(), z.union([z.boolean(), z.number(), z.string()])).optional(),
  /** Focus mode; only where the camera is wanted in it, or is in it and no longer wanted there. */
  focus: z.object({ on: z.boolean(), until: TimeOut.nullable() }).optional(),
})
export type IngestAnswer = z.infer<typeof IngestAnswer>

const lineProtocol = z.string().meta({ description: 'InfluxDB line protocol' })
const Precision = z.object({ precision: z.enum(['ns', 'n', 'us', 'u', 'ms', 's']).default('ns') })

export const measurementEndpoints = endpoints({
  sendMeasurements: {
    method: 'POST',
    path: '/measurements',
    access: 'device',
    summary: 'A device sends one message, an array of messages, or lines of InfluxDB line protocol',
    body: z.unknown().meta({
      description:
        '`{"time"?: unix s, unix ms or ISO 8601, "<abbreviation>": number, …}`, an array of these, or text/plain line protocol; also SenML, and the bodies of AirGradient and sensor.community, and any other by the mapping of the device. A message may hold `"state": {…}`, what the device says of itself',
    }),
    bodyTypes: ['application/json', 'application/senml+json', 'text/plain'],
    status: 201,
    response: IngestAnswer,
    failures: ['nothing_accepted', 'too_large', 'busy'],
  },
  writeInflux2: {
    method: 'POST',
    path: '/v2/write',
    access: 'device',
    summary: 'InfluxDB 2 compatible write',
    query: Precision.loose(),
    body: lineProtocol,
    bodyTypes: ['text/plain', 'application/octet-stream', 'application/x-www-form-urlencoded'],
    status: 204,
  },
  writeInflux1: {
    method: 'POST',
    path: '/write',
    root: true,
    access: 'device',
    summary: 'InfluxDB 1 compatible write',
    query: Precision.loose(),
    body: lineProtocol,
    bodyTypes: ['text/plain', 'application/octet-stream', 'application/x-www-form-urlencoded'],
    status: 204,
  },
  getSeries: {
    method: 'GET',
    path: '/measurements/series',
    access: 'signedIn',
    summary: 'Minimum, mean, maximum and count per step of a period, for one device, one location research or one area',
    query: SeriesQuery,
    response: SeriesAnswer,
    failures: ['outside_subscription'],
  },
  getLast: {
    method: 'GET',
    path: '/measurements/last',
    access: 'signedIn',
    summary: 'Last value of each measurement of a device',
    query: z.object({ device_id: z.coerce.number().pipe(Id) }),
    response: LastValues,
  },
  listLast: {
    method: 'GET',
    path: '/measurements/last_all',
    access: 'signedIn',
    summary: 'Last values of all devices the caller may see, or of those named, by device id',
    query: z.object({ device_ids: IdList.optional() }),
    response: z.record(z.string(), LastValues),
  },
  getUnplaced: {
    method: 'GET',
    path: '/measurements/unplaced',
    access: 'signedIn',
    summary: 'When the last readings of a device begin that belong to no place: where a new placement may begin',
    query: z.object({ device_id: z.coerce.number().pipe(Id) }),
    response: z.object({ since: TimeOut.nullable() }),
  },
  streamLive: {
    method: 'GET',
    path: '/measurements/live',
    access: 'signedIn',
    summary: 'Server-sent events `measurement`, as messages arrive',
    query: z.object({ device_ids: IdList }),
    file: 'text/event-stream',
  },
})
