/**
 * Ages in minutes: from the first on a value is grey and shows its age, from the second on it is a dash (specification
 * §9).
 */
const STALE = 10
const GONE = 180

export type Freshness = 'fresh' | 'stale' | 'gone'

/** Freshness at `now` (epoch ms) of a value measured at `time` (ISO 8601): how far it can still be trusted. */
export const freshnessOf = (time: string, now: number): Freshness => {
  const minutes = (now - Date.parse(time)) / 60_000
  if (minutes >= GONE) return 'gone'
  return minutes >= STALE ? 'stale' : 'fresh'
}
