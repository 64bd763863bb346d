import type { AlertRule } from '../../contract/alerts/alert-rules.ts'
import { numberAt } from '../collections/elements.ts'
import { type Averaging, meanPartsOf, valueOfParts } from '../science/mean.ts'
import { HOUR_MS, MINUTE_MS } from '../time/units.ts'
import { type Condition, excessOf, validityOf, verdictOf } from './alert-rule.ts'
import { IDLE, nextState, type WatchState } from './alert-state.ts'

/** An interval cut into steps of equal length; epoch ms and ms. */
export interface Grid {
  start: number
  step: number
  count: number
}

/**
 * Readings of one measurement summed up by step of a grid, in order of `index`; a step without a reading is missing. What a
 * rule does not need is left empty: a mean over a window needs `index` and `mean` alone, and no change the last four.
 */
export interface BinnedReadings {
  /** Way in which means become one; arithmetic where nothing is said. */
  averaging?: Averaging
  index: readonly number[]
  mean: readonly number[]
  minimum: readonly number[]
  maximum: readonly number[]
  count: readonly number[]
  first: readonly number[]
  last: readonly number[]
  /** The largest change upwards and downwards from one reading to the next within the step; 0 with a single one. */
  rise: readonly number[]
  fall: readonly number[]
}

/** The end of step `index`, which is when it is evaluated. */
export const endOf = ({ start, step }: Grid, index: number): number => start + (index + 1) * step

/**
 * The number a rule compares at the end of each step of the grid (`numberOf` of ./alert-rule.ts, with steps for readings);
 * NaN where less than half of the window is covered. Direct rules see the step's value that lies furthest towards the
 * threshold; those that want N in a row see its mean where it holds several.
 */
export const numbersOf = (
  rule: Condition & Pick<AlertRule, 'times'>,
  bins: BinnedReadings,
  grid: Grid,
): Float64Array => {
  const numbers = new Float64Array(grid.count).fill(Number.NaN)
  const window = Math.max(1, (rule.calculation_minutes * MINUTE_MS) / grid.step)
  const validity = validityOfBins(bins, grid)
  if (rule.calculation_minutes === 0) directNumbers(rule, bins, numbers, validity, grid.step)
  else windowNumbers(rule, bins, grid, window, validity, numbers)
  return numbers
}

const directNumbers = (
  rule: Condition & Pick<AlertRule, 'times'>,
  bins: BinnedReadings,
  numbers: Float64Array,
  validity: number,
  step: number,
): void => {
  const isLow = rule.comparator.startsWith('less')
  const towards = rule.times > 1 ? bins.mean : isLow ? bins.minimum : bins.maximum
  const values = rule.comparison === 'value' ? towards : changesOf(rule, bins, validity, step)
  bins.index.forEach((index, n) => {
    numbers[index] = numberAt(values, n)
  })
}

/** The change in each step that lies furthest towards the threshold; NaN where there is none. */
const changesOf = (
  { comparison, comparator }: Condition,
  { index, first, last, count, rise, fall }: BinnedReadings,
  validity: number,
  step: number,
): number[] =>
  index.map((at, n) => {
    const isNear = n > 0 && (at - numberAt(index, n - 1)) * step <= validity
    const changes = [
      ...(numberAt(count, n) > 1 ? [numberAt(rise, n), numberAt(fall, n)] : []),
      ...(isNear ? [numberAt(first, n) - numberAt(last, n - 1)] : []),
    ]
    if (changes.length === 0) return Number.NaN
    if (comparison === 'absolute_change') return Math.max(...changes.map(Math.abs))
    return comparator.startsWith('less') ? Math.min(...changes) : Math.max(...changes)
  })

/** Time (ms) a step with readings speaks for: as long as a reading does, where one usually comes per step. */
const validityOfBins = ({ index }: BinnedReadings, { step }: Grid): number => {
  const gaps = index.slice(1).map((next, n) => (next - numberAt(index, n)) * step)
  return validityOf(gaps.toSorted((a, b) => a - b)[Math.floor((gaps.length - 1) / 2)] ?? step)
}

/** Number of evaluations of a rule in a step: one each minute, or one with each message. */
export const evaluationsPerStep = (rule: Condition, { count }: BinnedReadings, { step }: Grid): number =>
  rule.calculation_minutes > 0 ? step / MINUTE_MS : count.reduce((sum, one) => sum + one, 0) / Math.max(1, count.length)

/**
 * Steps of which a rule that looks at each message has heard something, as 1: the ones with readings, and while they
 * hold.
 */
export const heardSteps = (bins: BinnedReadings, grid: Grid): Uint8Array => {
  const steps = new Uint8Array(grid.count)
  const held = Math.max(1, Math.round(validityOfBins(bins, grid) / grid.step))
  for (const index of bins.index) steps.fill(1, index, Math.min(index + held, grid.count))
  return steps
}

/** Sums up to each bin, so that any window costs the same. */
const sumsOf = (values: readonly number[]): Float64Array => {
  const sums = new Float64Array(values.length + 1)
  let sum = 0
  values.forEach((value, n) => {
    sum += value
    sums[n + 1] = sum
  })
  return sums
}

const sumOver = (sums: Float64Array, from: number, until: number): number =>
  (sums[until] ?? Number.NaN) - (sums[from] ?? Number.NaN)

const windowNumbers = (
  rule: Condition,
  bins: BinnedReadings,
  grid: Grid,
  window: number,
  validity: number,
  numbers: Float64Array,
): void => {
  const { index, mean } = bins
  const gaps = index.slice(1).map((next, n) => (next - numberAt(index, n)) * grid.step)
  const weights = index.map((_, n) => Math.min(gaps[n] ?? validity, validity))
  const parts = mean.map(one => meanPartsOf(bins.averaging ?? 'arithmetic', one))
  const sumsOfPart = (part: 0 | 1) => sumsOf(weights.map((weight, n) => weight * (parts[n]?.[part] ?? 0)))
  const [covered, weighted] = [sumsOf(weights), [sumsOfPart(0), sumsOfPart(1)] as const]
  const half = (window * grid.step) / 2
  const measure = measureOf(rule, bins, grid, weighted, validity)
  let [from, until] = [0, 0]
  for (let step = 0; step < grid.count; step++) {
    while ((index[until] ?? Number.NaN) <= step) until++
    while (from < until && (index[from] ?? Number.NaN) <= step - window) from++
    if (from === until) continue
    const last = until - 1
    // The newest one speaks until the end of the window at most.
    const lastWeight = Math.min((step + 1 - (index[last] ?? Number.NaN)) * grid.step, validity)
    const sum = sumOver(covered, from, last) + lastWeight
    if (sum >= half) numbers[step] = measure(from, until, lastWeight, sum, half)
  }
}

type Measure = (from: number, until: number, lastWeight: number, covered: number, half: number) => number

/** Sums of the two parts of each mean (./mean.ts), by weight. */
type Weighted = readonly [Float64Array, Float64Array]

const averageOf = ({ mean, averaging = 'arithmetic' }: BinnedReadings, weighted: Weighted): Measure => {
  return (from, until, lastWeight, covered) => {
    const last = meanPartsOf(averaging, mean[until - 1] ?? Number.NaN)
    const part = (at: 0 | 1) => (sumOver(weighted[at], from, until - 1) + lastWeight * last[at]) / covered
    return valueOfParts(averaging, [part(0), part(1)]) ?? Number.NaN
  }
}

const measureOf = (
  rule: Condition,
  bins: BinnedReadings,
  grid: Grid,
  weighted: Weighted,
  validity: number,
): Measure => {
  if (rule.comparison === 'difference')
    return (from, until) => numberAt(bins.last, until - 1) - numberAt(bins.first, from)
  if (rule.comparison === 'absolute_change') {
    const changes = changesOf(rule, bins, validity, grid.step)
    return (_, until) => numberAt(changes, until - 1)
  }
  switch (rule.calculation) {
    case 'average':
      return averageOf(bins, weighted)
    case 'minimum':
      return extremeOf(bins.minimum, (a, b) => a <= b)
    case 'maximum':
      return extremeOf(bins.maximum, (a, b) => a >= b)
    case 'count': {
      const counts = sumsOf(bins.count)
      return (from, until) => sumOver(counts, from, until)
    }
    case 'derivative':
      return slopes(bins, grid)
  }
}

/** The extreme of a window that only moves on: those that can still become it wait in order. */
const extremeOf = (values: readonly number[], wins: (a: number, b: number) => boolean): Measure => {
  const waiting: number[] = []
  const valueAt = (place: number): number => values[waiting[place] ?? values.length] ?? Number.NaN
  let [head, seen] = [0, 0]
  return (from, until) => {
    for (; seen < until; seen++) {
      const value = values[seen] ?? Number.NaN
      while (waiting.length > head && wins(value, valueAt(waiting.length - 1))) waiting.pop()
      waiting.push(seen)
    }
    while ((waiting[head] ?? from) < from) head++
    return valueAt(head)
  }
}

const slopes = ({ index, mean }: BinnedReadings, { step }: Grid): Measure => {
  const hours = index.map(one => (one * step) / HOUR_MS)
  const [t, x] = [sumsOf(hours), sumsOf(mean)]
  const [tt, tx] = [sumsOf(hours.map(hour => hour * hour)), sumsOf(hours.map((hour, n) => hour * numberAt(mean, n)))]
  return (from, until, _, __, half) => {
    const n = until - from
    const span = (numberAt(index, until - 1) - numberAt(index, from)) * step
    if (n < 3 || span < half) return Number.NaN
    const spread = sumOver(tt, from, until) - sumOver(t, from, until) ** 2 / n
    return (sumOver(tx, from, until) - (sumOver(t, from, until) * sumOver(x, from, until)) / n) / spread
  }
}

/** Number of that one of several measurements which goes furthest at each step; NaN where none can tell. */
export const furthest = (rule: Condition, all: readonly Float64Array[]): Float64Array => {
  const [first, ...others] = all
  if (!first || others.length === 0) return first ?? new Float64Array()
  const far = (number: number) =>
    rule.comparator === 'equal' ? -Math.abs(number - rule.threshold_value) : excessOf(rule, number)
  return first.map((number, step) =>
    others.reduce((worst, one) => {
      const other = one[step] ?? Number.NaN
      return Number.isNaN(worst) || far(other) > far(worst) ? other : worst
    }, number),
  )
}

export interface Episode {
  from: number
  /** End (epoch ms); null while it would still be firing. */
  until: number | null
  worst: number
  /** State of the watch just before it was over, or at the end of the grid. */
  state: WatchState
}

/**
 * Episodes in which a rule would have fired, by the numbers at the steps of a grid: the same states as live. Steps that
 * `isWatched` leaves out are not evaluated. A step stands for `perStep` evaluations.
 */
export const episodesOf = (
  rule: Pick<AlertRule, 'comparator' | 'threshold_value' | 'clear_value' | 'times' | 'calculation_minutes'>,
  numbers: Float64Array,
  grid: Grid,
  isWatched: (step: number) => boolean,
  perStep: number,
): Episode[] => {
  const inSteps = { ...rule, times: Math.ceil(rule.times / perStep) }
  const episodes: Episode[] = []
  let state: WatchState = IDLE
  for (let step = 0; step < numbers.length; step++) {
    const number = numbers[step] ?? Number.NaN
    // Most steps: nothing to tell, and nothing that could be over.
    if (Number.isNaN(number) || !isWatched(step)) continue
    const verdict = verdictOf(rule, number)
    if (state.phase === 'idle' && verdict !== 'holds') continue
    const before = state
    const next = nextState(inSteps, state, { at: endOf(grid, step), verdict, value: number }, true)
    state = next.state
    if (next.event === 'resolved') episodes.push(episodeOf(before, state.evaluated))
  }
  if (state.phase === 'firing') episodes.push(episodeOf(state, null))
  return episodes
}

const episodeOf = (state: WatchState, until: number | null): Episode => ({
  from: state.told?.at ?? state.evaluated,
  until,
  worst: state.worst?.value ?? Number.NaN,
  state,
})
