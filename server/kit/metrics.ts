const COUNTERS = {
  barnometer_values_stored_total: 'Values stored durably',
  barnometer_values_refused_total: 'Values refused at a door',
  barnometer_mqtt_refused_total: 'Sign-ins, topics and messages of MQTT that were refused',
} as const
export type CounterName = keyof typeof COUNTERS

/** Counters of this process in the Prometheus text format. */
export const createMetrics = () => {
  const counts: Record<string, number> = Object.fromEntries(Object.keys(COUNTERS).map(name => [name, 0]))
  return {
    count: (name: CounterName, by = 1): void => {
      counts[name] = (counts[name] ?? 0) + by
    },
    print: (): string => {
      const memory = `# HELP process_resident_memory_bytes Resident memory\n# TYPE process_resident_memory_bytes gauge\nprocess_resident_memory_bytes ${process.memoryUsage.rss()}\n`
      const counters = Object.entries(COUNTERS).map(
        ([name, help]) => `# HELP ${name} ${help}\n# TYPE ${name} counter\n${name} ${counts[name]}\n`,
      )
      return counters.join('') + memory
    },
  }
}
export type Metrics = ReturnType<typeof createMetrics>
