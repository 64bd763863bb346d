import { valueTicks } from './ticks.ts'

const AIR = 0.1
/** Room for a line that never changes, as a share of its value. */
const FLAT = 0.05
/** Room above the limit for its word. */
const HEADROOM = 1.12

export interface Scale {
  min: number
  max: number
  /** Interval between two ticks. */
  interval: number
}

/** Everything that a value axis has to show. */
export interface ScaleContent {
  values: readonly (number | null)[]
  /** Comfort, and what else must be seen. */
  marks: readonly (number | null)[]
  limit: number | null
  /** Gases, dust, light and weight are read from zero. */
  fromZero: boolean
  /** The physical end of the scale, as 100 for a share. */
  ceiling: number | null
}

const isNumber = (value: number | null): value is number => value !== null

/** Ends and ticks of a value axis: round numbers around all that is drawn, with air. */
export const scaleAround = ({ limit, fromZero, ceiling, ...content }: ScaleContent): Scale => {
  const values = content.values.filter(isNumber)
  const marks = [...content.marks, limit].filter(isNumber)
  const [low, high] = [smallest(values), largest(values)]
  if (!Number.isFinite(low)) return { min: 0, max: 1, interval: 1 }
  const top = (limit ?? 0) > 0 ? (limit ?? 0) * HEADROOM : Number.NEGATIVE_INFINITY
  if (fromZero && low >= 0) return valueTicks(0, Math.max(high, top, ...marks) || 1)
  const [least, most] = [Math.min(low, ...marks), Math.max(high, ...marks)]
  const air = (most - least) * AIR || Math.abs(high) * FLAT || 1
  const scale = valueTicks(least - air, Math.max(most + air, top))
  return ceiling === null ? scale : { ...scale, max: Math.min(scale.max, Math.max(ceiling, high)) }
}

const smallest = (values: readonly number[]): number =>
  values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY)
const largest = (values: readonly number[]): number =>
  values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY)
