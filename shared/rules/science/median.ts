import { numberAt } from '../collections/elements.ts'

/** The middle one of some numbers, the mean of the two middle ones where their count is even; NaN of none. */
export const median = (values: readonly number[]): number => {
  // A packed list is sorted by its numbers, without a call for each two of them.
  const sorted = Float64Array.from(values).sort()
  const middle = sorted.length >> 1
  return sorted.length % 2 ? numberAt(sorted, middle) : (numberAt(sorted, middle - 1) + numberAt(sorted, middle)) / 2
}
