import type { Interval } from '#shared/rules/time/interval.ts'

/** A period in `steps` of equal length: of each that has times (ISO 8601, ascending) the first, and how many. */
export const thinned = (times: readonly string[], { from, until }: Interval, steps: number) => {
  const stepOf = (time: string) => Math.floor(((Date.parse(time) - from) / (until - from)) * steps)
  return [...Map.groupBy(times, stepOf).values()].map(([time = '', ...others]) => ({ time, photos: others.length + 1 }))
}
