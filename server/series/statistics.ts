import { LONGEST_HOLD } from '#shared/rules/alerts/alert-rule.ts'
import { type Averaging, averagingOf, LEAST_RESULTANT } from '#shared/rules/science/mean.ts'
import { HOUR_MS } from '#shared/rules/time/units.ts'
import { measurementTypeOf } from '../taxonomy/types.ts'

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
interface MeanSql {
  parts: (value: string) => [string, string]
  value: (means: [string, string]) => string
}

const MEAN_SQL: Record<Averaging, MeanSql> = {
  arithmetic: { parts: value => [value, '0'], value: ([mean]) => mean },
  energetic: { parts: value => [`exp10((${value}) / 10)`, '0'], value: ([mean]) => `10 * log10(${mean})` },
  circular: {
    parts: value => [`cos(radians(${value}))`, `sin(radians(${value}))`],
    value: ([first, second]) =>
      `if(hypot(${first}, ${second}) < ${LEAST_RESULTANT}, NULL, positiveModulo(degrees(atan2(${second}, ${first})), 360))`,
  },
}

const meanBy = (sql: MeanSql, value: string, where?: string): string => {
  const [first, second] = sql.parts(value)
  return sql.value([aggregate('avg', first, where), second === '0' ? second : aggregate('avg', second, where)])
}

/** The mean of readings of one measurement. */
export const meanOfKey = (key: string, value: string, where?: string): string =>
  meanBy(MEAN_SQL[averagingOfKey(key)], value, where)

/** Mean for rows of several measurements, told apart by the column `key`. */
export interface MeanOf {
  mean: (value: string) => string
  /** Sums of the weighted parts of a list of values, which over the sum of the weights are those of their mean. */
  weightedParts: (values: string, weights: string) => [string, string]
  params: Record<string, string[]>
}

/** Makes the mean for rows of these measurements. Where they are averaged plainly the engine has no more work than with `avg`. */
export const meanOfKeys = (keys: readonly string[]): MeanOf => {
  const special = (['energetic', 'circular'] as const)
    .map(averaging => ({ averaging, of: keys.filter(key => averagingOfKey(key) === averaging) }))
    .filter(({ of }) => of.length > 0)
  const choose = (pick: (sql: MeanSql) => string): string => {
    const plain = pick(MEAN_SQL.arithmetic)
    const cases = special
      .map(({ averaging }) => [`key IN {${averaging}: Array(String)}`, pick(MEAN_SQL[averaging])] as const)
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
    weightedParts: (values, weights) => [weightedPart(0, values, weights), weightedPart(1, values, weights)],
    params: Object.fromEntries(special.map(({ averaging, of }) => [averaging, of])),
  }
}
