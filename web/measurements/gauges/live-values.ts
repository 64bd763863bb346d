import type { LastValues, LiveMeasurement } from '#shared/contract/measurements/measurements.ts'

/**
 * Last values of all devices with one live message in them; only newer values count, and only of measurements known before.
 * The grade is the server's to give: it comes with the next reading of the last values.
 */
export const withLast = (
  all: Record<string, LastValues>,
  { device_id, time, values }: LiveMeasurement,
): Record<string, LastValues> => {
  const last = { ...all[device_id] }
  for (const [key, value] of Object.entries(values)) {
    const known = last[key]
    if (known && Date.parse(known.time) <= time) last[key] = { ...known, value, time: new Date(time).toISOString() }
  }
  return { ...all, [device_id]: last }
}

/** Tells whether a message brings a measurement the device has not sent before. */
export const hasNewKey = (all: Record<string, LastValues>, { device_id, values }: LiveMeasurement): boolean =>
  Object.keys(values).some(key => !all[device_id]?.[key])

/** The message without readings that are not newer than the last ones: they are in the charts already, or there instead of another. */
export const newsOf = (all: Record<string, LastValues>, message: LiveMeasurement): LiveMeasurement => {
  const last = all[message.device_id]
  const isNew = ([key]: [string, number]): boolean => {
    const known = last?.[key]
    return !known || Date.parse(known.time) < message.time
  }
  return { ...message, values: Object.fromEntries(Object.entries(message.values).filter(isNew)) }
}
