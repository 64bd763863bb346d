const COUNTERS = {
  barnometer_values_stored_total: 'Values stored durably',
  barnometer_values_refused_total: 'Values refused at a transport',
  barnometer_mqtt_refused_total: 'Sign-ins, topics and messages of MQTT that were refused',
} as const
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
  barnometer_mails_waiting: 'Letters that wait for longer than five minutes',
} as const
/** Values of the gauges; null for one that cannot be told now. */
export type Gauges = Record<keyof typeof GAUGES, number | null>

/** Counters of this process in the Prometheus text format. */
export const createMetrics = () => {
  const counts: Record<string, number> = Object.fromEntries(Object.keys(COUNTERS).map(name => [name, 0]))
  return {
    count: (name: CounterName, by = 1): void => {
      counts[name] = (counts[name] ?? 0) + by
    },
    print: (gauges: Partial<Gauges> = {}): string => {
      const memory = `# HELP process_resident_memory_bytes Resident memory\n# TYPE process_resident_memory_bytes gauge\nprocess_resident_memory_bytes ${process.memoryUsage.rss()}\n`
      const counters = Object.entries(COUNTERS).map(
        ([name, help]) => `# HELP ${name} ${help}\n# TYPE ${name} counter\n${name} ${counts[name]}\n`,
      )
      const states = Object.entries(GAUGES).flatMap(([name, help]) => {
        const value = gauges[name as keyof Gauges] ?? null
        return value === null ? [] : [`# HELP ${name} ${help}\n# TYPE ${name} gauge\n${name} ${value}\n`]
      })
      return counters.join('') + states.join('') + memory
    },
  }
}
export type Metrics = ReturnType<typeof createMetrics>
