import type { Frame } from '../../shared/contract/measurements.ts'
import { bridged } from '../../shared/rules/bridge.ts'

/** What is drawn beside what is: nothing, the period before, the same a year ago, the weather, or another device's same period. */
export type Comparison = 'none' | 'previous' | 'year' | 'outdoors' | number

/** As the address keeps it: `previous`, `year`, `outdoors`, or a device's id. */
export const comparisonOf = (text: string | undefined): Comparison => {
  if (text === 'previous' || text === 'year' || text === 'outdoors') return text
  return /^[1-9]\d{0,9}$/.test(text ?? '') ? Number(text) : 'none'
}

/** `other` step by step beside `frame`: by the same moment, or by place where it is another period of the same length. */
export const alignedTo = (frame: Frame, other: Frame | null): Frame | null => {
  if (!other || other.from !== frame.from || sameTimes(frame.time, other.time)) return other
  const at = new Map(other.time.map((time, index) => [time, index]))
  const places = frame.time.map(time => at.get(time))
  const column = <Value>(values: readonly Value[], none: Value) =>
    places.map(index => (index === undefined ? none : (values[index] as Value)))
  const series = Object.fromEntries(
    Object.entries(other.series).map(([key, columns]) => [
      key,
      {
        ...columns,
        min: column(columns.min, null),
        mean: column(columns.mean, null),
        max: column(columns.max, null),
        count: column(columns.count, 0),
      },
    ]),
  )
  return { ...other, time: frame.time, series }
}

const sameTimes = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((time, index) => time === b[index])

/** What a measurement indoors is outdoors. */
const outdoorKeyOf = (key: string): string | null => {
  if (/^(t|t_\d|temp_deg_c)$/.test(key)) return 'weather_t'
  if (key === 'h' || key === 'rv_perc') return 'weather_h'
  return key === 'p' ? 'weather_p' : null
}

export const hasOutdoors = (frame: Frame): boolean => Object.keys(frame.series).some(key => key.startsWith('weather_'))

/** The weather of a frame, under the names of what is measured indoors; null where it has none. */
export const outdoorsOf = (frame: Frame): Frame | null => {
  const series = Object.keys(frame.series).flatMap(key => {
    const outdoors = frame.series[outdoorKeyOf(key) ?? '']
    return outdoors ? [[key, { ...outdoors, mean: bridged(frame.time, outdoors.mean) }] as const] : []
  })
  return series.length === 0 ? null : { ...frame, series: Object.fromEntries(series) }
}
