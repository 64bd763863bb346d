import { lengthOf, mergeIntervals } from '#shared/rules/time/interval.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import type { ValueCount } from '../exports/making/counting.ts'

/** Days (UTC) from the first to the last value of anything counted, each once. Added up: there may be thousands of days for each of thousands of counts. */
export const daysOf = (counted: readonly Pick<ValueCount, 'first' | 'last'>[]): number => {
  const dayOf = (time: number): number => Math.floor(time / DAY_MS)
  const spans = mergeIntervals(counted.map(({ first, last }) => ({ from: dayOf(first), until: dayOf(last) + 1 })))
  return spans.reduce((sum, span) => sum + lengthOf(span), 0)
}
