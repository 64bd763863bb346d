import { HOUR_MS } from './units.ts'

/** Longest time that is filled in: over a longer one nobody knows what the weather did. */
const LONGEST_GAP = 3 * HOUR_MS

/**
 * Fills the hours between two known ones: the weather goes straight from one value to the other. `time` in epoch ms,
 * ascending.
 */
export const interpolated = (time: readonly number[], values: readonly (number | null)[]): (number | null)[] => {
  const filled = [...values]
  let last: number | null = null
  values.forEach((value, index) => {
    if (value === null) return
    const [end, before] = [time[index] as number, last]
    last = index
    if (before === null) return
    const [start, first] = [time[before] as number, values[before] as number]
    if (end - start > LONGEST_GAP) return
    for (let at = before + 1; at < index; at++)
      filled[at] = first + ((value - first) * ((time[at] as number) - start)) / (end - start)
  })
  return filled
}
