import type { Frame } from '#shared/contract/measurements/measurements.ts'
import { interpolated } from '#shared/rules/time/interpolate.ts'
import { wallTimesOf } from '../period/wall-clock.ts'

/**
 * Comparison drawn beside what is: nothing, the period before, the same a year ago, the weather, or another device's
 * same period.
 */
export type Comparison = 'none' | 'previous' | 'year' | 'outdoors' | number

/** Comparison that stands there until another is chosen, as on the dials. */
const USUAL: Comparison = 'previous'

/** Comparison as the address keeps it: `none`, `year`, `outdoors`, or a device's id; without any the usual one. */
export const comparisonOf = (text: string | undefined): Comparison => {
  if (text === 'none' || text === 'year' || text === 'outdoors') return text
  return /^[1-9]\d{0,9}$/.test(text ?? '') ? Number(text) : USUAL
}

/** The same the other way. */
export const comparisonText = (comparison: Comparison): string | undefined =>
  comparison === USUAL ? undefined : String(comparison)

/** Frames laid beside a period already, with its steps, so that live messages do not lay them anew. */
const laid = new WeakMap<Frame, { time: readonly number[]; aligned: Frame }>()

/**
 * `other` step by step beside `frame`: by the same moment, or where it is another period by what clocks on a wall showed: on
 * days of 23 and 25 hours noon stands beside noon.
 */
export const alignedTo = (frame: Frame, other: Frame | null): Frame | null => {
  if (!other) return other
  const known = laid.get(other)
  if (known && known.time === frame.time) return known.aligned
  const aligned = other.from === frame.from ? pairedBy(frame, other, times => times) : byWallClock(frame, other)
  laid.set(other, { time: frame.time, aligned })
  return aligned
}

const byWallClock = (frame: Frame, other: Frame): Frame =>
  // Steps of days are days, however long they are.
  pairedBy(frame, other, (times, zone) =>
    frame.step_seconds >= 86_400
      ? times.map(time => Math.round((time - (times[0] ?? 0)) / 86_400_000))
      : wallTimesOf(times, zone),
  )

/** Each step beside the first of `other` that has the same key. */
const pairedBy = (
  frame: Frame,
  other: Frame,
  keysOf: (times: readonly number[], zone: string) => readonly number[],
): Frame => {
  const [keys, otherKeys] = [keysOf(frame.time, frame.time_zone), keysOf(other.time, other.time_zone)]
  if (sameTimes(keys, otherKeys)) return other
  const at = new Map(otherKeys.map((key, index) => [key, index] as const).toReversed())
  const places = keys.map(key => at.get(key))
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

/** Key of the weather for a measurement indoors; null where there is none. */
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
    return outdoors ? [[key, { ...outdoors, mean: interpolated(frame.time, outdoors.mean) }] as const] : []
  })
  return series.length === 0 ? null : { ...frame, series: Object.fromEntries(series) }
}
