import type { AlertRule } from '../../contract/alerts/alert-rules.ts'
import { numberAt } from '../collections/elements.ts'
import { type Averaging, meanOf } from '../science/mean.ts'
import { zonedAt } from '../time/local-time.ts'
import { HOUR_MS, MINUTE_MS } from '../time/units.ts'

/** Part of a rule that turns readings into a verdict. */
export type Condition = Pick<
  AlertRule,
  'calculation' | 'comparison' | 'comparator' | 'threshold_value' | 'clear_value' | 'calculation_minutes'
>

export interface Reading {
  /** Epoch ms. */
  time: number
  value: number
}

/** The readings of one measurement in from ≤ t < until, summed up. */
export interface Window {
  count: number
  first: Reading
  last: Reading
  /** The reading before the last one. */
  previous: Reading | null
  minimum: number
  maximum: number
  /** Mean weighted by time; null where directions cancel out. */
  mean: number | null
  /** Milliseconds the readings speak for. */
  covered: number
  /** Least-squares slope per hour; null with fewer than three readings. */
  slope: number | null
}

/** Longest time a reading speaks for, unless the device itself sends more seldom. */
export const LONGEST_HOLD = 30 * MINUTE_MS

/** Time (ms) a reading holds at most where the next is usually `interval` ms later (science §5). */
export const validityOf = (interval: number): number => Math.max(Math.min(3 * interval, LONGEST_HOLD), interval)

/** The lower of the two in the middle. */
const medianOf = (values: readonly number[]): number | undefined =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)]

/**
 * Sums up readings, sorted by time, of a window that ends at `until` (epoch ms). `interval` (ms) stands in for the one
 * observed while there is only one reading. Null without any.
 */
export const readingWindowOf = (
  readings: readonly Reading[],
  until: number,
  interval: number,
  averaging: Averaging = 'arithmetic',
): Window | null => {
  const [first, last] = [readings[0], readings.at(-1)]
  if (!first || !last) return null
  const lengths = readings.map((reading, index) => (readings[index + 1]?.time ?? until) - reading.time)
  const validity = validityOf(medianOf(lengths.slice(0, -1)) ?? interval)
  const weights = lengths.map(length => Math.min(length, validity))
  const covered = sum(weights)
  const values = readings.map(({ value }) => value)
  return {
    count: readings.length,
    first,
    last,
    previous: readings.at(-2) ?? null,
    minimum: values.reduce((least, value) => Math.min(least, value)),
    maximum: values.reduce((most, value) => Math.max(most, value)),
    mean: covered > 0 ? meanOf(averaging, values, weights) : last.value,
    covered,
    slope: slopeOf(readings),
  }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

const slopeOf = (readings: readonly Reading[]): number | null => {
  if (readings.length < 3) return null
  const origin = readings[0]?.time ?? 0
  const hours = readings.map(({ time }) => (time - origin) / HOUR_MS)
  const [meanHour, meanValue] = [sum(hours) / hours.length, sum(readings.map(one => one.value)) / readings.length]
  const spread = sum(hours.map(hour => (hour - meanHour) ** 2))
  const together = readings.map(({ value }, index) => (numberAt(hours, index) - meanHour) * (value - meanValue))
  return spread > 0 ? sum(together) / spread : null
}

/**
 * The number a rule compares (science §5), in the unit of the quantity, per hour for a derivative; null where less than
 * half of the window is covered, so that nobody can tell.
 */
export const numberOf = (rule: Condition, window: Window | null): number | null => {
  const length = rule.calculation_minutes * MINUTE_MS
  if (!window || window.covered < length / 2) return null
  if (rule.comparison === 'difference') return window.last.value - window.first.value
  if (rule.comparison === 'absolute_change')
    return window.previous ? Math.abs(window.last.value - window.previous.value) : null
  switch (rule.calculation) {
    case 'minimum':
      return window.minimum
    case 'maximum':
      return window.maximum
    case 'average':
      return window.mean
    case 'count':
      return window.count
    case 'derivative':
      return window.last.time - window.first.time >= length / 2 ? window.slope : null
  }
}

/** The number of a direct rule for one reading; null where the one before is needed and missing, or a gap lies between. */
export const directNumberOf = (
  rule: Condition,
  reading: Reading,
  previous: Reading | null,
  interval: number,
): number | null => {
  if (rule.comparison === 'value') return reading.value
  if (!previous || reading.time - previous.time > validityOf(interval)) return null
  const change = reading.value - previous.value
  return rule.comparison === 'difference' ? change : Math.abs(change)
}

type Edge = Pick<Condition, 'comparator' | 'threshold_value' | 'clear_value'>

/** Tells whether two numbers are the same but for the last digits, in which adding an offset leaves traces. */
const isSame = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b))

const isBeyond = (value: number, comparator: Edge['comparator'], threshold: number): boolean => {
  if (isSame(value, threshold)) return comparator !== 'less' && comparator !== 'greater'
  if (comparator === 'equal') return false
  return comparator.startsWith('greater') ? value > threshold : value < threshold
}

/**
 * Verdict on a number. Unknown: too little was measured. Between: no longer beyond the threshold, but not back beyond
 * the clear value either.
 */
export type RuleVerdict = 'holds' | 'between' | 'clears' | 'unknown'

export const verdictOf = (rule: Edge, number: number | null): RuleVerdict => {
  if (number === null) return 'unknown'
  if (isBeyond(number, rule.comparator, rule.threshold_value)) return 'holds'
  if (rule.comparator === 'equal' || rule.clear_value === null) return 'clears'
  return isBeyond(number, rule.comparator, rule.clear_value) ? 'between' : 'clears'
}

/**
 * Distance of a number beyond the threshold, in the direction of the rule; negative on the good side, 0 for `equal`.
 */
export const excessOf = (rule: Pick<Edge, 'comparator' | 'threshold_value'>, number: number): number => {
  if (rule.comparator === 'equal') return 0
  return rule.comparator.startsWith('greater') ? number - rule.threshold_value : rule.threshold_value - number
}

export interface Judged {
  verdict: RuleVerdict
  /** The measurement that went furthest; null where none can tell. */
  measurement: string | null
  number: number | null
}

/**
 * Judges all measurements of a device that share the quantity as one: the verdict holds as soon as one holds, and
 * clears when all that can tell clear. What fired for `firing` is not over while that measurement cannot tell.
 */
export const judge = (
  rule: Edge,
  numbers: readonly { measurement: string; number: number | null }[],
  firing: string | null,
): Judged => {
  const told = numbers.flatMap(({ measurement, number }) =>
    number === null ? [] : [{ measurement, number, verdict: verdictOf(rule, number) }],
  )
  const [furthest] = told.toSorted((a, b) => excessOf(rule, b.number) - excessOf(rule, a.number))
  const holding = told.filter(one => one.verdict === 'holds')
  const worst = holding.find(one => one === furthest) ?? holding[0]
  if (worst) return worst
  const isMissing = firing !== null && !told.some(one => one.measurement === firing)
  if (!furthest || isMissing) return { verdict: 'unknown', measurement: null, number: null }
  return { ...furthest, verdict: told.some(one => one.verdict === 'between') ? 'between' : 'clears' }
}

/**
 * The edge of comfort as threshold: the lower one for what is less, the upper one for what is greater. The way back to the
 * clear value stays as long as it was. The rule itself where comfort has no such edge.
 */
export const edgeByAge = <Rule extends Edge>(
  rule: Rule,
  { low_value, high_value }: { low_value: number | null; high_value: number | null },
): Rule => {
  const edge = rule.comparator.startsWith('less') ? low_value : high_value
  if (edge === null || rule.comparator === 'equal') return rule
  const { threshold_value, clear_value } = rule
  const clear = clear_value === null ? null : Number((clear_value + edge - threshold_value).toPrecision(12))
  return { ...rule, threshold_value: edge, clear_value: clear }
}

/** Hour (0 to 23) and month (1 to 12) on the wall. */
export interface LocalMoment {
  hour: number
  month: number
}

export const localMomentOf = (time: number, zone: string): LocalMoment => {
  const { hour, month } = zonedAt(time, zone)
  return { hour, month }
}

/** The day on the wall, `2025-02-01`. */
export const localDayOf = (time: number, zone: string): string => zonedAt(time, zone).toPlainDate().toString()

/** Tells whether a moment lies in hours or months that a rule leaves out: nothing is evaluated then. */
export const isExcluded = (rule: Pick<AlertRule, 'exclude_hours' | 'exclude_months'>, at: LocalMoment): boolean =>
  rule.exclude_hours.includes(at.hour) || rule.exclude_months.includes(at.month)

/** Five thresholds around a rule's own, in steps that are easy to read: 1, 2 or 5 times a power of ten, a tenth of it at most. */
export const thresholdsAround = (threshold: number, spread: number): number[] => {
  const size = Math.abs(threshold) / 10 || spread / 10 || 1
  const power = 10 ** Math.floor(Math.log10(size))
  const step = ([5, 2, 1].find(one => one * power <= size * (1 + 1e-9)) ?? 1) * power
  return [-2, -1, 0, 1, 2].map(n => Number((threshold + n * step).toPrecision(12)))
}
