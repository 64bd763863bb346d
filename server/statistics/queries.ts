import { elementAt, numberAt } from '#shared/rules/collections/elements.ts'
import type { Correction } from '#shared/rules/data-quality/calibration.ts'
import type { Segment } from '#shared/rules/time/period.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { bounded, listParameter } from '../kit/database/list-parameter.ts'
import { nullable, number, type RowOf, readPacked, readRows, textColumn } from '../kit/database/read-rows.ts'
import type { Series } from '../kit/database/series.ts'
import type { SuspectInterval } from '../series/faults.ts'
import { localDaySql, localStep } from '../series/local-steps.ts'
import { hasOneDeviceEach, type Readings, type SeriesSource } from '../series/readings.ts'
import {
  boxesSql,
  countSql,
  deviationSql,
  maximumOf,
  maximumOfLists,
  meanOfKey,
  meanSqlOfKey,
  minimumOf,
  quantilesOf,
  quantilesOfLists,
  type ValuesSql,
  valuesOfRows,
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

const DAY_COLUMNS = { device: 'UInt32', day: 'Int32', bins: 'UInt32', fewer: 'UInt32', more: 'UInt32' } as const
const VALUE_COLUMNS = { mean: 'Float64', min: 'Float64', max: 'Float64' } as const
type DayColumn = keyof typeof DAY_COLUMNS | keyof typeof VALUE_COLUMNS

/**
 * Valid bins of measurements of devices on local days (`day` is a number, of which neighbours follow each other), and their hours by
 * how many they have (`countedHours`); with what was asked of their values, which is NaN elsewhere. A mean is NaN also where
 * directions cancel out. By column: a year of fifty devices has 18,250 days, and an object of each costs more than all else.
 */
export interface DayTable extends Record<DayColumn, ArrayLike<number>> {
  /** Rows of a measurement in a part, in no order. */
  rowsOf: (key: string, part: number) => readonly number[]
}

/** Values that were not asked for: none of any row. */
const NO_VALUES = { mean: [], min: [], max: [] }
export const NO_DAYS: DayTable = {
  ...{ device: [], day: [], bins: [], fewer: [], more: [], ...NO_VALUES },
  rowsOf: () => [],
}

/** Values of days that are wanted beside their bins: means, and also the least and greatest values. */
export interface DayValues {
  /** Measurements, which are averaged alike. */
  meansOf: readonly string[]
  extremes: boolean
}

/**
 * Parts of devices that are in a single one each: of these the engine need not find out for every hour in which part it is. Null
 * where a device is in several.
 */
const partsByDevice = (parts: Parts['parts']): ReadonlyMap<number, number> | null => {
  const found = new Map<number, number>()
  for (const [part, sources] of parts.entries())
    for (const { deviceId } of sources) {
      if ((found.get(deviceId) ?? part) !== part) return null
      found.set(deviceId, part)
    }
  return found
}

/** Days of each device and measurement in each part that have any bins. */
export const binsByDay = async (
  series: Series,
  selection: Parts,
  { meansOf, extremes }: DayValues,
): Promise<DayTable> => {
  const { keys, parts, segments } = selection
  const meant = keys.filter(key => meansOf.includes(key))
  const hours = hoursIn({
    ...hoursAsked(selection),
    columns: [
      'bins',
      ...(meant.length > 0 ? (['bin_first', 'bin_second'] as const) : []),
      ...(extremes ? (['minimum', 'maximum'] as const) : []),
    ],
  })
  if (!hours) return NO_DAYS
  const numbers = keyNumbers(keys)
  const partOf = partsByDevice(parts)
  const { fewer, more } = countedHours('hours.bins')
  const isMeant = meant.map(key => `number = ${keys.indexOf(key) + 1}`).join(' OR ')
  const meanOf = (key: string): string => {
    const mean = `ifNull(${meanOfDevice(key)}, nan)`
    return meant.length === keys.length ? mean : `if(${isMeant}, ${mean}, nan)`
  }
  const [averaged] = meant
  // Columns that tell nothing are not asked for: each is worked out, carried and copied for 18,250 days.
  const asked: Record<string, string> = {
    device: 'device_id',
    day: 'day',
    bins: 'toUInt32(sum(hours.bins))',
    fewer: `toUInt32(${fewer})`,
    more: `toUInt32(${more})`,
    ...(averaged === undefined ? {} : { mean: meanOf(averaged) }),
    ...(extremes ? { min: minimumOf('hours.minimum'), max: maximumOf('hours.maximum') } : {}),
    ...(keys.length > 1 ? { number: 'toUInt32(key_number)' } : {}),
    ...(partOf ? {} : { place: 'toUInt32(part)' }),
  }
  const types = { ...DAY_COLUMNS, ...VALUE_COLUMNS, number: 'UInt32', place: 'UInt32' } as const
  const schema = Object.fromEntries(Object.entries(types).filter(([name]) => name in asked))
  const groups = [
    ...(partOf ? [] : ['part']),
    'device_id',
    `${localDaySql(segments, 'hour')} AS day`,
    ...(keys.length > 1 ? [`CAST(${numbers.of('hours.key')} AS UInt8) AS key_number`] : []),
  ]
  // Groups are told apart by as few bytes as can be: their number is what this takes.
  const columns = await readPacked(
    series,
    schema,
    `WITH hours AS (${hours.query})
      SELECT ${Object.keys(schema).map(name => (asked[name] === name ? name : `${asked[name]} AS ${name}`))}
      FROM hours WHERE hours.bins > 0
      GROUP BY ${groups}`,
    { ...hours.params, ...numbers.params },
  )
  const { device = [], day = [], number, place } = columns
  const lists: number[][] = Array.from({ length: keys.length * parts.length }, () => [])
  for (let row = 0; row < device.length; row++) {
    const part = partOf?.get(numberAt(device, row)) ?? numberAt(place ?? [], row)
    lists[((number?.[row] ?? 1) - 1) * parts.length + part]?.push(row)
  }
  const told = { ...NO_DAYS, ...columns, device, day }
  return { ...told, rowsOf: (key, part) => lists[keys.indexOf(key) * parts.length + part] ?? [] }
}

/** Mean of the bins in the hours of a group. */
const meanOfBins = (key: string, rows: string): string =>
  meanSqlOfKey(key).value([`sum(${rows}.bin_first) / sum(${rows}.bins)`, `sum(${rows}.bin_second) / sum(${rows}.bins)`])
const meanOfDevice = (key: string): string => meanOfBins(key, 'hours')

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

const CELL_COLUMNS = { place: 'UInt32', cell: 'UInt32', mean: 'Float64', n: 'UInt32', sd: 'Float64' } as const

/** Cell of a weekday-hour map of a part: mean, count and deviation of the hours in it; null where there is none. */
export interface CellRow {
  part: number
  cell: number
  mean: number | null
  n: number
  sd: number | null
}

/** Weekday-hour maps of areas: each cell the mean of the valid hours in it. */
export const weekmaps = async (series: Series, selection: Ranged & { least: Least }): Promise<CellRow[]> => {
  const hours = hoursIn({ ...hoursAsked(selection), columns: ['bins', 'bin_first', 'bin_second'] })
  if (!hours) return []
  const { segments, range, parts } = selection
  const key = averagedAs(selection)
  // Values left out do not count, what is left of their hour does.
  const least = range ? { sql: '1', params: {} } : leastSql(selection.least ?? new Map())
  const value = meanSqlOfKey(key).value(['hours.bin_first / hours.bins', 'hours.bin_second / hours.bins'])
  const isSingle = hasOneDeviceEach(parts)
  const partOf = isSingle ? partsByDevice(parts) : null
  const place = partOf ? 'device_id' : 'part'
  const perHour = isSingle
    ? `SELECT ${place}, hour, value FROM device_hours`
    : `SELECT part, hour, ${meanOfKey(key, 'device_hours.value')} AS value FROM device_hours GROUP BY part, hour`
  const columns = await readPacked(
    series,
    CELL_COLUMNS,
    `WITH hours AS (${hours.query}),
      device_hours AS (
        SELECT ${partOf ? '' : 'part,'} device_id, hour, ${value} AS value FROM hours WHERE hours.bins >= ${least.sql} AND isNotNull(value)
      ),
      area_hours AS (${perHour})
      SELECT toUInt32(${place}) AS place, toUInt32(cell_number) AS cell, ifNull(${meanOfKey(key, 'assumeNotNull(area_hours.value)')}, nan) AS mean,
        toUInt32(count()) AS n, ifNull(${deviationSql(key, 'assumeNotNull(area_hours.value)')}, nan) AS sd
      FROM area_hours WHERE isNotNull(area_hours.value) GROUP BY ${place}, ${weekmapCellSql(segments, 'hour')} AS cell_number`,
    { ...hours.params, ...least.params },
  )
  return Array.from(columns.n, (n, row): CellRow => {
    const at = numberAt(columns.place, row)
    const [mean, sd] = [numberAt(columns.mean, row), numberAt(columns.sd, row)]
    return {
      part: partOf?.get(at) ?? at,
      cell: numberAt(columns.cell, row),
      mean: Number.isNaN(mean) ? null : mean,
      n,
      sd: Number.isNaN(sd) ? null : sd,
    }
  })
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

/** Rows that hold bins of parts, and how all values of a group of them are brought together. */
interface BinRows extends Readings {
  values: ValuesSql
  quantiles: (levels: readonly number[]) => string
  max: string
  count: string
  /** Bins of which a condition on `one` holds. */
  countOf: (condition: string) => string
  /** Time (epoch ms) by which a row is told to belong to a day. */
  time: string
}

/**
 * Bins of parts, as rows named `bin_rows`: of one device each they are hours with their bins as lists, which spares making twelve rows of
 * each; of several devices single bins, each the mean of theirs.
 */
const binRows = (selection: Ranged): BinRows | null => {
  const key = averagedAs(selection)
  if (!hasOneDeviceEach(selection.parts)) {
    const rows = binsIn(selection)
    return (
      rows && {
        ...rows,
        values: valuesOfRows(key, 'bin_rows.value'),
        quantiles: levels => quantilesOf(levels, 'bin_rows.value'),
        max: maximumOf('bin_rows.value'),
        count: countSql(),
        countOf: condition => `sum(arrayCount(one -> ${condition}, [bin_rows.value]))`,
        time: 'bin_rows.bin',
      }
    )
  }
  const hours = hoursIn({ ...hoursAsked(selection), columns: ['bins', 'bin_first', 'bin_second', 'bin_means'] })
  return (
    hours && {
      query: `SELECT * FROM (${hours.query}) AS of_hours WHERE of_hours.bins > 0`,
      params: hours.params,
      values: { list: 'groupArrayArray(bin_rows.bin_means)', mean: meanOfBins(key, 'bin_rows') },
      quantiles: levels => quantilesOfLists(levels, 'bin_rows.bin_means'),
      max: maximumOfLists('bin_rows.bin_means'),
      count: 'sum(bin_rows.bins)',
      countOf: condition => `sum(arrayCount(one -> ${condition}, bin_rows.bin_means))`,
      time: 'bin_rows.hour',
    }
  )
}

/** Boxes of areas, of all their bins; in no order, which would move the sorted values of each along. */
export const boxes = async (series: Series, selection: Ranged): Promise<BoxRow[]> => {
  const bins = binRows(selection)
  if (!bins) return []
  return readRows(series, BOX_ROW, boxesSql(bins.values, 'part', `(${bins.query}) AS bin_rows`), bins.params)
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
  const bins = binRows(selection)
  if (!bins) return []
  const { keys, bounds, byAge, parts } = selection
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
    const dayOfPart = `toInt64(${localStep(DAY_MS / 1000, selection.segments, bins.time)} + ${first}part)`
    const moved = `transform(${dayOfPart}, ${days.sql}, ${values.sql}, nan)`
    return { sql: `if(isNaN(${moved}), ${at(lists[edge])}, ${moved})`, params: { ...days.params, ...values.params } }
  }
  const [low, high] = [edgeOf('low'), edgeOf('high')]
  return readRows(
    series,
    PEAK_ROW,
    `WITH bin_rows AS (${bins.query})
      SELECT part, ${numbers.of('bin_rows.key')} AS number, ${numbers.name('number')} AS key, ${bins.values.mean} AS mean, ${bins.quantiles([0.5, 0.95])} AS levels,
        levels[1] AS median, levels[2] AS p95, ${bins.max} AS max, ${bins.count} AS n,
        ${bins.countOf(`one > ${at(lists.limit)}`)} AS over,
        ${bins.countOf(`one >= ${low.sql} AND one <= ${high.sql}`)} AS comfortable
      FROM bin_rows GROUP BY part, number ORDER BY part, number`,
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
