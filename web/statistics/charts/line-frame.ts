import type { SeriesColumns } from '#shared/contract/measurements/measurements.ts'
import type { StatisticsAnswer, StepsAnswer } from '#shared/contract/measurements/statistics.ts'
import { DAY_MS, HOUR_MS } from '#shared/rules/time/units.ts'
import { offsetsOf } from '../../measurements/period/wall-clock.ts'

export interface StepsOfArea {
  timeZone: string
  unit: string
  coverage: number
  steps: StepsAnswer
}

/** Steps of several areas over one time, that of the first area's clocks. */
export interface LineFrame {
  frame: { time: number[]; step_seconds: number; from: string; until: string; time_zone: string }
  /** Columns of each area over that time. */
  columns: SeriesColumns[]
  /** Index of the area's own step at each step of the time; -1 where it has none. */
  places: number[][]
}

/** Times of an area as clocks where the first one is would have shown the same: midnight stands over midnight. */
const onClocksOf = (zone: string, { timeZone, steps: { time } }: StepsOfArea): readonly number[] => {
  if (timeZone === zone) return time
  const [own, others] = [offsetsOf(time, timeZone), offsetsOf(time, zone)]
  return time.map((at, index) => at + (own[index] ?? 0) - (others[index] ?? 0))
}

const columnsAt = (
  { unit, coverage, steps }: StepsOfArea,
  places: readonly number[],
  seconds: number,
): SeriesColumns => {
  const column = (values: readonly (number | null)[]) => places.map(place => values[place] ?? null)
  const mean = column(steps.mean)
  return {
    unit,
    mean,
    min: column(steps.min),
    max: column(steps.max),
    // Each missing step is a gap: nothing is drawn over a day that was left out.
    count: places.map((place, index) => (mean[index] === null ? 0 : (steps.bins[place] ?? 0))),
    interval_seconds: seconds / 12,
    coverage,
  }
}

/** Areas as the lines of one chart. Null where there is nothing to draw. */
export const lineFrame = (
  areas: readonly StepsOfArea[],
  { from, until }: Pick<StatisticsAnswer, 'from' | 'until'>,
  step: 'hour' | 'day',
): LineFrame | null => {
  const [first] = areas
  if (!first || areas.every(({ steps }) => steps.mean.every(mean => mean === null))) return null
  const times = areas.map(area => onClocksOf(first.timeZone, area))
  const length = step === 'hour' ? HOUR_MS : DAY_MS
  // An answer has whole days: the hours before a period belong to none of its lines.
  const begins = Date.parse(from) - length
  const time = [...new Set(times.flat())].filter(at => at > begins).sort((a, b) => a - b)
  const places = times.map(own => {
    const at = new Map(own.map((one, index) => [one, index]))
    return time.map(one => at.get(one) ?? -1)
  })
  const [begin = Date.parse(from)] = time
  return {
    frame: {
      time,
      step_seconds: length / 1000,
      from: new Date(Math.min(begin, Date.parse(from))).toISOString(),
      until: new Date(Math.max(Date.parse(until), (time.at(-1) ?? 0) + 1)).toISOString(),
      time_zone: first.timeZone,
    },
    columns: areas.map((area, index) => columnsAt(area, places[index] ?? [], length / 1000)),
    places,
  }
}
