import { numberAt } from '#shared/rules/collections/elements.ts'
import { DAY_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import { dateTimeIn } from '../../kit/language/format.ts'

/** Clocks are put forward and back months apart. */
const BETWEEN_CHANGES = 40 * DAY_MS

/** ms by which clocks in `zone` are ahead of UTC. */
export const offsetAt = (time: number, zone: string): number =>
  Date.parse(`${dateTimeIn(time, zone).replace(' ', 'T')}:00Z`) - Math.floor(time / MINUTE_MS) * MINUTE_MS

/** The same for each of `times`, which ascend. Few are looked up: between two of the same offset there is no change. */
export const offsetsOf = (times: readonly number[], zone: string): number[] => {
  const offsets = new Array<number>(times.length)
  const fill = (low: number, high: number): void => {
    const [first, last] = [numberAt(offsets, low), numberAt(offsets, high)]
    if (high - low < 2) return
    if (first === last && numberAt(times, high) - numberAt(times, low) < BETWEEN_CHANGES) {
      offsets.fill(first, low + 1, high)
      return
    }
    const middle = (low + high) >> 1
    offsets[middle] = offsetAt(numberAt(times, middle), zone)
    fill(low, middle)
    fill(middle, high)
  }
  const end = times.length - 1
  if (end < 0) return []
  offsets[0] = offsetAt(numberAt(times, 0), zone)
  offsets[end] = offsetAt(numberAt(times, end), zone)
  fill(0, end)
  return offsets
}

/** Time (ms) that clocks on a wall have gone at each of `times` since the first of them. */
export const wallTimesOf = (times: readonly number[], zone: string): number[] => {
  const offsets = offsetsOf(times, zone)
  const first = (times[0] ?? 0) + (offsets[0] ?? 0)
  return times.map((time, index) => time + (offsets[index] ?? 0) - first)
}

const two = (value: number): string => String(value).padStart(2, '0')

/** ` +02:00` in the hours that autumn has twice, which show the same on clocks; else nothing. */
export const whichOf = (time: number, zone: string): string => {
  const here = offsetAt(time, zone)
  // Half an hour on Lord Howe Island.
  const twice = [30, 60].some(minutes =>
    [-minutes, minutes].some(by => offsetAt(time + by * MINUTE_MS, zone) === here - by * MINUTE_MS),
  )
  if (!twice) return ''
  const ahead = Math.abs(here) / MINUTE_MS
  return ` ${here < 0 ? '−' : '+'}${two(Math.floor(ahead / 60))}:${two(ahead % 60)}`
}
