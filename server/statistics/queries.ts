import { elementAt } from '#shared/rules/collections/elements.ts'
import type { Correction } from '#shared/rules/data-quality/calibration.ts'
import type { BIN_MS } from '#shared/rules/science/statistics.ts'
import type { Segment } from '#shared/rules/time/period.ts'
import { DAY_MS, HOUR_MS } from '#shared/rules/time/units.ts'
import { listParameter } from '../kit/database/list-parameter.ts'
import { nullable, number, type RowOf, readRows, textColumn } from '../kit/database/read-rows.ts'
import type { Series } from '../kit/database/series.ts'
import type { SuspectInterval } from '../series/faults.ts'
import { localStep } from '../series/local-steps.ts'
import type { Readings, SeriesSource } from '../series/readings.ts'
import {
  boxSql,
  deviationSql,
  maximumOf,
  meanOfKey,
  meanSqlOfKey,
  minimumOf,
  quantileOf,
  quantilesOf,
  weekmapCellSql,
} from '../series/statistics.ts'
import { binsIn } from '../series/summaries/bins-of-hours.ts'
import type { SummedHours } from '../series/summaries/clean-hours.ts'
import { hoursIn, type ValueRange } from '../series/summaries/hours.ts'

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

/** Key by which values of these measurements are averaged: of one as of all. */
const averagedAs = ({ keys }: Parts): string => elementAt(keys, 0)

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
  key: textColumn,
  device_id: number,
  day: number,
  bins: number,
  usual: number,
  hours_1: number,
  hours_2: number,
  hours_3: number,
  hours_6: number,
}
export type DayRow = RowOf<typeof DAY_ROW>

/** Valid bins of each device and local day, how many an hour of that day usually has, and hours with so many or more. */
export const binsByDay = async (series: Series, selection: Parts): Promise<DayRow[]> => {
  const hours = hoursIn({ ...hoursAsked(selection), columns: ['bins'] })
  if (!hours) return []
  return readRows(
    series,
    DAY_ROW,
    `WITH hours AS (${hours.query})
      SELECT part, key, device_id, ${localStep(DAY_MS / 1000, selection.segments, 'hour')} AS day, sum(hours.bins) AS bins,
        ${quantileOf(0.5, 'hours.bins')} AS usual, count() AS hours_1, countIf(hours.bins >= 2) AS hours_2,
        countIf(hours.bins >= 3) AS hours_3, countIf(hours.bins >= 6) AS hours_6
      FROM hours WHERE hours.bins > 0 GROUP BY part, key, device_id, day`,
    hours.params,
  )
}

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
  const mean = meanSqlOfKey(averaged).value([
    'sum(hours.bin_first) / sum(hours.bins)',
    'sum(hours.bin_second) / sum(hours.bins)',
  ])
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

/** Boxes of areas, of all their bins. */
export const boxes = async (series: Series, selection: Ranged): Promise<BoxRow[]> => {
  const bins = binsIn(selection)
  if (!bins) return []
  const { inner, columns } = boxSql(averagedAs(selection), 'value')
  const selected = Object.entries(columns).map(([name, sql]) => `${sql} AS ${name}`)
  return readRows(
    series,
    BOX_ROW,
    `SELECT part, ${selected} FROM (SELECT part, ${inner} FROM (${bins.query}) GROUP BY part) ORDER BY part`,
    bins.params,
  )
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
const bounded = (value: number): number => Math.min(Math.max(value, -FAR), FAR)

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
  const order = listParameter('order_of_keys', 'String', keys)
  const first = keys.length > 1 ? `(indexOf(${order.sql}, key) - 1) * ${parts.length} + ` : ''
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
      SELECT part, key, ${meanOfKey(averaged, 'bins.value')} AS mean, ${quantilesOf([0.5, 0.95], 'bins.value')} AS levels,
        levels[1] AS median, levels[2] AS p95, ${maximumOf('bins.value')} AS max, count() AS n,
        countIf(bins.value > ${at(lists.limit)}) AS over,
        countIf(bins.value >= ${low.sql} AND bins.value <= ${high.sql}) AS comfortable
      FROM bins GROUP BY part, key ORDER BY part, key`,
    {
      ...bins.params,
      ...order.params,
      ...lists.limit.params,
      ...lists.low.params,
      ...lists.high.params,
      ...low.params,
      ...high.params,
    },
  )
}

const LAG_ROW = { part: number, lag: number, r: nullable(number), n: number, sd_x: number, sd_y: number }
export type LagRow = RowOf<typeof LAG_ROW>
const PERSISTENCE_ROW = { part: number, persistence: nullable(number) }

/** Steps that a line may be drawn through, fifteen minutes of five. */
const MAX_FILLED = 4

interface Correlated {
  cause: Ranged
  effect: Ranged
  /** Length of a step in ms: bins, or hours where one of both is told once an hour. */
  step: typeof BIN_MS | typeof HOUR_MS
  lags: number
  withoutDayPattern: boolean
}

/** Steps of a series with short gaps filled, by the place of each step; `shared/rules/science/statistics.ts` says how. */
const filledIn = (
  name: string,
  bins: Readings,
  { step, withoutDayPattern }: Correlated,
  segments: readonly Segment[],
) => {
  const hourOfDay = `${weekmapCellSql(segments, 'bin')} % 24`
  const values = withoutDayPattern
    ? `SELECT part, bin, value - avg(value) OVER (PARTITION BY part, ${hourOfDay}) AS value FROM (${bins.query})`
    : bins.query
  const most = step === HOUR_MS ? 1 : MAX_FILLED
  return `
    ${name}_ordered AS (
      SELECT part, intDiv(bin, ${step}) AS at, value,
        leadInFrame(at, 1, at) OVER following AS next_at, leadInFrame(value, 1, value) OVER following AS next_value
      FROM (${values})
      WINDOW following AS (PARTITION BY part ORDER BY bin ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING)
    ),
    ${name} AS (
      SELECT part, ${name}_ordered.at + between AS at,
        ${name}_ordered.value + (next_value - ${name}_ordered.value) * between / greatest(distance, 1) AS value
      FROM (
        SELECT *, next_at - ${name}_ordered.at AS distance FROM ${name}_ordered
      ) AS ${name}_ordered
      ARRAY JOIN range(if(distance BETWEEN 2 AND ${most}, distance, 1)) AS between
    )`
}

const NOTHING = {
  lagged: [] as LagRow[],
  persistence: { cause: new Map<number, number>(), effect: new Map<number, number>() },
}

/** Correlations of a cause with an effect of each area, at each lag, and how much each resembles itself a step later. */
export const correlations = async (series: Series, selection: Correlated) => {
  const binned = (of: Ranged, prefix: string) => binsIn({ ...of, prefix }, selection.step)
  const [causes, effects] = [binned(selection.cause, 'cause_'), binned(selection.effect, 'effect_')]
  if (!causes || !effects) return NOTHING
  const { segments } = selection.effect
  const [x, y] = [filledIn('causes', causes, selection, segments), filledIn('effects', effects, selection, segments)]
  const lagged = await readRows(
    series,
    LAG_ROW,
    `WITH ${x}, ${y},
      shifted AS (SELECT part, effects.at - lag AS at, lag, value FROM effects ARRAY JOIN range(${selection.lags}) AS lag)
      SELECT shifted.part AS part, toInt32(shifted.lag) AS lag, corrStable(causes.value, shifted.value) AS r, count() AS n,
        stddevPopStable(causes.value) AS sd_x, stddevPopStable(shifted.value) AS sd_y
      FROM shifted INNER JOIN causes ON causes.part = shifted.part AND causes.at = shifted.at
      GROUP BY part, lag ORDER BY part, lag`,
    { ...causes.params, ...effects.params },
  )
  const persistenceOf = async (name: string, sql: string, params: Readings['params']) => {
    const rows = await readRows(
      series,
      PERSISTENCE_ROW,
      `WITH ${sql},
        followed AS (
          SELECT part, at, value, leadInFrame(at, 1, at) OVER following AS next_at,
            leadInFrame(value, 1, value) OVER following AS next_value
          FROM ${name}
          WINDOW following AS (PARTITION BY part ORDER BY at ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING)
        )
        SELECT part, corrStable(value, next_value) AS persistence FROM followed WHERE next_at = followed.at + 1 GROUP BY part`,
      params,
    )
    return new Map(rows.map(row => [row.part, Number.isFinite(row.persistence) ? (row.persistence ?? 0) : 0]))
  }
  const persistence = {
    cause: await persistenceOf('causes', x, causes.params),
    effect: await persistenceOf('effects', y, effects.params),
  }
  return { lagged, persistence }
}
