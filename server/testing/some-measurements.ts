import { measurementEndpoints } from '#shared/contract/measurements/measurements.ts'
import type { TestApp } from './start-test-app.ts'

/** Readings of one key from `from` up to `until` (ISO 8601), one every `everySeconds`. */
export const someMeasurements = async (
  test: TestApp,
  device: { key: string },
  { from, until, everySeconds = 300, measurement = 't', value = () => 20 }: Readings,
): Promise<number> => {
  const messages: Record<string, number | string>[] = []
  for (let at = Date.parse(from); at < Date.parse(until); at += everySeconds * 1000)
    messages.push({ time: new Date(at).toISOString(), [measurement]: value(messages.length) })
  const { accepted } = await test.call(measurementEndpoints.sendMeasurements, { body: messages }, device.key)
  return accepted
}

interface Readings {
  from: string
  until: string
  everySeconds?: number
  measurement?: string
  /** Value of the n-th reading, 0 the first. */
  value?: (n: number) => number
}
