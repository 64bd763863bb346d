import { numberAt } from '../collections/elements.ts'
import { HOUR_MS } from './units.ts'

/** Longest time that is filled in: over a longer one nobody knows what the weather did. */
const LONGEST_GAP = 3 * HOUR_MS

/**
 * Fills the hours between two known ones: the weather goes straight from one value to the other. `time` in epoch ms,
 * ascending.
 */
export const interpolated = (time: readonly number[], values: readonly (number | null)[]): (number | null)[] => {
  const filled = [...values]
  let last: { index: number; time: number; value: number } | null = null
  for (const [index, value] of values.entries()) {
    if (value === null) continue
    const end: number = numberAt(time, index)
    const before = last
    last = { index, time: end, value }
    if (before === null || end - before.time > LONGEST_GAP) continue
    const { time: start, value: first } = before
    for (let at = before.index + 1; at < index; at++)
      filled[at] = first + ((value - first) * (numberAt(time, at) - start)) / (end - start)
  }
  return filled
}
