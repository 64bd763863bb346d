import { z } from 'zod'
import { WATCH_PROBLEMS } from './alerts/alarm-plans.ts'
import { TimeOut } from './common.ts'
import { endpoints } from './endpoint.ts'

const Ok = z.object({ status: z.literal('ok') })

/** Queues in which work waits for a process. */
export const QUEUES = [
  'outbox_email',
  'outbox_push',
  'outbox_webhook',
  'outbox_contact_point',
  'exports',
  'imports',
  'reports',
  'snapshots',
  'data_copies',
] as const
export type QueueName = (typeof QUEUES)[number]

const MqttClientState = z.enum(['off', 'connected', 'waiting'])

const Answers = z.enum(['ok', 'down'])

/** State of the process. With `status` broken the answer has the status 503: this process serves nobody. */
const Ready = z.object({
  status: z.enum(['ok', 'broken']),
  catalogue: Answers,
  measurements: Answers,
  mqtt: MqttClientState,
  /** Connection that carries news between processes; `off` in a set-up of one process. */
  news: z.enum(['off', 'connected', 'waiting']),
  /** Watch over alerts of the whole installation; null while the catalogue is down. */
  watch: z
    .object({
      problem: z.enum(WATCH_PROBLEMS).nullable(),
      /** The newest minute that was evaluated to its end for everybody. */
      evaluated_at: TimeOut.nullable(),
      /** Time at which messages could last be taken and stored. */
      heard_at: TimeOut.nullable(),
      failing_rules: z.int(),
    })
    .nullable(),
  /** Mails that wait for longer than five minutes; null while the catalogue is down. */
  mails_waiting: z.int().nullable(),
})
export type Ready = z.infer<typeof Ready>

/**
 * Reasons the weather of a place did not come: nobody answered, the service said no, or answered what is no weather.
 */
export const WEATHER_PROBLEMS = ['unreachable', 'refused', 'unreadable', 'no_values'] as const
export type WeatherProblem = (typeof WEATHER_PROBLEMS)[number]

const WeatherState = z.object({
  /** `waiting`: on, and the service has not been asked yet. */
  state: z.enum(['off', 'waiting', 'ok', 'failing']),
  /** Locations whose weather is kept. */
  places: z.int(),
  /** Places whose service failed when it was last asked. */
  failing: z.int(),
  problem: z.enum(WEATHER_PROBLEMS).nullable(),
  last_ok_at: TimeOut.nullable(),
})
export type WeatherState = z.infer<typeof WeatherState>

export const DemoState = z.object({
  state: z.enum(['off', 'loading', 'on', 'failed']),
  /** Share of the history that is in, 0 to 1. */
  progress: z.number(),
})
export type DemoState = z.infer<typeof DemoState>

/** Work that waits for a process. */
const QueueState = z.object({
  name: z.enum(QUEUES),
  waiting: z.int(),
  /** Time since when the oldest of it waits or is worked on; null where nothing does. */
  oldest_at: TimeOut.nullable(),
  /** Number that failed for good within a day. */
  failed: z.int(),
})
export type QueueState = z.infer<typeof QueueState>

/** Last run of a job of the clock, by whichever process. */
const JobRun = z.object({
  name: z.string(),
  began_at: TimeOut,
  took_ms: z.int(),
  /** Reason of the failure; null where the run went well. */
  problem: z.string().nullable(),
  failed_at: TimeOut.nullable(),
  /** Failures in a row. */
  failures: z.int(),
})
export type JobRun = z.infer<typeof JobRun>

/** Parts of the devices that a process evaluates each minute. */
const AlertParts = z.object({
  /** Name of the process; null in a set-up of one, which has all parts. */
  process: z.string().nullable(),
  /** False for one that has not said for more than a minute that it is there. */
  is_there: z.boolean(),
  /** Tells whether any of them was ever begun. */
  is_begun: z.boolean(),
  parts: z.int(),
  /** The newest minute that all of them were evaluated for; null before the first. */
  evaluated_at: TimeOut.nullable(),
  /** Time the last evaluation took; null before the first. */
  took_ms: z.int().nullable(),
})
export type AlertParts = z.infer<typeof AlertParts>

const Operations = z.object({
  queues: z.array(QueueState),
  jobs: z.array(JobRun),
  alert_parts: z.array(AlertParts),
  /** Bytes of the stores on their disks; null for one that cannot be asked. */
  database_bytes: z.number().nullable(),
  measurements: z.array(z.object({ name: z.string(), rows: z.number(), bytes: z.number() })).nullable(),
  /** Single readings of measurements. */
  readings: z.object({
    /** Time for which they are kept; null for ever. */
    kept: z.object({ count: z.int(), unit: z.enum(['years', 'days']) }).nullable(),
    /** Time before which hours alone are kept; null where all readings are. */
    from: TimeOut.nullable(),
  }),
  /** Bytes that are free where this process keeps its data; null where that is not known. */
  free_bytes: z.number().nullable(),
  /** The process that answers. */
  process: z.object({
    role: z.enum(['all', 'api', 'jobs', 'ingest']),
    uptime_seconds: z.number(),
    memory_bytes: z.number(),
    /** Answers since its start that said it was the server's fault. */
    failed_answers: z.int(),
  }),
})
export type Operations = z.infer<typeof Operations>

export const operationEndpoints = endpoints({
  getHealth: { method: 'GET', path: '/health', access: 'public', summary: 'The process is alive', response: Ok },
  getReady: {
    method: 'GET',
    path: '/ready',
    access: 'public',
    summary:
      'Whether both stores answer (else status 503), and what else is broken: the MQTT broker, news between processes, the watch over alerts, rules, mails',
    response: Ready,
  },
  getMetrics: {
    method: 'GET',
    path: '/metrics',
    root: true,
    access: 'public',
    ownSecret: true,
    summary:
      'Counters in the Prometheus text format; with METRICS_TOKEN as bearer, or without one for the machine itself',
    failures: ['invalid_auth', 'not_found'],
    file: 'text/plain',
  },
  getServer: {
    method: 'GET',
    path: '/server',
    access: 'admin',
    summary: 'How this server is set up',
    response: z.object({
      data_dir: z.string(),
      free_bytes: z.number().nullable(),
      time_zone: z.string(),
      catalogue: z.enum(['sqlite', 'postgresql']),
      measurements: z.enum(['embedded', 'server']),
      mail: z.boolean(),
      mqtt: z.object({
        client: MqttClientState,
        /** Devices connected to the built-in broker; null when it is off. */
        devices: z.int().nullable(),
      }),
      weather: WeatherState,
      version: z.string(),
    }),
  },
  getOperations: {
    method: 'GET',
    path: '/operations',
    access: 'admin',
    summary: 'What waits, how the jobs of the clock ended, and how large the stores are',
    response: Operations,
  },
  getDemo: {
    method: 'GET',
    path: '/demo',
    access: 'signedIn',
    summary: "Whether the caller's demo farm is there",
    response: DemoState,
  },
  loadDemo: {
    method: 'POST',
    path: '/demo',
    access: 'admin',
    summary: 'Load the demo farm: 90 days of history, then live',
    status: 202,
    response: DemoState,
  },
  removeDemo: {
    method: 'DELETE',
    path: '/demo',
    access: 'admin',
    summary: 'Remove the demo farm with all its values',
    status: 204,
  },
})
