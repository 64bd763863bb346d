import { DAY_MS } from '../time/units.ts'
import type { DayMeans } from './group-difference.ts'
import { meanOfAll, type Sample, sampleOf, welchInterval, withinReach } from './sample.ts'

/** Days without which nobody can say how much one is like the day before. */
export const LEAST_DAYS = 7
/** Means that count for themselves, of each side: fewer have no spread. */
const LEAST_INDEPENDENT = 2
/** Places of each side from which on places are what counts, not their days. */
const LEAST_PLACES = 2

/** Days of a place or a group in one selection. */
export interface SideMean {
  mean: number
  days: number
  places: number
}

/** Difference of the means of two selections: the first less the second. */
export interface MeanDifference {
  first: SideMean
  second: SideMean
  difference: number
  /** Ends of its 95 % interval and degrees of freedom; null where too little was measured to tell. */
  low: number | null
  high: number | null
  freedom: number | null
  /** Units that were counted: places, days beside each other, or days of each side. */
  by: 'places' | 'paired_places' | 'days' | 'paired_days'
}

/**
 * Share of a day that the next one repeats: the correlation of neighbouring days, raised by what a short series hides of it
 * (Kendall, Biometrika 41, 1954). Never below 0.
 */
const persistenceOf = (days: readonly (readonly [string, number])[]): number => {
  const values = days.map(([, mean]) => mean)
  const mean = meanOfAll(values)
  const total = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  const pairs = days.flatMap(([day, value], index) => {
    const next = days[index + 1]
    return next && Date.parse(next[0]) - Date.parse(day) === DAY_MS ? [(value - mean) * (next[1] - mean)] : []
  })
  if (total === 0 || pairs.length < LEAST_DAYS - 1) return 0
  const found = meanOfAll(pairs) / (total / values.length)
  return Math.max(0, (values.length * found + 1) / Math.max(1, values.length - 4))
}

/** Days as a sample in which those that only repeat the day before count less (Zwiers and von Storch 1995). */
const serialSampleOf = (of: DayMeans): Sample => {
  const days = [...of].sort(([a], [b]) => (a < b ? -1 : 1))
  const values = days.map(([, mean]) => mean)
  const persistence = persistenceOf(days)
  const count = values.length
  const independent = persistence >= 1 ? 0 : (count * (1 - persistence)) / (1 + persistence)
  const sample = sampleOf(values)
  if (count < LEAST_DAYS || independent < LEAST_INDEPENDENT) return { ...sample, n: 0 }
  // Values that repeat each other lie closer to their own mean than to the true one.
  return { ...sample, n: independent, variance: (sample.variance * (1 - 1 / count)) / (1 - 1 / independent) }
}

/** Mean of the places of each day: each place once. */
const together = (places: readonly DayMeans[]): DayMeans => {
  const days = Map.groupBy(
    places.flatMap(place => [...place]),
    ([day]) => day,
  )
  return new Map([...days].map(([day, of]) => [day, meanOfAll(of.map(([, mean]) => mean))]))
}

const withoutEmpty = (places: readonly DayMeans[]): DayMeans[] => places.filter(({ size }) => size > 0)

const meanOfDays = (days: DayMeans): number => meanOfAll([...days.values()])

const sideOf = (mean: number, places: readonly DayMeans[]): SideMean => ({
  mean,
  days: new Set(places.flatMap(place => [...place.keys()])).size,
  places: places.length,
})

const NO_INTERVAL = { low: null, high: null, freedom: null }

const isEnough = ({ n }: Sample): boolean => n >= LEAST_INDEPENDENT

/** Difference of two samples that have nothing to do with each other. */
const apart = (a: Sample, b: Sample) => {
  const difference = a.mean - b.mean
  return { difference, ...(isEnough(a) && isEnough(b) ? welchInterval(a, b) : NO_INTERVAL) }
}

/** Mean of differences that were taken one by one. */
const paired = (sample: Sample) => ({
  difference: sample.mean,
  ...(isEnough(sample) ? withinReach(sample.mean, Math.sqrt(sample.variance / sample.n), sample.n - 1) : NO_INTERVAL),
})

/** The same place or group in two periods, or two of them in one: day by day where they share their days. */
const byDays = (
  first: readonly DayMeans[],
  second: readonly DayMeans[],
  areSameDays: boolean,
): MeanDifference | null => {
  const [a, b] = [together(first), together(second)]
  if (!areSameDays)
    return {
      first: sideOf(meanOfDays(a), first),
      second: sideOf(meanOfDays(b), second),
      ...apart(serialSampleOf(a), serialSampleOf(b)),
      by: 'days',
    }
  const shared = [...a].flatMap(([day, mean]) => {
    const other = b.get(day)
    return other === undefined ? [] : [[day, mean, other] as const]
  })
  if (shared.length === 0) return null
  const side = (means: readonly number[], places: readonly DayMeans[]): SideMean => ({
    mean: meanOfAll(means),
    days: shared.length,
    places: places.length,
  })
  return {
    first: side(
      shared.map(([, mean]) => mean),
      first,
    ),
    second: side(
      shared.map(([, , other]) => other),
      second,
    ),
    ...paired(serialSampleOf(new Map(shared.map(([day, mean, other]) => [day, mean - other])))),
    by: 'paired_days',
  }
}

/** Difference of one place in two periods; null where one of them has no day that counts. */
export const placeDifference = (first: DayMeans, second: DayMeans): MeanDifference | null =>
  first.size === 0 || second.size === 0 ? null : byDays([first], [second], false)

/**
 * Difference of two selections of several places. The same places in two periods are compared place by place. Two groups of at
 * least two places each are compared as the groups of a research project, by places; smaller ones by their days, and day by day
 * where both are of the same period.
 */
export const selectionDifference = (
  first: readonly DayMeans[],
  second: readonly DayMeans[],
  { arePaired, areSameDays }: { arePaired: boolean; areSameDays: boolean },
): MeanDifference | null => {
  if (arePaired) {
    const both = first.flatMap((days, index) => {
      const before = second[index]
      return before && days.size > 0 && before.size > 0 ? [{ days, before }] : []
    })
    const [one, ...others] = both
    if (!one) return null
    if (others.length === 0) return byDays([one.days], [one.before], areSameDays)
    const [a, b] = [both.map(({ days }) => days), both.map(({ before }) => before)]
    const [means, befores] = [a.map(meanOfDays), b.map(meanOfDays)]
    return {
      first: sideOf(meanOfAll(means), a),
      second: sideOf(meanOfAll(befores), b),
      ...paired(sampleOf(means.map((mean, index) => mean - (befores[index] ?? mean)))),
      by: 'paired_places',
    }
  }
  const [a, b] = [withoutEmpty(first), withoutEmpty(second)]
  if (a.length === 0 || b.length === 0) return null
  if (a.length < LEAST_PLACES || b.length < LEAST_PLACES) return byDays(a, b, areSameDays)
  const [samples, others] = [sampleOf(a.map(meanOfDays)), sampleOf(b.map(meanOfDays))]
  return { first: sideOf(samples.mean, a), second: sideOf(others.mean, b), ...apart(samples, others), by: 'places' }
}
