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
