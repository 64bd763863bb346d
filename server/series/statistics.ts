import { LONGEST_HOLD } from '#shared/rules/alerts/alert-rule.ts'
import { type Averaging, averagingOf, LEAST_RESULTANT } from '#shared/rules/science/mean.ts'
import { BIN_MS, WEEKMAP_CELLS, WHISKER_REACH } from '#shared/rules/science/statistics.ts'
import type { Segment } from '#shared/rules/time/period.ts'
import { HOUR_MS } from '#shared/rules/time/units.ts'
import { MEASUREMENT_TYPES, measurementTypeOf } from '../taxonomy/types.ts'

/**
 * Statistics of readings as expressions of the engine, for all that asks it: charts, bins, windows of rules, files,
 * explanations, the search for faults. `value` is a column or an expression. A condition `where` leaves readings of a
 * group out; without any left the result is null.
 */
const aggregate = (name: string, value: string, where: string | undefined): string =>
  where === undefined ? `${name}(${value})` : `${name}OrNullIf(${value}, ${where})`

export const minimumOf = (value: string, where?: string): string => aggregate('min', value, where)
export const maximumOf = (value: string, where?: string): string => aggregate('max', value, where)
export const countSql = (where?: string): string => (where === undefined ? 'count()' : `countIf(${where})`)
/** The one value of a group that holds a single reading. */
export const onlyOf = (value: string, where?: string): string => aggregate('any', value, where)
/** Values of the earliest and the latest reading. */
export const firstSql = (value: string, time = 'epoch_ms'): string => `argMin(${value}, ${time})`
export const lastSql = (value: string, time = 'epoch_ms'): string => `argMax(${value}, ${time})`
/** A quantile between values, as spreadsheets have it; `level` is 0 to 1. */
export const quantileOf = (level: number, value: string): string => `quantileExactInclusive(${level})(${value})`
/** Several quantiles in one pass, as a list. */
export const quantilesOf = (levels: readonly number[], value: string): string =>
  `quantilesExactInclusive(${levels.join(', ')})(${value})`

/** The same of lists of values: all of a group as one. */
export const quantilesOfLists = (levels: readonly number[], list: string): string =>
  `quantilesExactInclusiveArray(${levels.join(', ')})(${list})`
export const maximumOfLists = (list: string): string => `maxArray(${list})`

/** Digits after the point: more is noise of adding an offset. */
const DIGITS = 6
export const roundedSql = (value: string): string => `round(${value}, ${DIGITS})`

/** The lower of the two in the middle. */
const MEDIAN = 'medianExactLow'
export const medianOf = (value: string): string => `${MEDIAN}(${value})`

/** Differences between neighbours of a list, one fewer than it has members. */
export const differencesOf = (list: string): string => `arrayPopFront(arrayDifference(${list}))`

/** Time (ms) a reading of these sorted times is valid at most: `validityOf` of shared/rules/alerts/alert-rule.ts. */
export const validityOfTimes = (times: string): string => {
  const gap = `arrayReduce('${MEDIAN}', ${differencesOf(times)})`
  return `greatest(least(3 * ${gap}, ${LONGEST_HOLD}), ${gap})`
}

/** Time (ms) each reading of sorted times speaks for, until the next, or `until` (epoch ms), and no longer than `validity`. */
export const weightsOf = (times: string, validity: string, until: number): string =>
  `arrayMap((time, next) -> least(next - time, ${validity}), ${times}, arrayPushBack(arrayPopFront(${times}), ${until}))`

/** Least-squares slope per hour; 0 with fewer than three. */
export const slopeOf = (times: string, values: string): string => {
  const hours = `arrayMap(time -> (time - ${times}[1]) / ${HOUR_MS}., ${times})`
  return `if(length(${times}) > 2, tupleElement(arrayReduce('simpleLinearRegression', ${hours}, ${values}), 1), 0)`
}

/** Averaging by which values of a measurement become one (shared/rules/science/mean.ts). */
export const averagingOfKey = (key: string): Averaging => averagingOf(measurementTypeOf(key)?.pq)

/** SQL that computes the same as `meanPartsOf` and `valueOfParts` in shared/rules/science/mean.ts; a test holds them together. */
export interface MeanSql {
  parts: (value: string) => [string, string]
  value: (means: readonly [string, string]) => string
  /** `shiftedParts` of shared/rules/science/statistics.ts, of sums over `count` values. */
  shifted: (sums: readonly [string, string], count: string, offset: string) => [string, string]
  /** A mean when each of its values gets an offset more. */
  movedValue: (mean: string, offset: string) => string
}

const MEAN_SQL: Record<Averaging, MeanSql> = {
  arithmetic: {
    parts: value => [value, '0'],
    value: ([mean]) => mean,
    shifted: ([first, second], count, offset) => [`${first} + ${count} * (${offset})`, second],
    movedValue: (mean, offset) => `${mean} + (${offset})`,
  },
  energetic: {
    parts: value => [`exp10((${value}) / 10)`, '0'],
    value: ([mean]) => `10 * log10(${mean})`,
    shifted: ([first, second], _, offset) => [`${first} * exp10((${offset}) / 10)`, second],
    movedValue: (mean, offset) => `${mean} + (${offset})`,
  },
  circular: {
    parts: value => [`cos(radians(${value}))`, `sin(radians(${value}))`],
    value: ([first, second]) =>
      `if(hypot(${first}, ${second}) < ${LEAST_RESULTANT}, NULL, positiveModulo(degrees(atan2(${second}, ${first})), 360))`,
    shifted: ([first, second], _, offset) => {
      const [cosine, sine] = [`cos(radians(${offset}))`, `sin(radians(${offset}))`]
      return [`${first} * ${cosine} - ${second} * ${sine}`, `${second} * ${cosine} + ${first} * ${sine}`]
    },
    movedValue: (mean, offset) => `positiveModulo(${mean} + (${offset}), 360)`,
  },
}

const meanBy = (sql: MeanSql, value: string, where?: string): string => {
  const [first, second] = sql.parts(value)
  return sql.value([aggregate('avg', first, where), second === '0' ? second : aggregate('avg', second, where)])
}

/** Parts of the mean of one measurement, and the mean of them. */
export const meanSqlOfKey = (key: string): MeanSql => MEAN_SQL[averagingOfKey(key)]

/** The mean of readings of one measurement. */
export const meanOfKey = (key: string, value: string, where?: string): string =>
  meanBy(MEAN_SQL[averagingOfKey(key)], value, where)

/** Mean for rows of several measurements, told apart by the column `key`. */
export interface MeanOf {
  mean: (value: string) => string
  /** Parts of a value whose means give `ofParts`, and what is left of sums of them when each value gets an offset more. */
  parts: (value: string) => [string, string]
  ofParts: (means: readonly [string, string]) => string
  shifted: (sums: readonly [string, string], count: string, offset: string) => [string, string]
  movedValue: (mean: string, offset: string) => string
  /** An expression for what is averaged plainly; 0 for all else. */
  plainly: (expression: string) => string
  /** Sums of the weighted parts of a list of values, which over the sum of the weights are those of their mean. */
  weightedParts: (values: string, weights: string) => [string, string]
  params: Record<string, string[]>
}

/** All measurements whose mean is no plain one: for rows of whatever measurements there are. */
export const KEYS_AVERAGED_OTHERWISE = MEASUREMENT_TYPES.map(({ abbreviation }) => abbreviation as string).filter(
  key => averagingOfKey(key) !== 'arithmetic',
)

/**
 * Makes the mean for rows of these measurements. Where they are averaged plainly the engine has no more work than with `avg`. A
 * `prefix` tells its parameters from those of other measurements in one query.
 */
export const meanOfKeys = (keys: readonly string[], prefix = ''): MeanOf => {
  const special = (['energetic', 'circular'] as const)
    .map(averaging => ({ averaging, of: keys.filter(key => averagingOfKey(key) === averaging) }))
    .filter(({ of }) => of.length > 0)
  const choose = (pick: (sql: MeanSql) => string): string => {
    const plain = pick(MEAN_SQL.arithmetic)
    const cases = special
      .map(({ averaging }) => [`key IN {${prefix}${averaging}: Array(String)}`, pick(MEAN_SQL[averaging])] as const)
      .filter(([, expression]) => expression !== plain)
    return cases.length ? `multiIf(${[...cases.flat(), plain].join(', ')})` : plain
  }
  const weightedPart = (index: 0 | 1, values: string, weights: string): string => {
    const part = choose(sql => sql.parts('value')[index])
    return part === '0' ? '0' : `arraySum((value, weight) -> (${part}) * weight, ${values}, ${weights})`
  }
  return {
    // Quicker than averaging the parts: the engine works through whole columns.
    mean: value => choose(sql => meanBy(sql, value)),
    parts: value => [choose(sql => sql.parts(value)[0]), choose(sql => sql.parts(value)[1])],
    ofParts: means => choose(sql => sql.value(means)),
    shifted: (sums, count, offset) => [
      choose(sql => sql.shifted(sums, count, offset)[0]),
      choose(sql => sql.shifted(sums, count, offset)[1]),
    ],
    movedValue: (mean, offset) => choose(sql => sql.movedValue(mean, offset)),
    plainly: expression => choose(sql => (sql === MEAN_SQL.arithmetic ? expression : '0')),
    weightedParts: (values, weights) => [weightedPart(0, values, weights), weightedPart(1, values, weights)],
    params: Object.fromEntries(special.map(({ averaging, of }) => [`${prefix}${averaging}`, of])),
  }
}

/** Start (epoch ms) of the five minutes that hold a time: `binsFrom` of shared/rules/science/statistics.ts. */
export const binSql = (time = 'epoch_ms'): string => `intDiv(${time}, ${BIN_MS}) * ${BIN_MS}`

/** Cell of a weekday-hour map: `weekmapCellOf` of shared/rules/science/statistics.ts. All numbers are ours. */
export const weekmapCellSql = (segments: readonly Segment[], time: string): string => {
  const [first, ...rest] = segments
  const cases = rest.toReversed().flatMap(({ start, offset }) => [`${time} >= ${start}`, String(offset)])
  const offset = cases.length > 0 ? `multiIf(${[...cases, first?.offset ?? 0].join(', ')})` : String(first?.offset ?? 0)
  // The week of 1 January 1970, a Thursday, began three days earlier.
  return `toUInt8((intDiv(${time} + ${offset}, ${HOUR_MS}) + ${3 * 24}) % ${WEEKMAP_CELLS})`
}

/** Sample standard deviation; null of fewer than two values, and of directions. */
export const deviationSql = (key: string, value: string): string =>
  averagingOfKey(key) === 'circular'
    ? 'CAST(NULL AS Nullable(Float64))'
    : `if(count() < 2, NULL, stddevSampStable(${value}))`

/** Quantile between `n` values that are `sorted`: `quantileOf` of shared/rules/science/statistics.ts. */
const quantileOfSorted = (level: number): string => {
  const position = `(n - 1) * ${level}`
  const below = `toUInt32(floor(${position}))`
  const [low, high] = [`sorted[${below} + 1]`, `sorted[least(${below} + 2, n)]`]
  return `${low} + (${position} - ${below}) * (${high} - ${low})`
}

/** Rows with one value each, and rows that hold a list of them, with how each is brought together. */
export interface ValuesSql {
  /** All values of a group, as one list. */
  list: string
  mean: string
}

/** Values of single rows of a measurement. */
export const valuesOfRows = (key: string, value: string): ValuesSql => ({
  list: `groupArray(${value})`,
  mean: meanOfKey(key, value),
})

/**
 * Columns of `boxOf` in shared/rules/science/statistics.ts, of each group of rows (`from`), by the columns of the group:
 * all are read from the sorted values. A whisker ends among the outer quarter, and mostly nearer to the end: no more of them are
 * compared than have to be. What is used several times is a column of a query within: the engine reads the text of an expression
 * anew wherever its name stands, which took longer than the boxes of a week.
 */
export const boxesSql = ({ list, mean }: ValuesSql, group: string, from: string): string => {
  const levels = Object.entries({ p05: 0.05, q1: 0.25, median: 0.5, q3: 0.75, p95: 0.95 })
  const names = [...levels.map(([name]) => name), 'n', 'box_mean']
  const upTo = (level: number) => `intDiv(n - 1, ${1 / level}) + 2`
  return `
    SELECT ${group}, ${names.slice(0, -1)}, sorted[1] AS min, sorted[n] AS max, box_mean AS mean,
      arrayFirst(one -> one >= low, arraySlice(sorted, 1, multiIf(sorted[1] >= low, 1, p05 >= low, ${upTo(0.05)}, ${upTo(0.25)}))) AS whisker_low,
      arrayLast(one -> one <= high, arraySlice(sorted, greatest(1, n + 1 - multiIf(sorted[n] <= high, 1, p95 <= high, ${upTo(0.05)}, ${upTo(0.25)})))) AS whisker_high
    FROM (
      SELECT ${group}, ${names}, sorted, q1 - ${WHISKER_REACH} * (q3 - q1) AS low, q3 + ${WHISKER_REACH} * (q3 - q1) AS high
      FROM (
        SELECT ${group}, sorted, box_mean, n, ${levels.map(([name, level]) => `${quantileOfSorted(level)} AS ${name}`)}
        FROM (
          SELECT ${group}, arraySort(${list}) AS sorted, length(sorted) AS n, ${mean} AS box_mean
          FROM ${from} GROUP BY ${group}
        )
      )
    )`
}
