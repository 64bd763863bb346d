import type { ClickHouseSettings } from '@clickhouse/client'
import type { Correction } from '../../shared/rules/calibration.ts'
import type { Segment } from '../../shared/rules/period.ts'
import type { Series } from '../kit/series.ts'
import { correctedValue, instant } from './corrected.ts'
import type { Doubted } from './fault-store.ts'
import { leftOut } from './left-out.ts'

/** device_id, key, time (epoch ms), value, and the import it came with, if it did */
export type MeasurementRow = [number, string, number, number, number?]

/** Stores rows. When it returns they are on the disk. */
export const insertMeasurements = (series: Series, rows: MeasurementRow[]) =>
  series.insert({
    table: 'measurements',
    values: rows,
    format: 'JSONCompactEachRow',
    clickhouse_settings: { input_format_json_compact_allow_variable_number_of_columns: 1 } as ClickHouseSettings,
  })

/** A stretch from ≤ t < until, epoch ms. */
export interface Range {
  from: number
  until: number
}

export interface StepRow {
  /** Index of the part it belongs to. */
  part: number
  key: string
  start: number
  min: number
  mean: number | null
  max: number
  count: number
}

/** A device with the ranges of it that are asked for. */
export interface Source {
  deviceId: number
  ranges: Range[]
}

export interface StepsAsked {
  /** What is summed up apart from each other. A reading is in one of them at most. */
  parts: readonly (readonly Source[])[]
  keys: readonly string[] | undefined
  /** Keys whose values are directions in degrees. */
  directions?: readonly string[]
  step: number
  segments: readonly Segment[]
  corrections: readonly Correction[]
  /** Readings left out. */
  without: readonly Doubted[]
}

/** North is 0 and 360: a mean of directions is that of what points there (science §5), and none where they cancel out. */
const circularMean = (expression: string): string => {
  const [north, east] = ['cos', 'sin'].map(part => `avg(${part}(radians(${expression})))`)
  return `if(hypot(${north}, ${east}) < 0.2, NULL, positiveModulo(degrees(atan2(${east}, ${north})), 360))`
}

/** Minimum, mean, maximum and count of each part, key and local step, calibrated, within the ranges a caller may see. */
export const measurementSteps = async (series: Series, asked: StepsAsked): Promise<StepRow[]> => {
  const parts = asked.parts
    .map((sources, part) => ({ part, condition: sourceCondition(sources.filter(({ ranges }) => ranges.length > 0)) }))
    .filter(({ condition }) => condition !== NOTHING)
  if (parts.length === 0) return []
  const [last, ...others] = parts.toReversed().map(({ part, condition }) => [condition, part] as const)
  const { expression, params } = correctedValue(asked.corrections)
  const left = leftOut(asked.without)
  const plain = `avg(${expression})`
  const mean = asked.directions?.length
    ? `if(key IN {directions: Array(String)}, ${circularMean(expression)}, ${plain})`
    : plain
  const result = await series.query({
    query: `
      SELECT ${others.length ? `multiIf(${[...others.flat(), last?.[1]].join(', ')})` : last?.[1]} AS part, key, ${stepExpression(asked.step, asked.segments)} AS start,
        min(${expression}), ${mean}, max(${expression}), count()
      FROM measurements FINAL
      WHERE (${parts.map(({ condition }) => condition).join(' OR ')})
        ${asked.keys ? 'AND key IN {keys: Array(String)}' : ''}
        ${left.condition}
      GROUP BY part, key, start ORDER BY part, key, start`,
    query_params: { keys: asked.keys ?? [], directions: asked.directions ?? [], ...params, ...left.params },
    format: 'JSONCompactEachRow',
  })
  const rows = await result.json<[number, string, number, number, number | null, number, number]>()
  return rows.map(([part, key, start, min, mean, max, count]) => ({ part, key, start, min, mean, max, count }))
}

/** The same arithmetic as `stepStart` in shared/rules/period.ts. All numbers in it are ours. */
const stepExpression = (step: number, segments: readonly Segment[]): string => {
  const size = step * 1000
  const wall = (offset: number) => `intDiv(ms + (${offset}), ${size}) * ${size}`
  const [first, ...rest] = segments.map(segment => segment.offset)
  const branches = rest.map((offset, index) => {
    const begins = segments[index + 1]?.start as number
    const before = (segments[index] as Segment).offset
    const start = `${wall(offset)} - (${offset})`
    return [`ms >= ${begins}`, `if(${start} >= ${begins}, ${start}, ${wall(offset)} - (${before}))`] as const
  })
  const otherwise = `${wall(first as number)} - (${first})`
  // Later segments are asked first, since each condition only names its beginning.
  const cases = branches.reverse().flat()
  const chosen = cases.length ? `multiIf(${cases.join(', ')}, ${otherwise})` : otherwise
  return chosen.replaceAll(/\bms\b/g, 'toUnixTimestamp64Milli(time)')
}

const NOTHING = '((0))'

/** The readings of sources that have ranges. All numbers in it are ours. */
export const sourceCondition = (sources: readonly Source[]): string =>
  `((${sources.map(({ deviceId, ranges }) => `device_id = ${deviceId} AND (${rangeCondition(ranges)})`).join(') OR (') || '0'}))`

const rangeCondition = (ranges: Range[]): string =>
  ranges.map(({ from, until }) => `(time >= ${instant(from)} AND time < ${instant(until)})`).join(' OR ')

export interface LastRow {
  device_id: number
  key: string
  time: number
  value: number
}

/** The newest value of each key of each device. */
export const lastMeasurements = async (series: Series, deviceIds: number[]): Promise<LastRow[]> => {
  if (deviceIds.length === 0) return []
  const result = await series.query({
    query: `
      SELECT device_id, key, toUnixTimestamp64Milli(max(time)), argMax(value, time)
      FROM measurements FINAL WHERE device_id IN {ids: Array(UInt32)}
      GROUP BY device_id, key`,
    query_params: { ids: deviceIds },
    format: 'JSONCompactEachRow',
  })
  const rows = await result.json<[number, string, number, number]>()
  return rows.map(([device_id, key, time, value]) => ({ device_id, key, time, value }))
}

export const deleteMeasurements = (series: Series, deviceId: number) =>
  series.command({
    query: 'ALTER TABLE measurements DELETE WHERE device_id = {id: UInt32}',
    query_params: { id: deviceId },
  })

/** Merges each past month that is not one part yet, so that reading it costs no deduplication. */
export const mergePastMonths = async (series: Series, now: number): Promise<void> => {
  const thisMonth = new Date(now).toISOString().slice(0, 7).replace('-', '')
  const result = await series.query({
    query: `
      SELECT partition_id FROM system.parts
      WHERE database = currentDatabase() AND table = 'measurements' AND active AND partition_id < {this_month: String}
      GROUP BY partition_id HAVING count() > 1 OR min(level) = 0 ORDER BY partition_id`,
    query_params: { this_month: thisMonth },
    format: 'JSONCompactEachRow',
  })
  for (const [partition] of await result.json<[string]>())
    await series.command({ query: `OPTIMIZE TABLE measurements PARTITION ID '${partition}' FINAL` })
}
