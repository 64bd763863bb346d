/** Noise that is a function of seed and position, so that any moment can be asked for in any order. */

const mix = (value: number): number => {
  let h = value | 0
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

/** Evenly spread over 0 to 1. `index` is any integer up to 2^53. */
export const uniform = (seed: number, index: number): number => {
  const high = Math.floor(index / 4294967296)
  return mix(mix(seed + Math.imul(high, 0x9e3779b1)) ^ mix((index | 0) + 0x7f4a7c15)) / 4294967296
}

/** Close to normal with mean 0 and deviation 1, never beyond ±3.5. */
export const normal = (seed: number, index: number): number =>
  (uniform(seed, index) + uniform(seed + 101, index) + uniform(seed + 202, index) + uniform(seed + 303, index) - 2) *
  1.732

/** Smooth curve with mean 0 and deviation about 1 that wanders over `period` ms. */
export const wander = (seed: number, time: number, period: number): number => {
  const position = time / period
  const index = Math.floor(position)
  const share = position - index
  const weight = share * share * (3 - 2 * share)
  return (normal(seed, index) * (1 - weight) + normal(seed, index + 1) * weight) * 1.16
}

/** Rounds to `decimals` digits, and never to -0. */
export const round = (value: number, decimals: number): number => {
  const factor = 10 ** decimals
  return Math.round(value * factor) / factor + 0
}

export const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value))

/** 0 before `from`, 1 after `until`, smooth between. */
export const ramp = (value: number, from: number, until: number): number => {
  const share = clamp((value - from) / (until - from), 0, 1)
  return share * share * (3 - 2 * share)
}

/** Straight lines through points sorted by their first number, flat outside. */
export const curve = (points: readonly (readonly [number, number])[], x: number): number => {
  let before = points[0]
  for (const point of points) {
    if (!before || x <= point[0]) return before && x > before[0] ? between(before, point, x) : point[1]
    before = point
  }
  return before?.[1] ?? 0
}

const between = (a: readonly [number, number], b: readonly [number, number], x: number): number =>
  a[1] + ((b[1] - a[1]) * (x - a[0])) / (b[0] - a[0])
