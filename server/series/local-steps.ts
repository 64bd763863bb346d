import type { Segment } from '#shared/rules/time/period.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'

/** Step (seconds) as an expression of the engine within one offset (ms) from UTC: its start, epoch ms. All numbers are ours. */
export const stepWithin = (step: number, offset: number, time = 'epoch_ms'): string =>
  `intDiv(${time} + (${offset}), ${step * 1000}) * ${step * 1000} - (${offset})`

/** Offset (ms) from UTC that holds at a time, as an expression of the engine. All numbers in it are ours. */
const offsetSql = (segments: readonly Segment[], time: string): string => {
  const [first, ...rest] = segments
  const initial = first?.offset ?? 0
  // Later segments are asked first, since each condition only names its beginning.
  const cases = rest.toReversed().flatMap(({ start, offset }) => [`${time} >= ${start}`, offset])
  return cases.length > 0 ? `multiIf(${[...cases, initial].join(', ')})` : `(${initial})`
}

/** Local day that holds a time, as an expression of the engine: days of the wall clock since 1970, a number that groups quickly. */
export const localDaySql = (segments: readonly Segment[], time: string): string =>
  `toInt32(intDiv(${time} + ${offsetSql(segments, time)}, ${DAY_MS}))`

/** Number by `localDaySql` of the local day that begins at a time. */
export const numberOfLocalDay = (start: number, segments: readonly Segment[]): number => {
  const noon = start + DAY_MS / 2
  const offset = segments.findLast(one => one.start <= noon)?.offset ?? segments[0]?.offset ?? 0
  return Math.floor((noon + offset) / DAY_MS)
}

/**
 * The arithmetic of `stepStart` in shared/rules/time/period.ts as an expression of the engine. All numbers in it are ours. The
 * offsets of the segments are chosen first, so that a row is divided once, however often the clocks change in the period.
 */
export const localStep = (step: number, segments: readonly Segment[], time = 'epoch_ms'): string => {
  const [first, ...rest] = segments.map(({ start, offset }, index) => ({
    start,
    offset,
    before: segments[index - 1]?.offset ?? offset,
  }))
  const initial = first?.offset ?? 0
  if (rest.length === 0) return stepWithin(step, initial, time)
  // Later segments are asked first, since each condition only names its beginning.
  const newest = rest.toReversed()
  const size = step * 1000
  const wall = `intDiv(${time} + ${offsetSql(segments, time)}, ${size}) * ${size}`
  // A step that began before the clocks changed began by the offset before; a day of two midnights with the first.
  const isAfter = (one: (typeof newest)[number]) => (size === DAY_MS && one.before > one.offset ? '>' : '>=')
  const back = newest.flatMap(one => [
    `${time} >= ${one.start}`,
    `if(${wall} - (${one.offset}) ${isAfter(one)} ${one.start}, ${one.offset}, ${one.before})`,
  ])
  return `${wall} - multiIf(${[...back, initial].join(', ')})`
}
