import type { Language } from '#shared/contract/fixed.ts'
import type { Frame, SeriesColumns } from '#shared/contract/measurements/measurements.ts'
import type { AxisUnit } from '#shared/rules/charts/scale.ts'

/** Ways measurements are drawn (specification §5). */
export const CHART_TYPES = ['line', 'bar', 'scatter'] as const
export type ChartType = (typeof CHART_TYPES)[number]

export interface ChartLine {
  key: string
  name: string
  series: SeriesColumns
  /** Means it is compared with, on this frame's time. */
  before: readonly (number | null)[] | null
  /** Place in the palette, where it is not that of the line. */
  slot?: number
  /** True where it is read at the right axis, by `rightAxis`. */
  isRight?: boolean
  /** Belongs to what the others are compared with. */
  isCompared?: boolean
}

/** A value axis: how it begins and ends, and how its ticks are written. */
interface ChartAxis extends AxisUnit {
  /** Gases, dust, light and weight are read from zero. */
  fromZero: boolean
  /** The physical end of the scale, as 100 for a share. */
  ceiling: number | null
}

/** Everything a climate chart shows, whoever draws it. */
export interface ChartSpec extends ChartAxis {
  frame: Pick<Frame, 'time' | 'step_seconds' | 'from' | 'until' | 'time_zone'>
  lines: readonly ChartLine[]
  /** Comfort that moves, as a climate computer wants it; instead of `comfort`. */
  setPoints: readonly ChartLine[]
  /** Comfort that follows the age of the animals, in intervals of time (epoch ms); instead of `comfort`. */
  comfortByAge?: readonly { from: number; until: number; low_value: number | null; high_value: number | null }[]
  /** Epoch ms; after it nothing was to be measured yet. */
  now: number
  comfort: { low: number | null; high: number | null }
  limit: number | null
  limitLabel: string
  clockChangeLabel: string
  /** Moments (epoch ms) that are marked by a line with a name. */
  marks?: readonly { time: number; label: string }[]
  /** Starts of hours (epoch ms) for the labels of the time axis, where the steps themselves fall beside them. */
  hours?: readonly number[]
  /** Values the scale must have room for although the drawing shows nothing there. */
  reach?: readonly number[]
  /** Second axis, of another unit; comfort, limit and ticks of the background are those of the left one. */
  rightAxis?: ChartAxis
  showBand: boolean
  /** Room at the right for the names of the lines, px. */
  right?: number
  type: ChartType
  language: Language
}
