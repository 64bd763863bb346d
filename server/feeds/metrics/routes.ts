import type { ResponseOf } from '#shared/contract/endpoint.ts'
import {
  InstantQuery,
  Matching,
  type MetricsMatching,
  metricsEndpoints,
  RangeQuery,
} from '#shared/contract/measurements/metrics.ts'
import { DAY_MS, HOUR_MS } from '#shared/rules/time/units.ts'
import { Failure } from '../../kit/failure.ts'
import { readForm } from '../../kit/http/form-body.ts'
import { type Served, serve } from '../../kit/http/serve.ts'
import { type Words, wordsIn } from '../../kit/language.ts'
import { createFewAtOnce } from '../../kit/limits/few-at-once.ts'
import { countAttempt } from '../../kit/limits/limits.ts'
import { inTurns } from '../../kit/limits/turns.ts'
import type { Services } from '../../kit/services.ts'
import type { Caller } from '../../locations/access.ts'
import { toldKeys } from '../../series/measurement-rows.ts'
import { summedHoursOf } from '../../series/summaries/clean-hours.ts'
import { taxonomyLists } from '../../taxonomy/lists.ts'
import { readerOf } from '../reading.ts'
import {
  countOf,
  evaluate,
  mapped,
  type Named,
  seriesLabels,
  seriesNamed,
  type Times,
  TooMuchAsked,
  type Vector,
  written,
} from './evaluate.ts'
import { METRICS } from './names.ts'
import { createPatterns } from './patterns.ts'
import { durationOf, type Matcher, parseQuery, parseSelector, QueryRefused } from './promql.ts'
import { type Labels, labelOf, type MetricSource, metricSources } from './sources.ts'

/** Steps from the first to the last point of one series, as Prometheus has it: Grafana asks for as many. */
const MAX_POINTS = 11_000
/** Days of which names are listed. */
const NAMES_MS = 31 * DAY_MS
/** Selector that a refusal shows. */
const EXAMPLE = 'barnometer_temperature_celsius{measurement="t"}'
/** Names that one answer holds. */
const MAX_NAMES = 10_000

/** Rows that the limit on them counts as one. */
const ROWS_COUNTED = 10_000

type Context = Services & { metricsKey: number; t: Words }

const refused = (field: string, sentence: string): Failure =>
  new Failure('unreadable_request', { fields: { [field]: [sentence] } })

/** Does what a query asks for; one that is refused is told in a sentence of what is understood. */
const understood = async <Result>(t: Words, field: string, work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof TooMuchAsked) throw refused(field, t('metrics.too_much'))
    if (!(error instanceof QueryRefused)) throw error
    throw refused(field, t(`metrics.${error.reason}`, { part: error.part, example: EXAMPLE }))
  }
}

/** Time (epoch ms, whole seconds) of Unix seconds or RFC 3339. Throws unreadable_request. */
const timeOf = (t: Words, field: string, text: string): number => {
  const time = /^-?\d+(\.\d+)?(e\d+)?$/i.test(text) ? Number(text) * 1000 : Date.parse(text)
  // No clock of a device shows years beyond these.
  if (!(Math.abs(time) < Date.UTC(2200, 0, 1))) throw refused(field, t('metrics.time'))
  return Math.round(time / 1000) * 1000
}

const rangeOf = (t: Words, { start, end, step }: { start: string; end: string; step: string }): Times => {
  const [from, until] = [timeOf(t, 'start', start), timeOf(t, 'end', end)]
  const given = durationOf(step) / 1000
  // A longer step makes no more points than were asked for.
  const wanted = (given > 1 ? Math.ceil(given) : Math.round(given)) * 1000
  if (until < from) throw refused('end', t('metrics.end'))
  if (!(wanted >= 1000)) throw refused('step', t('metrics.step'))
  const times = { from, until, step: wanted, single: false }
  if (countOf(times) - 1 > MAX_POINTS) throw refused('step', t('metrics.points', { most: MAX_POINTS }))
  return times
}

/** Queries of one person that a process answers beside each other: a dashboard asks for all of its panels at once. */
const inLine = createFewAtOnce<number>(2)

/** Counts what a person's queries read and reckon with. What is little is not worth a note: calls are counted as well. */
const countingRows = (context: Context, { id }: Caller) => {
  let left = 0
  return async (rows: number): Promise<void> => {
    const counted = Math.floor((left + rows) / ROWS_COUNTED)
    left += rows - counted * ROWS_COUNTED
    if (counted > 0) await countAttempt(context, 'metrics_rows', id, counted)
  }
}

/** Answer to a query in the form that `tell` gives it, worked out in turns. */
const answersTo = async <Answer>(
  context: Context,
  query: string,
  { times, tell }: { times: Times; tell: (found: number | Vector[]) => Generator<undefined, Answer> },
): Promise<Answer> => {
  const { db, series, metricsKey } = context
  const reader = await readerOf(context, metricsKey, 'metrics')
  const t = wordsIn(reader.language)
  return understood(t, 'query', async () => {
    const expression = parseQuery(query)
    // Windows may reach back as far as they like: what is seen is seen at all times.
    const within = { from: Number.NEGATIVE_INFINITY, until: times.until }
    const sources = await metricSources(db, { caller: reader.caller, within, t })
    const mayRead = countingRows(context, reader.caller)
    return inLine(reader.caller.id, async () =>
      inTurns(tell(await evaluate(expression, { db, series, sources, times, mayRead }))),
    )
  })
}

const seconds = (time: number): number => time / 1000
const inOrder = (vectors: readonly Vector[]): Vector[] =>
  vectors
    .map(vector => ({ vector, name: JSON.stringify(vector.labels) }))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .map(({ vector }) => vector)

const queryAt = async (
  { query, time }: { query: string; time?: string | undefined },
  context: Context,
): Promise<ResponseOf<typeof metricsEndpoints.queryMetrics>> => {
  const at = time === undefined ? Math.floor(context.now() / 1000) * 1000 : timeOf(context.t, 'time', time)
  const times = { from: at, until: at, step: 1000, single: true }
  return answersTo(context, query, { times, tell: found => toldAt(seconds(at), found) })
}

function* toldAt(
  time: number,
  found: number | Vector[],
): Generator<undefined, ResponseOf<typeof metricsEndpoints.queryMetrics>> {
  if (typeof found === 'number')
    return { status: 'success', data: { resultType: 'scalar', result: [time, written(found)] } }
  const result = inOrder(found).flatMap(({ labels, values: [value] }) =>
    value === null || value === undefined
      ? []
      : [{ metric: labels, value: [time, written(value)] as [number, string] }],
  )
  return { status: 'success', data: { resultType: 'vector', result } }
}

const queryOver = async (
  { query, ...range }: { query: string; start: string; end: string; step: string },
  context: Context,
): Promise<ResponseOf<typeof metricsEndpoints.queryMetricsRange>> => {
  const times = rangeOf(context.t, range)
  return answersTo(context, query, { times, tell: found => toldOver(times, found) })
}

function* toldOver(
  times: Times,
  found: number | Vector[],
): Generator<undefined, ResponseOf<typeof metricsEndpoints.queryMetricsRange>> {
  const vectors =
    typeof found === 'number' ? [{ labels: {}, values: new Array<number>(countOf(times)).fill(found) }] : inOrder(found)
  const result: { metric: Labels; values: [number, string][] }[] = []
  for (const { labels, values } of vectors) {
    const samples = yield* mapped(values, (value, index): [number, string] | null =>
      value === null ? null : [seconds(times.from + index * times.step), written(value)],
    )
    result.push({ metric: labels, values: samples.filter(sample => sample !== null) })
  }
  return { status: 'success', data: { resultType: 'matrix', result } }
}

/** Labels of the series that were told in a period, or its last 31 days, and that one of the selectors fits. */
const labelSets = async (context: Context, input: MetricsMatching): Promise<Labels[]> => {
  const { db, series, now, metricsKey, t } = context
  const reader = await readerOf(context, metricsKey, 'metrics')
  // The end is part of it, as with Prometheus.
  const until = Math.min(input.end === undefined ? now() : timeOf(t, 'end', input.end), now()) + 1000
  const start = input.start === undefined ? until - NAMES_MS : timeOf(t, 'start', input.start)
  const within = { from: Math.max(start, until - NAMES_MS), until }
  const selectors = await understood(t, 'match[]', async () => {
    const patterns = createPatterns()
    return (input['match[]'] ?? []).map(selector => parseSelector(selector, patterns))
  })
  const sources = await metricSources(db, { caller: reader.caller, within, t })
  const counted = countingRows(context, reader.caller)
  return inLine(reader.caller.id, async () => {
    const all = selectors.length > 0 ? selectors : [[]]
    await counted(all.flat().length * sources.length)
    const matching = await understood(t, 'match[]', () => inTurns(allNamed(sources, all)))
    await counted(matching.reduce((sum, { metrics }) => sum + metrics.length, 0))
    const wanted = [...new Set(matching.map(({ source }) => source))]
    if (wanted.length === 0) return []
    const ids = [...new Set(wanted.map(({ deviceId }) => deviceId))]
    await counted((ids.length * (within.until - within.from)) / HOUR_MS)
    const summed = await summedHoursOf(db, ids, within)
    const told = await toldKeys(series, wanted, undefined, summed)
    return inTurns(labelsTold(matching, told))
  })
}

function* allNamed(
  sources: readonly MetricSource[],
  selectors: readonly (readonly Matcher[])[],
): Generator<undefined, Named[]> {
  const named: Named[][] = []
  for (const matchers of selectors) named.push(yield* seriesNamed(sources, matchers))
  return named.flat()
}

/** Labels of each series that was told, once however many selectors it fits. */
function* labelsTold(
  matching: readonly Named[],
  told: ReadonlyMap<number, { has: (key: string) => boolean }>,
): Generator<undefined, Labels[]> {
  const sets = new Map<string, Labels>()
  for (const { source, metrics } of matching) {
    const keys = told.get(source.deviceId)
    for (const metric of keys ? metrics.filter(({ key }) => keys.has(key)) : []) {
      const labels = seriesLabels(source, metric)
      sets.set(JSON.stringify(labels), labels)
    }
    yield
  }
  return [...sets.values()]
}

/** First of these, as many as somebody wants or an answer holds; 0 is as many as it holds. */
export const limited = <One>(all: readonly One[], limit = 0): One[] =>
  all.slice(0, Math.min(limit || MAX_NAMES, MAX_NAMES))

const labelNames = async (input: MetricsMatching, context: Context) => {
  const names = new Set((await labelSets(context, input)).flatMap(labels => Object.keys(labels)))
  return { status: 'success' as const, data: limited([...names].sort(), input.limit) }
}

const seriesList = async (input: MetricsMatching, context: Context) => {
  if (!input['match[]']?.length) throw refused('match[]', context.t('metrics.match'))
  return { status: 'success' as const, data: limited(await labelSets(context, input), input.limit) }
}

export const metricsRoutes: Served[] = serve(metricsEndpoints, {
  queryMetrics: ({ query }, context) => queryAt(query, context),
  queryMetricsByForm: ({ body }, context) => queryAt(readForm(InstantQuery, body, context), context),
  queryMetricsRange: ({ query }, context) => queryOver(query, context),
  queryMetricsRangeByForm: ({ body }, context) => queryOver(readForm(RangeQuery, body, context), context),
  listMetricLabels: ({ query }, context) => labelNames(query, context),
  listMetricLabelsByForm: ({ body }, context) => labelNames(readForm(Matching, body, context), context),
  listMetricSeries: ({ query }, context) => seriesList(query, context),
  listMetricSeriesByForm: ({ body }, context) => seriesList(readForm(Matching, body, context), context),

  listMetricLabelValues: async ({ params, query }, context) => {
    const values = new Set((await labelSets(context, query)).map(labels => labelOf(labels, params.name)))
    return { status: 'success' as const, data: limited([...values].filter(Boolean).sort(), query.limit) }
  },

  describeMetrics: async ({ query }, context) => {
    const reader = await readerOf(context, context.metricsKey, 'metrics')
    const { chart_groups } = taxonomyLists(reader.language)
    const helpOf = new Map(chart_groups.map(({ id, name }) => [id, name]))
    const known = METRICS.filter(({ name }) => query.metric === undefined || name === query.metric)
    const described = known.map(({ name, type }) => {
      const help = [helpOf.get(type.chart_group_id), type.unit && `(${type.unit})`].filter(Boolean).join(' ')
      return [name, [{ type: 'gauge' as const, help, unit: '' }]] satisfies [string, object[]]
    })
    return {
      status: 'success' as const,
      data: Object.fromEntries(query.limit ? described.slice(0, query.limit) : described),
    }
  },

  getMetricsBuild: async (_, context) => {
    await readerOf(context, context.metricsKey, 'metrics')
    const none = { revision: '', branch: '', buildUser: '', buildDate: '', goVersion: '' }
    return { status: 'success' as const, data: { application: 'Barnometer', version: '2.54.0', ...none } }
  },
})
