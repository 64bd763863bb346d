import { zonedAt } from '../time/local-time.ts'

/** Whole hours of the day, 0 to 23, in a person's time zone: quiet from the first until the second, over midnight when that is smaller. */
export interface QuietHours {
  quiet_from: number | null
  quiet_until: number | null
}

/** End (epoch ms) of the quiet hours that hold `at` (epoch ms); null outside them, and for people who have none. */
export const endOfQuiet = (at: number, { quiet_from: from, quiet_until: until }: QuietHours, zone: string) => {
  if (from === null || until === null || from === until) return null
  const { hour } = zonedAt(at, zone)
  const isQuiet = from < until ? hour >= from && hour < until : hour >= from || hour < until
  return isQuiet ? nextAtHour(at, until, zone) : null
}

/** The first full `hour` (0 to 23) in `zone` after `at`, both epoch ms. An hour that spring leaves out begins when summer time does. */
export const nextAtHour = (at: number, hour: number, zone: string): number => {
  const now = zonedAt(at, zone)
  const today = now.withPlainTime({ hour })
  const next = today.epochMilliseconds > at ? today : now.add({ days: 1 }).withPlainTime({ hour })
  return next.epochMilliseconds
}
