import type { Segment } from '#shared/rules/time/period.ts'

/** Step (seconds) as an expression of the engine within one offset (ms) from UTC: its start, epoch ms. All numbers are ours. */
export const stepWithin = (step: number, offset: number, time = 'epoch_ms'): string =>
  `intDiv(${time} + (${offset}), ${step * 1000}) * ${step * 1000} - (${offset})`

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
  const offset = `multiIf(${[...newest.flatMap(one => [`${time} >= ${one.start}`, one.offset]), initial].join(', ')})`
  const size = step * 1000
  const wall = `intDiv(${time} + ${offset}, ${size}) * ${size}`
  // A step that began before the clocks changed began by the offset before.
  const back = newest.flatMap(one => [
    `${time} >= ${one.start}`,
    `if(${wall} - (${one.offset}) >= ${one.start}, ${one.offset}, ${one.before})`,
  ])
  return `${wall} - multiIf(${[...back, initial].join(', ')})`
}
