import { elementAt } from '#shared/rules/collections/elements.ts'
import { sumOf } from '#shared/rules/collections/sum.ts'
import { type Averaging, meanOf } from '#shared/rules/science/mean.ts'
import { type Interval, partsWithin } from '#shared/rules/time/interval.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import { correctionsOf } from '../../devices/calibrations.ts'
import { inTurns } from '../../kit/limits/turns.ts'
import type { Services } from '../../kit/services.ts'
import { measurementSteps, readingCounts, type StepRow, takesHours } from '../../series/measurement-rows.ts'
import { averagingOfKey } from '../../series/statistics.ts'
import { summedHoursOf } from '../../series/summaries/clean-hours.ts'
import { METRICS } from './names.ts'
import type { Expression, Matcher, Selector } from './promql.ts'
import { type Labels, type MetricSource, matchesAll } from './sources.ts'

/** Values of a series at each of the times asked for; null where there is none. */
export interface Vector {
  labels: Labels
  /** The way in which its values become one. */
  averaging: Averaging
  values: (number | null)[]
}

/** Times asked for, epoch ms: `from`, and every `step` after it up to and with `until`. */
export interface Times {
  from: number
  until: number
  step: number
  /** Mark of a question about `from` alone. */
  single: boolean
}

export const countOf = ({ from, until, step }: Times): number => Math.floor((until - from) / step) + 1

/** A query that is understood, but would cost too much. */
export class TooMuchAsked extends Error {}

/** Series that one selector may find: more are no picture. */
const MAX_SERIES = 500
/** Values that one answer may hold, and rows that it may be made of. */
const MAX_VALUES = 500_000
/** Readings, or hours of summaries, that one selector may read. */
const MAX_READ = 10_000_000
/** Steps read of one series. */
const MAX_STEPS = 50_000
/** Length of a window, ms: no installation has measured for longer. */
const MAX_WINDOW_MS = 10 * 365 * DAY_MS
/** ms of which readings are read one by one; steps of whole hours, which summaries hold, go back as far as they like. */
const MAX_READ_MS = 100 * DAY_MS
/** Steps looked at in overlapping windows. */
const MAX_LOOKS = 20_000_000
/** Steps looked at before others have their turn. */
const LOOKS_OF_A_TURN = 10_000

/** The newest value stands for this long, as with Prometheus; longer for a device that seldom sends. */
const LOOKBACK_MS = 5 * MINUTE_MS
const MISSED = 2.5

type Stores = Pick<Services, 'db' | 'series'>

interface Asking extends Stores {
  sources: readonly MetricSource[]
  times: Times
  /** Is told how many readings, hours of summaries or values will be looked at, before they are; refuses by throwing. */
  mayRead: (rows: number) => Promise<void>
}

export const evaluate = async (expression: Expression, asking: Asking): Promise<number | Vector[]> => {
  switch (expression.kind) {
    case 'number':
      return expression.value
    case 'selector':
      return selected(expression, asking)
    case 'aggregate': {
      const of = await evaluate(expression.of, asking)
      if (typeof of === 'number') return of
      await asking.mayRead(valuesIn(of))
      return inTurns(aggregated(expression, of))
    }
    case 'binary': {
      const { operator } = expression
      const [left, right] = [await evaluate(expression.left, asking), await evaluate(expression.right, asking)]
      if (typeof left === 'number' && typeof right === 'number') return calculated(operator, left, right)
      const [vectors, number] = typeof left === 'number' ? [right as Vector[], left] : [left, right as number]
      const of = (value: number) =>
        typeof left === 'number' ? calculated(operator, number, value) : calculated(operator, value, number)
      await asking.mayRead(valuesIn(vectors))
      return inTurns(eachValue(vectors, value => (value === null ? null : of(value))))
    }
  }
}

const valuesIn = (vectors: readonly Vector[]): number => sumOf(vectors.map(({ values }) => values.length))

/** Makes something of each of many items, in pieces that others have their turn between. */
export function* mapped<One, Result>(
  items: readonly One[],
  make: (item: One, index: number) => Result,
): Generator<undefined, Result[]> {
  const results: Result[] = []
  for (const [index, item] of items.entries()) {
    results.push(make(item, index))
    if (index % LOOKS_OF_A_TURN === 0) yield
  }
  return results
}

function* eachValue(
  vectors: readonly Vector[],
  make: (value: number | null) => number | null,
): Generator<undefined, Vector[]> {
  const made: Vector[] = []
  for (const one of vectors)
    made.push({ ...one, labels: withoutName(one.labels), values: yield* mapped(one.values, make) })
  return made
}

type Binary = Extract<Expression, { kind: 'binary' }>
type Aggregate = Extract<Expression, { kind: 'aggregate' }>

const calculated = (operator: Binary['operator'], left: number, right: number): number => {
  if (operator === '+') return left + right
  if (operator === '-') return left - right
  return operator === '*' ? left * right : left / right
}

const withoutName = ({ __name__: _, ...labels }: Labels): Labels => labels

/** Metrics whose name and measurement the conditions fit, with the conditions that are left. */
const metricsOf = (matchers: readonly Matcher[]) => {
  const ofMetric = matchers.filter(({ label }) => label === '__name__' || label === 'measurement')
  return {
    metrics: METRICS.filter(({ name, type }) =>
      matchesAll({ __name__: name, measurement: type.abbreviation }, ofMetric),
    ),
    rest: matchers.filter(one => !ofMetric.includes(one)),
  }
}

/** Metric of a source: its name and the measurement that it holds. */
interface NamedMetric {
  name: string
  key: string
}
/** A source with the metrics that it may have. */
export interface Named {
  source: MetricSource
  metrics: readonly NamedMetric[]
}

/** Sources that the conditions fit, each with the metrics that fit them; there may be many of both. */
export function* seriesNamed(
  sources: readonly MetricSource[],
  matchers: readonly Matcher[],
): Generator<undefined, Named[]> {
  const { metrics, rest } = metricsOf(matchers)
  const keyed = metrics.map(({ name, type }) => ({ name, key: type.abbreviation }))
  const named: Named[] = []
  if (keyed.length === 0) return named
  for (const source of sources) {
    if (matchesAll(source.labels, rest)) named.push({ source, metrics: keyed })
    yield
  }
  return named
}

/** Labels of the series of one metric of a source. */
export const seriesLabels = ({ labels }: MetricSource, { name, key }: NamedMetric): Labels => ({
  __name__: name,
  measurement: key,
  ...labels,
})

const greatestDivisor = (a: number, b: number): number => (b === 0 ? a : greatestDivisor(b, a % b))

/** Statistics of one series, by the number of their step. */
type Steps = ReadonlyMap<number, StepRow>

/** Steps that are read for a selector. */
interface Grid {
  /** Epoch ms of the beginning of step 0. */
  from: number
  /** ms */
  size: number
  /** Time that is read: the first and last step may reach further. */
  within: Interval
  /** Steps that a window takes, and the steps back from a time at which there may still be a value. */
  window: number
  lookback: (source: MetricSource) => number
  /** Number of the step that ends at a time, or of the last that holds any of what was before it. */
  lastBefore: (time: number) => number
}

const lookbackOf = ({ uploadInterval }: MetricSource): number => Math.max(LOOKBACK_MS, uploadInterval * 1000 * MISSED)

/** Time of which a source can have something to tell, or somewhat more. */
const reachOf = ({ over }: Selector, source: MetricSource, times: Times): Interval => ({
  from: times.from - (over ? over.window : lookbackOf(source) + Math.max(times.step, MINUTE_MS)),
  until: lastOf(times),
})

const gridOf = ({ over }: Selector, { times, sources }: Asking): Grid => {
  const { step, single } = times
  const until = lastOf(times)
  if (over && single) return windowOf(over.window, until)
  const size = over ? greatestDivisor(over.window, step) : single ? MINUTE_MS : step
  const lookback = (source: MetricSource) => (over ? 1 : Math.max(1, Math.ceil(lookbackOf(source) / size)))
  const longest = sources.reduce((most, source) => Math.max(most, lookback(source)), 1)
  const from = times.from - (over ? over.window : longest * size)
  const lastBefore = (time: number) => Math.round((time - from) / size) - 1
  return { from, size, within: { from, until }, window: over ? over.window / size : 1, lookback, lastBefore }
}

/** Step of whole hours around a window: its inside is read from summaries, and only what it cuts from readings. */
const windowOf = (window: number, until: number): Grid => {
  const within = { from: until - window, until }
  const from = Math.floor(within.from / HOUR_MS) * HOUR_MS
  const size = Math.ceil((until - from) / HOUR_MS) * HOUR_MS
  return { from, size, within, window: 1, lookback: () => 1, lastBefore: () => 0 }
}

/** The last of the times asked for. */
const lastOf = (times: Times): number => times.from + (countOf(times) - 1) * times.step

/** Times on the full hour where whole hours are asked for, so that summaries hold them: zones of half hours have theirs in between. */
const onTheHour = ({ over }: Selector, times: Times): Times => {
  if (times.single || times.step % HOUR_MS !== 0 || (over && over.window % HOUR_MS !== 0)) return times
  const late = times.from % HOUR_MS
  return { ...times, from: times.from - late, until: times.until - late }
}

const selected = async (selector: Selector, given: Asking): Promise<Vector[]> => {
  const asking = { ...given, times: onTheHour(selector, given.times) }
  const { db, series, times, mayRead } = asking
  await mayRead(asking.sources.length * selector.matchers.length)
  const fitting = await inTurns(seriesNamed(asking.sources, selector.matchers))
  // Places of long ago are no part of what is asked for, and cost nothing.
  const named = fitting.filter(({ source }) => partsWithin(source.ranges, reachOf(selector, source, times)).length > 0)
  const keys = [...new Set(named[0]?.metrics.map(({ key }) => key))]
  if (keys.length === 0) return []
  const grid = gridOf(selector, { ...asking, sources: named.map(({ source }) => source) })
  const { within } = grid
  const steps = Math.ceil((within.until - grid.from) / grid.size)
  if (named.length > MAX_SERIES || steps > MAX_STEPS) throw new TooMuchAsked()
  if (selector.over && selector.over.window > MAX_WINDOW_MS) throw new TooMuchAsked()
  const ofSources = named.map(({ source: { deviceId, ranges } }) => ({ deviceId, ranges: partsWithin(ranges, within) }))
  const ids = [...new Set(named.map(({ source }) => source.deviceId))]
  // Steps begin where the times asked for do, on no clock of a place.
  const segments = [{ start: Number.NEGATIVE_INFINITY, offset: -(grid.from % grid.size) }]
  const step = grid.size / 1000
  const takes = takesHours({ step, segments })
  if (!takes && within.until - within.from > MAX_READ_MS) throw new TooMuchAsked()
  const summed = await summedHoursOf(db, ids, within)
  const hours = Math.ceil((within.until - within.from) / HOUR_MS) + 2
  // Hours of summaries tell what there is before any of it is read.
  await mayRead(ids.length * hours)
  const counts = await readingCounts(series, ofSources, keys, summed)
  const told = ofSources.map(({ deviceId, ranges }) =>
    ranges.length > 0 ? [...(counts.get(deviceId)?.values() ?? [])] : [],
  )
  const readings = sumOf(told.flat().map(count => (takes ? Math.min(count, hours) : count)))
  const rows = sumOf(told.flat().map(count => Math.min(count, steps)))
  const values = told.flat().length * countOf(times)
  if (told.flat().length > MAX_SERIES || values > MAX_VALUES || rows > MAX_VALUES || readings > MAX_READ)
    throw new TooMuchAsked()
  if (values * grid.window > MAX_LOOKS) throw new TooMuchAsked()
  await mayRead(readings + values * grid.window)
  const parts = ofSources.map(source => [counts.has(source.deviceId) ? source : { ...source, ranges: [] }])
  const corrections = await correctionsOf(db, ids)
  const found = await measurementSteps(series, {
    ...{ parts, keys, step, segments, corrections, without: [] },
    summed: takes ? summed : null,
  })
  return inTurns(vectorsOf(selector, { found, named, grid, times }))
}

interface Found {
  /** Steps in the order of their parts, measurements and times. */
  found: readonly StepRow[]
  named: readonly Named[]
  grid: Grid
  times: Times
}

function* vectorsOf(selector: Selector, { found, named, grid, times }: Found): Generator<undefined, Vector[]> {
  const vectors: Vector[] = []
  for (let begin = 0; begin < found.length; ) {
    const { part, key } = elementAt(found, begin)
    let end = begin + 1
    while (found[end]?.part === part && found[end]?.key === key) end += 1
    const rows = found.slice(begin, end)
    begin = end
    const { source, metrics } = elementAt(named, part)
    const metric = metrics.find(one => one.key === key)
    if (!metric) continue
    const labels = seriesLabels(source, metric)
    const averaging = averagingOfKey(key)
    const steps: Steps = new Map(rows.map(row => [Math.round((row.start - grid.from) / grid.size), row]))
    yield
    const { over } = selector
    const values = over
      ? yield* windowsOf(steps, { statistic: over.statistic, averaging, grid, times })
      : yield* newestOf(steps, { lookback: grid.lookback(source), grid, times })
    if (values.some(value => value !== null))
      vectors.push({
        labels: over ? withoutName(labels) : labels,
        averaging: over?.statistic === 'count' ? 'arithmetic' : averaging,
        values,
      })
  }
  return vectors
}

type Over = NonNullable<Selector['over']>
type Values = (number | null)[]

function* windowsOf(
  steps: Steps,
  {
    statistic,
    averaging,
    grid,
    times,
  }: { statistic: Over['statistic']; averaging: Averaging; grid: Grid; times: Times },
): Generator<undefined, Values> {
  const turn = Math.max(1, Math.floor(LOOKS_OF_A_TURN / grid.window))
  const values: Values = []
  for (let index = 0; index < countOf(times); index += 1) {
    const last = grid.lastBefore(times.from + index * times.step)
    values.push(statisticOf(statistic, averaging, rowsIn(steps, last, grid.window)))
    if (index % turn === 0) yield
  }
  return values
}

/** The newest value at each time, as long as it stands: carried on from one time to the next, so that silence costs nothing. */
export function* newestOf(
  steps: { get(step: number): Pick<StepRow, 'mean'> | undefined },
  { lookback, grid, times }: { lookback: number; grid: Pick<Grid, 'lastBefore'>; times: Times },
): Generator<undefined, Values> {
  const values: Values = []
  let looked = -1
  let newest: { step: number; mean: number } | null = null
  for (let index = 0; index < countOf(times); index += 1) {
    const last = grid.lastBefore(times.from + index * times.step)
    while (looked < last) {
      looked += 1
      const mean = steps.get(looked)?.mean
      if (mean !== undefined && mean !== null) newest = { step: looked, mean }
    }
    values.push(newest && newest.step > last - lookback ? newest.mean : null)
    if (index % LOOKS_OF_A_TURN === 0) yield
  }
  return values
}

const rowsIn = (steps: Steps, last: number, count: number): StepRow[] => {
  const rows: StepRow[] = []
  for (let step = last - count + 1; step <= last; step += 1) {
    const row = steps.get(step)
    if (row) rows.push(row)
  }
  return rows
}

const statisticOf = (statistic: Over['statistic'], averaging: Averaging, rows: readonly StepRow[]): number | null => {
  if (rows.length === 0) return null
  if (statistic === 'count') return rows.reduce((sum, { count }) => sum + count, 0)
  if (statistic === 'min') return rows.reduce((least, { min }) => Math.min(least, min), Number.POSITIVE_INFINITY)
  if (statistic === 'max') return rows.reduce((most, { max }) => Math.max(most, max), Number.NEGATIVE_INFINITY)
  const [only] = rows
  if (only && rows.length === 1) return only.mean
  const told = rows.filter(({ mean }) => mean !== null)
  return meanOf(
    averaging,
    told.map(({ mean }) => mean ?? 0),
    told.map(({ count }) => count),
  )
}

/** Values of the series of each group as one: sound by its energy and directions by where they point, as everywhere. */
export function* aggregated(
  { operation, labels, without }: Pick<Aggregate, 'operation' | 'labels' | 'without'>,
  of: readonly Vector[],
): Generator<undefined, Vector[]> {
  const listed = new Set(labels)
  const groupOf = (one: Vector): Labels =>
    Object.fromEntries(
      Object.entries(one.labels).filter(([name]) =>
        without ? name !== '__name__' && !listed.has(name) : listed.has(name),
      ),
    )
  const groups = Map.groupBy(of, one => JSON.stringify(Object.entries(groupOf(one)).sort()))
  const vectors: Vector[] = []
  for (const group of groups.values()) {
    const first = elementAt(group, 0)
    const averaging = group.every(one => one.averaging === first.averaging) ? first.averaging : 'arithmetic'
    const turn = Math.ceil(LOOKS_OF_A_TURN / group.length)
    const values: Values = []
    for (let index = 0; index < first.values.length; index += 1) {
      const told = group.flatMap(one => one.values[index] ?? [])
      values.push(told.length === 0 ? null : oneOf(operation, averaging, told))
      if (index % turn === 0) yield
    }
    vectors.push({ labels: groupOf(first), averaging: operation === 'count' ? 'arithmetic' : averaging, values })
  }
  return vectors
}

const oneOf = (operation: Aggregate['operation'], averaging: Averaging, told: readonly number[]): number | null => {
  if (operation === 'count') return told.length
  if (operation === 'sum') return sumOf(told)
  if (operation === 'min') return told.reduce((least, value) => Math.min(least, value))
  if (operation === 'max') return told.reduce((most, value) => Math.max(most, value))
  return meanOf(averaging, told)
}

/** Number as Prometheus writes it, without the noise of binary fractions. */
export const written = (value: number): string => {
  if (Number.isNaN(value)) return 'NaN'
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf'
  return String(Number(value.toPrecision(12)))
}
