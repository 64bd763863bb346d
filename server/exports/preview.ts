import {
  EXPORT_FORMATS,
  type ExportFormat,
  type ExportPreview,
  MAX_VALUES,
  type Remedy,
} from '#shared/contract/measurements/exports.ts'
import { recordOf } from '#shared/rules/collections/keys.ts'
import { EXPORT_STEPS } from '#shared/rules/science/averaging.ts'
import type { Series } from '../kit/database/series.ts'
import { measurementTypeOf } from '../taxonomy/types.ts'
import { csvHead, wantedLines } from './formats/csv.ts'
import { columnTitle, PLACE_COLUMNS, placeCellsOf } from './formats/names.ts'
import { estimate } from './making/counting.ts'
import { type ExportPlan, isByHours } from './making/plan.ts'
import { readSlice } from './making/reading.ts'
import { slicesOf } from './making/slices.ts'

/** Bytes of a row and of a value, about, as measured on months of a farm. */
const BYTES: Record<ExportFormat, { row: number; value: number }> = {
  csv: { row: 62, value: 5 },
  xlsx: { row: 14, value: 4 },
  parquet: { row: 2, value: 1.6 },
  json: { row: 14, value: 6 },
}
const LINES = 3
const SHORTER = [365, 180, 90, 30, 7]

/** Tells what a file would hold, without making it. */
export const previewOf = async (series: Series, plan: ExportPlan): Promise<ExportPreview> => ({
  from: new Date(plan.from).toISOString(),
  until: new Date(plan.until).toISOString(),
  time_zone: plan.zone,
  days: plan.days,
  step_seconds: plan.step,
  ...(isByHours(plan.intervals, plan.aloneUntil) ? { hours_alone_until: new Date(plan.aloneUntil).toISOString() } : {}),
  rows: plan.rows,
  values: plan.values,
  most_values: MAX_VALUES,
  remedies: plan.values > MAX_VALUES ? remediesOf(plan) : [],
  measurements: plan.present,
  sizes: recordOf(EXPORT_FORMATS, format =>
    Math.round(plan.rows * BYTES[format].row + plan.values * BYTES[format].value),
  ),
  head: [headOf(plan), ...(await firstRows(series, plan))],
})

const headOf = (plan: ExportPlan): string[] => {
  const names: Record<ExportFormat, string[]> = {
    csv: csvHead(plan),
    xlsx: ['time', 'utc_offset', ...PLACE_COLUMNS, ...plan.keys.map(key => columnTitle(key, plan.language))],
    parquet: ['time', 'utc_offset_minutes', ...csvHead(plan).slice(1)],
    json: ['time', ...PLACE_COLUMNS, ...plan.keys],
  }
  return names[plan.input.format]
}

/** The time as each format has it: with its offset, beside it, or as a number. */
const timeCells: Record<ExportFormat, (time: string) => string[]> = {
  csv: time => [time],
  xlsx: time => [time.slice(0, 19).replace('T', ' '), time.slice(-6)],
  parquet: time => [
    new Date(time).toISOString(),
    String(Number(time.slice(-6, -3)) * 60 + Number(time.slice(-6, -5) + time.slice(-2))),
  ],
  json: time => [String(Date.parse(time))],
}

const TAB = '\t'

/** Cells of the first rows, as a program reads them from the file. */
const firstRows = async (series: Series, plan: ExportPlan): Promise<string[][]> => {
  const [slice] = slicesOf(plan)
  if (!slice) return []
  const decimal = plan.input.format === 'csv' ? plan.input.decimal : plan.input.format === 'xlsx' ? undefined : 'point'
  const tabbed: ExportPlan = { ...plan, input: { ...plan.input, separator: 'tab', decimal } }
  const wanted = wantedLines(tabbed, slice)
  const bytes = await readSlice(series, tabbed, slice, { ...wanted, limit: LINES }, AbortSignal.timeout(10_000))
  const lines = bytes.toString().split('\r\n')
  return lines
    .filter(line => line !== '')
    .map(line => line.split(TAB))
    .map(([time = '', ...rest]) => [
      ...timeCells[plan.input.format](time),
      ...placeCellsOf(slice.interval),
      ...rest.slice(-plan.keys.length),
    ])
}

/** Remedies that make it fit, the least loss first: longer means, fewer measurements, fewer days. */
const remediesOf = (plan: ExportPlan): Remedy[] => {
  const longer = EXPORT_STEPS.filter(step => step > (plan.step ?? 0)).map(step => ({
    step_seconds: step,
    values: estimate(plan.counted, step).values,
  }))
  const shorter = SHORTER.filter(days => days < plan.days).map(days => ({
    days,
    values: estimate(plan.counted, plan.step, days / plan.days).values,
  }))
  const fits = ({ values }: Remedy) => values <= MAX_VALUES
  return [longer.find(fits), fewerOf(plan), shorter.find(fits)].filter(one => one !== undefined)
}

/** Leaves out whole chart groups, those with the most values first. */
const fewerOf = (plan: ExportPlan): Remedy | undefined => {
  const groups = [...Map.groupBy(plan.counted, ({ key }) => measurementTypeOf(key)?.chart_group ?? key).values()]
  const sized = groups.map(of => ({ of, values: estimate(of, plan.step).values })).sort((a, b) => b.values - a.values)
  let values = plan.values
  const without: string[] = []
  for (const group of sized.slice(0, -1)) {
    values -= group.values
    without.push(...new Set(group.of.map(({ key }) => key)))
    if (values <= MAX_VALUES) return { values, without }
  }
  return undefined
}
