interface Told {
  /** Process that tells. */
  from: unknown
  topic: string
  device: number | undefined
  news: unknown
}

/** News as other processes are sent it. */
export const payloadOf = (told: Told): string => JSON.stringify(told)

/** News in a payload; null for what another program says. */
export const newsIn = (payload: string | undefined): Told | null => {
  try {
    const { from, topic, device, news } = JSON.parse(payload ?? '') ?? {}
    const isNews = typeof topic === 'string' && (device === undefined || typeof device === 'number')
    return isNews ? { from, topic, device, news } : null
  } catch {
    return null
  }
}

/**
 * Names the device of a measurement that a process of the release before told, which put it in the news alone. Needed while an
 * update replaces one process after the other; the release after this one can do without.
 */
export const withDevice = (told: Told): Told => {
  if (told.device !== undefined || told.topic !== 'measurements' || !Array.isArray(told.news)) return told
  const device: unknown = told.news[0]?.device_id
  return typeof device === 'number' ? { ...told, device } : told
}
