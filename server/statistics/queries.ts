import { elementAt, numberAt } from '#shared/rules/collections/elements.ts'
import type { Correction } from '#shared/rules/data-quality/calibration.ts'
import { lengthOf } from '#shared/rules/time/interval.ts'
import type { Segment } from '#shared/rules/time/period.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { listParameter } from '../kit/database/list-parameter.ts'
import { nullable, number, type RowOf, readColumns, readRows, textColumn } from '../kit/database/read-rows.ts'
import type { Series } from '../kit/database/series.ts'
import type { SuspectInterval } from '../series/faults.ts'
import { localStep } from '../series/local-steps.ts'
import type { Readings, SeriesSource } from '../series/readings.ts'
import {
  boxesSql,
  deviationSql,
  maximumOf,
  meanOfKey,
  meanSqlOfKey,
  minimumOf,
  quantilesOf,
  weekmapCellSql,
} from '../series/statistics.ts'
import { binsIn } from '../series/summaries/bins-of-hours.ts'
import type { SummedHours } from '../series/summaries/clean-hours.ts'
import { hoursIn, type ValueRange } from '../series/summaries/hours.ts'
import { countedHours } from './hours-of-day.ts'

/** Readings of measurements of areas in one time zone, which are averaged alike and read from the same times. */
export interface Parts {
  keys: readonly string[]
  parts: readonly (readonly SeriesSource[])[]
  corrections: readonly Correction[]
  without: readonly SuspectInterval[]
  segments: readonly Segment[]
  summed: SummedHours | null
  /** Start of an hour, where hours are not those of UTC. */
  hour: ((time: string) => string) | undefined
}

/** Parts of which only some values count. */
export interface Ranged extends Parts {
  range: ValueRange | null
}

/** Bins that one statement reads at most where it could be several: what is asked meanwhile does not wait for long. */
export const MAX_BINS_TOGETHER = 500_000

/** Time (ms) that is read of an area, of each device for itself. */
export const lengthOfSources = (sources: readonly SeriesSource[]): number =>
  sources.flatMap(({ ranges }) => ranges.map(lengthOf)).reduce((sum, length) => sum + length, 0)

/** Key by which values of these measurements are averaged: of one as of all. */
const averagedAs = ({ keys }: Parts): string => elementAt(keys, 0)

/**
 * Measurement of a row as its place in the list of those that are asked for, and back. Many groups, or many rows of each, take the
 * engine an eighth to a third less where they are told apart by numbers alone than where one of them is a text.
 */
export const keyNumbers = (keys: readonly string[]) => {
  const names = listParameter('key_names', 'String', keys)
  const numbers = listParameter(
    'key_numbers',
    'UInt8',
    keys.map((_, index) => index + 1),
  )
  return {
    of: (key: string) => `transform(${key}, ${names.sql}, ${numbers.sql}, 0)`,
    name: (number: string) => `${names.sql}[${number}]`,
    params: { ...names.params, ...numbers.params },
  }
}

/** Bins an hour needs to be valid, of each device; null where every hour counts. */
type Least = ReadonlyMap<number, number> | null

const ALWAYS = 6

/** The least bins of the device of a row. Nearly all devices need the same. */
const leastSql = (least: ReadonlyMap<number, number>): { sql: string; params: Readings['params'] } => {
  const others = [...least].filter(([, bins]) => bins !== ALWAYS)
  if (others.length === 0) return { sql: String(ALWAYS), params: {} }
  const devices = listParameter(
    'least_device',
    'UInt32',
    others.map(([device]) => device),
  )
  const bins = listParameter(
    'least_bins',
    'UInt8',
    others.map(([, count]) => count),
  )
  return {
    sql: `transform(device_id, ${devices.sql}, ${bins.sql}, ${ALWAYS})`,
    params: { ...devices.params, ...bins.params },
  }
}

const hoursAsked = (selection: Parts & { range?: ValueRange | null }) => ({
  parts: selection.parts,
  keys: selection.keys,
  corrections: selection.corrections,
  without: selection.without,
  summed: selection.summed,
  hour: selection.hour,
  within: selection.range ?? undefined,
})

const DAY_ROW = {
  part: number,
  place: number,
  device_id: number,
  day: number,
  bins: number,
  fewer: number,
  more: number,
  mean: nullable(number),
}

/** Valid bins of a measurement of a device on a local day. */
export interface DayRow extends Omit<RowOf<typeof DAY_ROW>, 'place'> {
  key: string
}

/**
 * Valid bins of each device and local day, and its hours by how many they have; with the mean of the bins of `meanOf`, if it is
 * among the measurements, and of no other.
 */
export const binsByDay = async (series: Series, selection: Parts, meanOf: string | null): Promise<DayRow[]> => {
  const { keys } = selection
  const meant = meanOf !== null && keys.includes(meanOf) ? meanOf : null
  const hours = hoursIn({ ...hoursAsked(selection), columns: meant ? ['bins', 'bin_first', 'bin_second'] : ['bins'] })
  if (!hours) return []
  const numbers = keyNumbers(keys)
  const { fewer, more } = countedHours('hours.bins')
  const meanSql = meant ? `if(number = ${keys.indexOf(meant) + 1}, ${meanOfDevice(meant)}, NULL)` : NO_MEAN
  const columns = await readColumns(
    series,
    DAY_ROW,
    `WITH hours AS (${hours.query})
      SELECT part, ${numbers.of('hours.key')} AS number, CAST(number AS UInt8) AS place, device_id, ${localStep(DAY_MS / 1000, selection.segments, 'hour')} AS day,
        sum(hours.bins) AS bins, ${fewer} AS fewer, ${more} AS more, ${meanSql} AS mean
      FROM hours WHERE hours.bins > 0 GROUP BY part, number, device_id, day`,
    { ...hours.params, ...numbers.params },
  )
  const { part, place, device_id, day, bins, mean } = columns
  // Tens of thousands of rows: each is made once.
  return part.map((_, row) => ({
    part: numberAt(part, row),
    key: elementAt(keys, numberAt(place, row) - 1),
    device_id: numberAt(device_id, row),
    day: numberAt(day, row),
    bins: numberAt(bins, row),
    fewer: numberAt(columns.fewer, row),
    more: numberAt(columns.more, row),
    mean: mean[row] ?? null,
  }))
}

const NO_MEAN = 'CAST(NULL AS Nullable(Float64))'

/** Mean of the bins in the hours of a device. */
const meanOfDevice = (key: string): string =>
  meanSqlOfKey(key).value(['sum(hours.bin_first) / sum(hours.bins)', 'sum(hours.bin_second) / sum(hours.bins)'])

const STEP_ROW = {
  part: number,
  key: textColumn,
  start: number,
  mean: nullable(number),
  min: number,
  max: number,
  bins: number,
  valid_hours: number,
}
export type MeanRow = RowOf<typeof STEP_ROW>

/** Means of areas by hour, local day, or as one: of several devices the mean of their means. */
export const meansBySteps = async (
  series: Series,
  selection: Ranged & { step: 'hour' | 'day' | 'period'; least: Least },
): Promise<MeanRow[]> => {
  const hours = hoursIn({
    ...hoursAsked(selection),
    columns: ['minimum', 'maximum', 'bins', 'bin_first', 'bin_second'],
  })
  if (!hours) return []
  const { segments, step } = selection
  const averaged = averagedAs(selection)
  const start = { hour: 'hour', day: localStep(DAY_MS / 1000, segments, 'hour'), period: '0' }[step]
  const least = leastSql(selection.range ? new Map() : (selection.least ?? new Map()))
  const mean = meanOfDevice(averaged)
  return readRows(
    series,
    STEP_ROW,
    `WITH hours AS (${hours.query}),
      per_device AS (
        SELECT part, key, device_id, toInt64(${start}) AS start, sum(hours.bins) AS device_bins, ${mean} AS value,
          ${minimumOf('hours.minimum')} AS low, ${maximumOf('hours.maximum')} AS high,
          countIf(hours.bins >= ${least.sql}) AS device_hours
        FROM hours GROUP BY part, key, device_id, start HAVING device_bins > 0
      )
      SELECT part, key, start, ${meanOfKey(averaged, 'value')} AS mean, ${minimumOf('low')} AS min, ${maximumOf('high')} AS max,
        sum(device_bins) AS bins, max(device_hours) AS valid_hours
      FROM per_device GROUP BY part, key, start ORDER BY part, key, start`,
    { ...hours.params, ...least.params },
  )
}

const CELL_ROW = { part: number, cell: number, mean: nullable(number), n: number, sd: nullable(number) }
export type CellRow = RowOf<typeof CELL_ROW>

/** Weekday-hour maps of areas: each cell the mean of the valid hours in it. */
export const weekmaps = async (series: Series, selection: Ranged & { least: Least }): Promise<CellRow[]> => {
  const hours = hoursIn({ ...hoursAsked(selection), columns: ['bins', 'bin_first', 'bin_second'] })
  if (!hours) return []
  const { segments, range } = selection
  const key = averagedAs(selection)
  // Values left out do not count, what is left of their hour does.
  const least = range ? { sql: '1', params: {} } : leastSql(selection.least ?? new Map())
  const value = meanSqlOfKey(key).value(['hours.bin_first / hours.bins', 'hours.bin_second / hours.bins'])
  const isSingle = selection.parts.every(sources => new Set(sources.map(({ deviceId }) => deviceId)).size < 2)
  const perHour = isSingle
    ? 'SELECT part, hour, value FROM device_hours'
    : `SELECT part, hour, ${meanOfKey(key, 'device_hours.value')} AS value FROM device_hours GROUP BY part, hour`
  return readRows(
    series,
    CELL_ROW,
    `WITH hours AS (${hours.query}),
      device_hours AS (
        SELECT part, hour, ${value} AS value FROM hours WHERE hours.bins >= ${least.sql} AND isNotNull(value)
      ),
      area_hours AS (${perHour})
      SELECT part, ${weekmapCellSql(segments, 'hour')} AS cell, ${meanOfKey(key, 'assumeNotNull(area_hours.value)')} AS mean,
        count() AS n, ${deviationSql(key, 'assumeNotNull(area_hours.value)')} AS sd
      FROM area_hours WHERE isNotNull(area_hours.value) GROUP BY part, cell ORDER BY part, cell`,
    { ...hours.params, ...least.params },
  )
}

const BOX_ROW = {
  part: number,
  n: number,
  min: number,
  p05: number,
  whisker_low: number,
  q1: number,
  median: number,
  q3: number,
  whisker_high: number,
  p95: number,
  max: number,
  mean: nullable(number),
}
export type BoxRow = RowOf<typeof BOX_ROW>

/** Boxes of areas, of all their bins; in no order, which would move the sorted values of each along. */
export const boxes = async (series: Series, selection: Ranged): Promise<BoxRow[]> => {
  const bins = binsIn(selection)
  if (!bins) return []
  return readRows(series, BOX_ROW, boxesSql(averagedAs(selection), 'value', 'part', `(${bins.query})`), bins.params)
}

const PEAK_ROW = {
  part: number,
  key: textColumn,
  mean: nullable(number),
  median: number,
  p95: number,
  max: number,
  n: number,
  over: number,
  comfortable: number,
}
export type PeakRow = RowOf<typeof PEAK_ROW>

/** Bounds that a value of an area is compared with; infinite where there is none. */
export interface Bounds {
  limit: number
  low: number
  high: number
}

/** A bound beyond any value; a list of the engine takes no infinite one. */
const FAR = 1e15
export const bounded = (value: number): number => Math.min(Math.max(value, -FAR), FAR)

/** Comfort of a local day (its start, epoch ms) where it follows the age of the animals; `index` is that of the area's bounds. */
export interface DayComfort extends Pick<Bounds, 'low' | 'high'> {
  index: number
  day: number
}

/**
 * The row of each area in a table: mean, median, 95 %, and bins over the limit and in comfort. `bounds` has those of the areas
 * of the first measurement, then those of the next; `byAge` has comfort of days on which it is another one.
 */
export const peaks = async (
  series: Series,
  selection: Ranged & { bounds: readonly Bounds[]; byAge: readonly DayComfort[] },
): Promise<PeakRow[]> => {
  const bins = binsIn(selection)
  if (!bins) return []
  const { keys, bounds, byAge, parts } = selection
  const averaged = averagedAs(selection)
  const lists = {
    limit: listParameter(
      'limits',
      'Float64',
      bounds.map(({ limit }) => bounded(limit)),
    ),
    low: listParameter(
      'lows',
      'Float64',
      bounds.map(({ low }) => bounded(low)),
    ),
    high: listParameter(
      'highs',
      'Float64',
      bounds.map(({ high }) => bounded(high)),
    ),
  }
  const numbers = keyNumbers(keys)
  const first = keys.length > 1 ? `(number - 1) * ${parts.length} + ` : ''
  const at = ({ sql }: { sql: string }) => `${sql}[${first}part + 1]`
  // Days begin at whole minutes, so the index tells areas of one day apart.
  const days = listParameter(
    'days_by_age',
    'Int64',
    byAge.map(({ day, index }) => day + index),
  )
  const edgeOf = (edge: 'low' | 'high') => {
    if (byAge.length === 0) return { sql: at(lists[edge]), params: {} }
    const values = listParameter(
      `${edge}s_by_age`,
      'Float64',
      byAge.map(one => bounded(one[edge])),
    )
    const dayOfPart = `toInt64(${localStep(DAY_MS / 1000, selection.segments, 'bins.bin')} + ${first}part)`
    const moved = `transform(${dayOfPart}, ${days.sql}, ${values.sql}, nan)`
    return { sql: `if(isNaN(${moved}), ${at(lists[edge])}, ${moved})`, params: { ...days.params, ...values.params } }
  }
  const [low, high] = [edgeOf('low'), edgeOf('high')]
  return readRows(
    series,
    PEAK_ROW,
    `WITH bins AS (${bins.query})
      SELECT part, ${numbers.of('bins.key')} AS number, ${numbers.name('number')} AS key, ${meanOfKey(averaged, 'bins.value')} AS mean, ${quantilesOf([0.5, 0.95], 'bins.value')} AS levels,
        levels[1] AS median, levels[2] AS p95, ${maximumOf('bins.value')} AS max, count() AS n,
        countIf(bins.value > ${at(lists.limit)}) AS over,
        countIf(bins.value >= ${low.sql} AND bins.value <= ${high.sql}) AS comfortable
      FROM bins GROUP BY part, number ORDER BY part, number`,
    {
      ...bins.params,
      ...numbers.params,
      ...lists.limit.params,
      ...lists.low.params,
      ...lists.high.params,
      ...low.params,
      ...high.params,
    },
  )
}
