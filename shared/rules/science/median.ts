import { numberAt } from '../collections/elements.ts'

/** The middle one of some numbers, the mean of the two middle ones where their count is even; NaN of none. */
export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? numberAt(sorted, middle) : (numberAt(sorted, middle - 1) + numberAt(sorted, middle)) / 2
}
