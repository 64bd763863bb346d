import { BOM, type CsvValue, csvLine, signsOf } from '#shared/rules/formats/csv.ts'
import { roundTo } from '#shared/rules/ingest/value.ts'
import { inOrderOfCharts, type PeriodMean } from '#shared/rules/science/period-means.ts'
import { dateTimeAt, localDateAt, zonedAt } from '#shared/rules/time/local-time.ts'
import type { AreaFacts, ReportFacts } from './facts.ts'
import { paperWords } from './words.ts'

type Definition = PeriodMean['definition']
/** Lowest, mean and highest value. */
type Values = readonly [number | null, number | null, number | null]

const NOTHING: Values = [null, null, null]

/**
 * Values of a report as CSV, to the digits of the paper: a row for each hour or day of each area as its table has them, or
 * one for the whole period of each area where it has none. Times are those of the place.
 */
export const valuesCsv = ({ content, areas }: ReportFacts): string => {
  const { language, rows } = content
  const words = paperWords(language)
  const signs = signsOf({}, language)
  const definitions = measuredIn(areas)
  const line = (values: readonly CsvValue[]) => csvLine(values, signs)
  const head = [
    words.areas.location,
    words.areas.area,
    words.csv.time_zone,
    ...(rows === 'none' ? [words.csv.from, words.csv.until] : [words.rows.time[rows]]),
    ...definitions.flatMap(({ type }) =>
      [words.table.min, words.table.mean, words.table.max].map(statistic =>
        [type.name, statistic, type.unit].filter(Boolean).join(', '),
      ),
    ),
  ]
  const rowOf = (area: AreaFacts, times: readonly string[], valuesOf: (definition: Definition) => Values) =>
    line([
      area.area.location_name,
      area.area.area_name,
      area.area.time_zone,
      ...times,
      ...definitions.flatMap(definition =>
        valuesOf(definition).map(value => (value === null ? null : roundTo(value, definition.quantity.decimals))),
      ),
    ])
  const period = ({ area: { time_zone } }: AreaFacts) => [
    dateTimeAt(content.from, time_zone),
    dateTimeAt(content.until - 1, time_zone),
  ]
  // Hours carry the offset of the clocks, as in the export of data: so the doubled hour of autumn stays unique.
  const timeOf = (time: number, zone: string): string =>
    rows === 'day' ? localDateAt(time, zone) : zonedAt(time, zone).toString({ timeZoneName: 'never' })
  const rowsOf = (area: AreaFacts): string[] => {
    if (rows === 'none') return [rowOf(area, period(area), definition => meansOf(area, definition))]
    const known = Object.values(area.steps).flatMap(({ steps }) => steps?.time ?? [])
    const times = [...new Set(known)].sort((a, b) => a - b)
    const indexes = indexesOf(area)
    return times.map(time =>
      rowOf(area, [timeOf(time, area.area.time_zone)], ({ type }) => {
        const steps = area.steps[type.abbreviation]?.steps
        const index = indexes.get(type.abbreviation)?.get(time)
        if (!steps || index === undefined) return NOTHING
        return [steps.min[index] ?? null, steps.mean[index] ?? null, steps.max[index] ?? null]
      }),
    )
  }
  return [BOM, line(head), ...areas.flatMap(rowsOf)].join('')
}

/** Measurements of all areas, each once, in the order of the charts. */
const measuredIn = (areas: readonly AreaFacts[]): Definition[] => {
  const all = new Map(areas.flatMap(({ means }) => means.map(one => [one.definition.type.abbreviation, one] as const)))
  return [...all.values()].sort(inOrderOfCharts).map(({ definition }) => definition)
}

const meansOf = ({ means }: AreaFacts, { type }: Definition): Values => {
  const found = means.find(({ definition }) => definition.type.abbreviation === type.abbreviation)
  return found ? [found.low, found.mean, found.high] : NOTHING
}

/** Places of the steps of each measurement, by their time. */
const indexesOf = ({ steps }: AreaFacts): Map<string, Map<number, number>> =>
  new Map(
    Object.entries(steps).map(([key, { steps: of }]) => [
      key,
      new Map((of?.time ?? []).map((time, index) => [time, index])),
    ]),
  )
