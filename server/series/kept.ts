import { DAY_MS } from '#shared/rules/time/units.ts'

/** Time for which single readings are kept at least: a year's report can be worked out anew from them. */
const LEAST_KEPT_DAYS = 365
export const LEAST_KEPT_MS = LEAST_KEPT_DAYS * DAY_MS

/** Time for which single readings are kept. */
export interface Kept {
  count: number
  unit: 'years' | 'days'
}

const MAX_YEARS = 200

/** Reads `2 years` or `730 days`; null for `ever`. Throws a sentence for anything else, and for less than a year. */
export const keptOf = (text: string): Kept | null => {
  if (text === 'ever') return null
  const [, number = '', word = ''] = /^(\d{1,5}) ?(years?|days?)$/.exec(text) ?? []
  const kept: Kept = { count: Number(number), unit: word.startsWith('day') ? 'days' : 'years' }
  const days = kept.unit === 'years' ? kept.count * LEAST_KEPT_DAYS : kept.count
  if (number === '' || days < LEAST_KEPT_DAYS || days > MAX_YEARS * LEAST_KEPT_DAYS)
    throw new Error(`Must be "ever", or a number of years or days such as "2 years", at least a year`)
  return kept
}

/** Start (epoch ms) of the month of UTC from which on single readings are kept: months go as a whole. */
export const keptFrom = ({ count, unit }: Kept, now: number): number => {
  const first = new Date(now)
  if (unit === 'years') first.setUTCFullYear(first.getUTCFullYear() - count)
  else first.setUTCDate(first.getUTCDate() - count)
  return Date.UTC(first.getUTCFullYear(), first.getUTCMonth(), 1)
}
