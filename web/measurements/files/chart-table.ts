import type { Frame, SeriesAnswer } from '#shared/contract/measurements/measurements.ts'
import { stepCoverage } from '#shared/rules/ingest/frame.ts'
import { roundTo } from '#shared/rules/ingest/value.ts'
import type { MeasurementDefinition } from '#shared/rules/science/measurement-definition.ts'
import type { Chart } from '../chart-cards/groups.ts'
import { offsetAt } from '../period/wall-clock.ts'

export interface ChartTable {
  columns: { head: string; decimals: number }[]
  /** A step a row: when it began (epoch ms), how far its clocks are from UTC (ms), and its values. */
  rows: { time: number; offset: number; values: (number | null)[] }[]
}

export interface TableWords {
  min: string
  mean: string
  max: string
  readings: string
  coverage: string
  /** Name of what it is compared with. */
  before: string
}

/** The numbers of a chart as they are shown: the same steps and the same decimals, up to `now` (epoch ms). */
export const chartTable = (
  chart: Chart,
  frame: SeriesAnswer,
  compare: Frame | null,
  words: TableWords,
  now: number,
): ChartTable => {
  const until = Date.parse(frame.until)
  const all = [...chart.measured, ...chart.setPoints].map(definition => columnsOf(definition, frame, compare, words))
  const rows = frame.time.flatMap((time, index) => {
    if (time > now) return []
    const length = Math.min(frame.time[index + 1] ?? until, until, now) - time
    const values = all.flatMap(columns => columns.map(({ valueAt }) => valueAt(index, length / 1000)))
    return [{ time, offset: offsetAt(time, frame.time_zone), values }]
  })
  return { columns: all.flat().map(({ head, decimals }) => ({ head, decimals })), rows }
}

interface Column {
  head: string
  decimals: number
  valueAt: (index: number, seconds: number) => number | null
}

const columnsOf = (
  { type, quantity: { decimals, unit } }: MeasurementDefinition,
  frame: SeriesAnswer,
  compare: Frame | null,
  words: TableWords,
): Column[] => {
  const series = frame.series[type.abbreviation]
  const before = compare?.series[type.abbreviation]?.mean
  const name = unit ? `${type.name} (${unit})` : type.name
  const column = (word: string, values: readonly (number | null)[] | undefined): Column => ({
    head: `${name}, ${word}`,
    decimals,
    valueAt: index => {
      const value = values?.[index] ?? null
      return value === null ? null : roundTo(value, decimals)
    },
  })
  const countAt = (index: number) => series?.count[index] ?? 0
  return [
    column(words.min, series?.min),
    column(words.mean, series?.mean),
    column(words.max, series?.max),
    { head: `${type.name}, ${words.readings}`, decimals: 0, valueAt: countAt },
    {
      head: `${type.name}, ${words.coverage}`,
      decimals: 0,
      valueAt: (index, seconds) => {
        const share =
          series?.present?.[index] ?? stepCoverage(countAt(index), series?.interval_seconds ?? null, seconds)
        return share === null ? null : roundTo(share * 100, 0)
      },
    },
    ...(before ? [column(words.before, before)] : []),
  ]
}
