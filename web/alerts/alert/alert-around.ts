import type { Alert } from '#shared/contract/alerts/alerts.ts'
import type { Interval } from '#shared/rules/time/interval.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import { dateTimeIn } from '../../kit/language/format.ts'

const SHORTEST = 6 * HOUR_MS
const LONGEST = 14 * 24 * HOUR_MS

/** The hours around an alert worth looking at: as much before it as it took, and a little after. Epoch ms. */
export const aroundOf = (alert: Pick<Alert, 'started_at' | 'resolved_at'>, now: number): Interval => {
  const start = Date.parse(alert.started_at)
  const end = alert.resolved_at === null ? now : Date.parse(alert.resolved_at)
  const before = Math.min(LONGEST, Math.max(SHORTEST, end - start))
  const after = Math.min(SHORTEST, Math.max(HOUR_MS, (end - start) / 4))
  const whole = (moment: number) => Math.floor(moment / (10 * MINUTE_MS)) * 10 * MINUTE_MS
  return { from: whole(start - before), until: Math.min(now, whole(end + after) + 10 * MINUTE_MS) }
}

/** The period in the address of the Data screen and of its call. */
export const periodSearchOf = ({ from, until }: Interval, zone: string) => ({
  interval: 'selection' as const,
  date_start: dateTimeIn(from, zone),
  date_end: dateTimeIn(until + MINUTE_MS - 1, zone),
})
