import type { Segment } from '#shared/rules/time/period.ts'

/** Step (seconds) as an expression of the engine within one offset (ms) from UTC: its start, epoch ms. All numbers are ours. */
export const stepWithin = (step: number, offset: number, time = 'epoch_ms'): string =>
  `${wallStep(step, offset, time)} - (${offset})`

const wallStep = (step: number, offset: number, time: string): string =>
  `intDiv(${time} + (${offset}), ${step * 1000}) * ${step * 1000}`

/** The arithmetic of `stepStart` in shared/rules/time/period.ts as an expression of the engine. All numbers in it are ours. */
export const localStep = (step: number, segments: readonly Segment[], time = 'epoch_ms'): string => {
  const [first, ...rest] = segments.map(({ start, offset }, index) => ({
    start,
    offset,
    before: segments[index - 1]?.offset ?? offset,
  }))
  const otherwise = stepWithin(step, first?.offset ?? 0, time)
  // Later segments are asked first, since each condition only names its beginning.
  const cases = rest.toReversed().flatMap(({ start, offset, before }) => {
    const inside = stepWithin(step, offset, time)
    const across = `${wallStep(step, offset, time)} - (${before})`
    return [`${time} >= ${start}`, `if(${inside} >= ${start}, ${inside}, ${across})`]
  })
  return cases.length > 0 ? `multiIf(${[...cases, otherwise].join(', ')})` : otherwise
}
