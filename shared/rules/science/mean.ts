/**
 * Ways in which values of a quantity become one (science §5): sound by its energy, directions by where they point
 * together, all else by the sum. No quantity here counts up; one that does would be told by differences. The
 * same in SQL is in server/series/statistics.ts.
 */
export const AVERAGINGS = ['arithmetic', 'energetic', 'circular'] as const
export type Averaging = (typeof AVERAGINGS)[number]

const OF_QUANTITY: Readonly<Record<string, Averaging>> = { sound: 'energetic', wind_direction: 'circular' }

export const averagingOf = (quantity: string | undefined): Averaging => OF_QUANTITY[quantity ?? ''] ?? 'arithmetic'

/** Directions that point together less than this (0 to 1) have no mean: they cancel out. */
export const LEAST_RESULTANT = 0.2

/** Parts of a value that can be summed and divided. */
export type MeanParts = readonly [number, number]

const inRadians = (degrees: number): number => (degrees * Math.PI) / 180

export const meanPartsOf = (averaging: Averaging, value: number): MeanParts => {
  if (averaging === 'energetic') return [10 ** (value / 10), 0]
  if (averaging === 'circular') return [Math.cos(inRadians(value)), Math.sin(inRadians(value))]
  return [value, 0]
}

/** The value whose parts these means are; null where directions cancel out. */
export const valueOfParts = (averaging: Averaging, [first, second]: MeanParts): number | null => {
  if (averaging === 'energetic') return 10 * Math.log10(first)
  if (averaging === 'arithmetic') return first
  if (Math.hypot(first, second) < LEAST_RESULTANT) return null
  const degrees = (Math.atan2(second, first) * 180) / Math.PI
  return degrees < 0 ? degrees + 360 : degrees
}

/** The mean of values, each counted by its weight; null without any, and where directions cancel out. */
export const meanOf = (averaging: Averaging, values: readonly number[], weights?: readonly number[]): number | null => {
  let [first, second, total] = [0, 0, 0]
  values.forEach((value, index) => {
    const weight = weights?.[index] ?? 1
    const [a, b] = meanPartsOf(averaging, value)
    first += weight * a
    second += weight * b
    total += weight
  })
  return total > 0 ? valueOfParts(averaging, [first / total, second / total]) : null
}
