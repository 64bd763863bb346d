const COUNTERS = {
  barnometer_values_stored_total: 'Values stored durably',
  barnometer_values_refused_total: 'Values refused at a transport',
  barnometer_mqtt_refused_total: 'Sign-ins, topics and messages of MQTT that were refused',
  barnometer_answers_total: 'Answers to calls',
  barnometer_failed_answers_total: 'Answers to calls that say the server failed (status 500 and above)',
} as const
/** Counters that are kept where they are counted. */
const TOLD_COUNTERS = {
  barnometer_news_sent_total: 'News that other processes were told',
  barnometer_news_received_total: 'News heard of other processes',
  barnometer_news_ignored_total: 'Messages between processes that are no news of this product',
  barnometer_news_gaps_total: 'Times at which news of other processes may have been lost, so that all is read anew',
  barnometer_news_lost_total: 'News of this process that others were never told',
} as const
type ToldCounts = Record<keyof typeof TOLD_COUNTERS, number>
export type CounterName = keyof typeof COUNTERS

const GAUGES = {
  barnometer_catalogue_up: 'Whether the catalogue answers',
  barnometer_measurements_up: 'Whether the store of measurements answers',
  barnometer_watch_alive: 'Whether the last minute was evaluated for everybody and messages could be taken',
  barnometer_watch_evaluated_timestamp_seconds: 'Newest minute that was evaluated to its end for everybody',
  barnometer_watch_heard_timestamp_seconds: 'When messages could last be taken and stored',
  barnometer_rules_failing: 'Alert rules and built-in checks that cannot be evaluated',
  barnometer_backup_timestamp_seconds: 'When the newest backup was made',
  barnometer_backup_restored_timestamp_seconds: 'When a backup was last restored for trial, and all of it was there',
  barnometer_backup_failed: 'Whether the last backup, or restoring it for trial, failed',
  barnometer_mails_waiting: 'Mails that wait for longer than five minutes',
  barnometer_database_bytes: 'Bytes of the database on its disk',
  barnometer_readings_from_timestamp_seconds: 'Since when single readings are kept; hours alone are kept of before',
  barnometer_news_connected: 'Whether this process hears news of the others',
} as const

/** Gauges that have a value for each of something, by the name of the label that tells which. */
const LABELLED = {
  barnometer_queue_waiting: ['queue', 'Work that waits in a queue or is worked on'],
  barnometer_queue_oldest_timestamp_seconds: ['queue', 'Since when the oldest work of a queue waits'],
  barnometer_queue_failed: ['queue', 'Work of a queue that failed for good within a day'],
  barnometer_job_begun_timestamp_seconds: ['job', 'When the last run of a job began'],
  barnometer_job_seconds: ['job', 'How long the last run of a job took'],
  barnometer_job_failures: ['job', 'Failures of a job in a row'],
  barnometer_alert_parts: ['process', 'Parts of the devices that a process evaluated alerts of last'],
  barnometer_alert_parts_evaluated_timestamp_seconds: [
    'process',
    'Newest minute that all parts of a process were evaluated for',
  ],
  barnometer_alert_parts_seconds: ['process', 'How long a process took to evaluate its parts'],
  barnometer_table_bytes: ['table', 'Bytes of a table of measurements on its disk'],
} as const
/** Values of the labelled gauges, by label; null for one that cannot be told now. */
export type LabelledGauges = { [Name in keyof typeof LABELLED]: Record<string, number | null> }

const MEMORY = 'process_resident_memory_bytes'

/** Metric with what it counts. */
export interface Metric {
  name: string
  help: string
  type: 'counter' | 'gauge'
}
/** Metric with its values now; one of something has a label that tells of what. */
export interface Sample extends Metric {
  values: { labels: Record<string, string>; value: number }[]
}

const metricsOf = (type: Metric['type'], texts: Record<string, string>): Metric[] =>
  Object.entries(texts).map(([name, help]) => ({ name, help, type }))

/** Every metric of `/metrics`, in its order. */
export const METRICS: readonly Metric[] = [
  ...metricsOf('counter', { ...COUNTERS, ...TOLD_COUNTERS }),
  ...metricsOf('gauge', GAUGES),
  ...metricsOf('gauge', Object.fromEntries(Object.entries(LABELLED).map(([name, [, help]]) => [name, help]))),
  { name: MEMORY, help: 'Resident memory', type: 'gauge' },
]
/** Names of all that `/metrics` says. */
export const METRIC_NAMES = METRICS.map(({ name }) => name)

/** Text of metrics in the Prometheus format; one without a value is left out. */
export const printSamples = (samples: readonly Sample[]): string =>
  samples
    .filter(({ values }) => values.length > 0)
    .map(({ name, help, type, values }) => {
      const lines = values.map(({ labels, value }) => {
        const words = Object.entries(labels).map(([label, which]) => `${label}="${which}"`)
        return `${name}${words.length === 0 ? '' : `{${words.join(',')}}`} ${value}\n`
      })
      return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`
    })
    .join('')

/** Values of the gauges; null for one that cannot be told now. */
export type Gauges = Record<keyof typeof GAUGES, number | null>

/** Counters of this process. */
export const createMetrics = () => {
  const counts: Record<string, number> = Object.fromEntries(Object.keys(COUNTERS).map(name => [name, 0]))
  return {
    count: (name: CounterName, by = 1): void => {
      counts[name] = (counts[name] ?? 0) + by
    },
    countOf: (name: CounterName): number => counts[name] ?? 0,
    /** Values now of all metrics; those of gauges that are not given cannot be told. */
    samples: (
      told: Partial<ToldCounts> = {},
      gauges: Partial<Gauges> = {},
      labelled: Partial<LabelledGauges> = {},
    ): Sample[] => {
      const single: Record<string, number | null> = {
        ...Object.fromEntries(Object.keys(TOLD_COUNTERS).map(name => [name, 0])),
        ...counts,
        ...told,
        ...gauges,
        [MEMORY]: process.memoryUsage.rss(),
      }
      return METRICS.map(metric => {
        const [label = ''] = LABELLED[metric.name as keyof typeof LABELLED] ?? []
        const many = Object.entries(labelled[metric.name as keyof LabelledGauges] ?? {})
        const value = single[metric.name] ?? null
        const values = [
          ...(value === null ? [] : [{ labels: {}, value }]),
          ...many.flatMap(([which, of]) => (of === null ? [] : [{ labels: { [label]: which }, value: of }])),
        ]
        return { ...metric, values }
      })
    },
  }
}
export type Metrics = ReturnType<typeof createMetrics>
