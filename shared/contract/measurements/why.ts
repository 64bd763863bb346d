import { z } from 'zod'
import { Flag, Id, Time, TimeOut } from '../common.ts'
import { CALIBRATION_SOURCES } from '../devices/calibrations.ts'
import { FoundFault } from '../devices/faults.ts'
import { endpoints } from '../endpoint.ts'

/** Readings that an explanation names one by one: the newest of its interval. */
export const MAX_READINGS = 60

const Summary = z.object({ min: z.number(), mean: z.number(), max: z.number() })

/** Provenance of a value: what was read between two times, what was made of it, and by what. */
export const Why = z.object({
  measurement: z.string(),
  unit: z.string(),
  from: TimeOut,
  until: TimeOut,
  time_zone: z.string(),
  /** Readings that count. */
  count: z.int(),
  /** Doubtful ones that were left out because that was asked for. */
  left_out: z.int(),
  /** Summary as charts show it; null without readings. */
  value: Summary.nullable(),
  /** Summary as the devices measured, without calibrations. */
  raw: Summary.nullable(),
  /** Seconds between two readings: as wanted, or what is usual where that is longer. */
  interval_seconds: z.number(),
  /** Share (0 to 1) of the readings that this interval gives. */
  coverage: z.number(),
  /** Devices that read it, and where each hung; no names of places the caller does not see. */
  devices: z.array(
    z.object({
      device_id: Id,
      name: z.string(),
      device_name: z.string(),
      location_name: z.string().nullable(),
      area_name: z.string().nullable(),
    }),
  ),
  calibrations: z.array(
    z.object({
      id: Id,
      device_id: Id,
      method: z.enum(CALIBRATION_SOURCES),
      /** Added to what was measured, in its unit. */
      offset: z.number(),
      valid_from: TimeOut,
      valid_until: TimeOut.nullable(),
      created_at: TimeOut,
      created_by: z.string().nullable(),
    }),
  ),
  faults: z.array(FoundFault.omit({ may: true })),
  imports: z.array(z.object({ id: Id, file_name: z.string(), created_by: z.string().nullable() })),
  /** The last said of its supply and its radio before the end, at most seven days before. */
  device_state: z.array(
    z.object({ device_id: Id, measurement: z.string(), value: z.number(), unit: z.string(), time: TimeOut }),
  ),
  /** The newest first. */
  readings: z.array(
    z.object({
      device_id: Id,
      time: TimeOut,
      raw: z.number(),
      value: z.number(),
      /** Import the value came with; null when it came from the device itself. */
      import_id: Id.nullable(),
    }),
  ),
})
export type Why = z.output<typeof Why>

export const whyEndpoints = endpoints({
  explainValue: {
    method: 'GET',
    path: '/measurements/why',
    access: 'signedIn',
    summary:
      'How a value came about: readings, calibrations, doubts, devices and their state in an interval of at most 370 days',
    query: z
      .object({
        device_id: z.coerce.number().pipe(Id).optional(),
        location_research_id: z.coerce.number().pipe(Id).optional(),
        area_id: z.coerce.number().pipe(Id).optional(),
        measurement: z.string().regex(/^[a-z0-9_]{1,50}$/i),
        from: Time,
        until: Time,
        /** Leaves out readings that are marked as doubtful. */
        without_faults: Flag.optional(),
      })
      .refine(
        ({ device_id, location_research_id, area_id }) =>
          [device_id, location_research_id, area_id].filter(id => id !== undefined).length === 1,
        { path: ['device_id'], params: { code: 'device_or_research' } },
      ),
    response: Why,
    failures: ['outside_subscription'],
  },
})
