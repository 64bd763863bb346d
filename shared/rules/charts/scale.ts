import { type Formats, keptDifference, keptNumber, shownDifference, shownNumber } from '../formats/formats.ts'
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

/** Unit in which the values of an axis are kept, and whether they are differences: changes of a temperature have no 32. */
export interface AxisUnit {
  unit: string
  isDifference?: boolean | undefined
}

/** The number shown for a value of an axis, without the noise of binary fractions. */
export const shownOn = ({ unit, isDifference }: AxisUnit, value: number, formats: Formats): number =>
  (isDifference ? shownDifference : shownNumber)(value, unit, formats)

/** The value to keep for a number of an axis as it is shown. */
export const keptOn = ({ unit, isDifference }: AxisUnit, shown: number, formats: Formats): number =>
  (isDifference ? keptDifference : keptNumber)(shown, unit, formats)

/** A scale whose ends and ticks are round in the unit of whoever reads it, in values as they are kept. */
const inKeptUnit = (make: (shown: (value: number) => number) => Scale, axis: AxisUnit, formats: Formats): Scale => {
  const shown = (value: number): number => shownOn(axis, value, formats)
  const [zero, factor] = [shown(0), shownDifference(1, axis.unit, formats)]
  const scale = make(shown)
  if (zero === 0 && factor === 1) return scale
  return {
    min: (scale.min - zero) / factor,
    max: (scale.max - zero) / factor,
    interval: scale.interval / factor,
  }
}

/** `scaleAround` with ticks that are round as whoever looks reads them. */
export const shownScaleAround = (content: ScaleContent, axis: AxisUnit, formats: Formats): Scale =>
  inKeptUnit(
    shown => {
      const each = (values: readonly (number | null)[]) => values.map(value => (value === null ? null : shown(value)))
      const limit = content.limit === null ? null : shown(content.limit)
      return scaleAround({ ...content, values: each(content.values), marks: each(content.marks), limit })
    },
    axis,
    formats,
  )

/** `valueTicks` with ticks that are round as whoever looks reads them. */
export const shownTicks = (min: number, max: number, axis: AxisUnit, formats: Formats, most?: number): Scale =>
  inKeptUnit(shown => valueTicks(shown(min), shown(max), most), axis, formats)

const smallest = (values: readonly number[]): number =>
  values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY)
const largest = (values: readonly number[]): number =>
  values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY)
