import type { Interval } from './interval.ts'
import { zonedAt } from './local-time.ts'

/** Hours on the wall of the place at which a night begins and ends. */
export const NIGHT_BEGINS = 22
export const NIGHT_ENDS = 6

/**
 * Last night at a place, from 22:00 to 06:00 on its wall (epoch ms, at most to `now`), and the local dates of its evening and its
 * morning with the midnight between them. It has seven or nine hours where the clocks change.
 */
export interface Night extends Interval {
  evening: string
  morning: string
  midnight: number
}

/** The night of which is spoken at `now` (epoch ms) in a zone: that before the present local day. */
export const nightBefore = (now: number, zone: string): Night => {
  const today = zonedAt(now, zone).startOfDay()
  const yesterday = today.subtract({ days: 1 })
  return {
    from: yesterday.withPlainTime({ hour: NIGHT_BEGINS }).epochMilliseconds,
    until: Math.min(now, today.withPlainTime({ hour: NIGHT_ENDS }).epochMilliseconds),
    evening: yesterday.toPlainDate().toString(),
    morning: today.toPlainDate().toString(),
    midnight: today.epochMilliseconds,
  }
}
