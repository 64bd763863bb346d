import { z } from 'zod'
import { endpoints } from '../endpoint.ts'

/** Time as Unix seconds or RFC 3339. */
const Time = z.string().max(40)
/** A dashboard writes the names of all that somebody picked, hundreds of them, into one query. */
const Query = z.string().max(32_000)

export const InstantQuery = z.object({ query: Query, time: Time.optional() })
export const RangeQuery = z.object({ query: Query, start: Time, end: Time, step: z.string().max(20) })
export const Matching = z.object({
  'match[]': z.union([Query.transform(one => [one]), z.array(Query).max(20)]).optional(),
  start: Time.optional(),
  end: Time.optional(),
  limit: z.coerce.number().int().min(0).optional(),
})
export type MetricsMatching = z.output<typeof Matching>

const LabelSet = z.record(z.string(), z.string())
/** Unix seconds and the value as text. */
const Sample = z.tuple([z.number(), z.string()])
/** Samples by the thousand are not checked one by one on their way out. */
const Samples = z.custom<z.output<typeof Sample>[]>()
const success = <Data extends z.ZodType>(data: Data) => z.object({ status: z.literal('success'), data })

const InstantAnswer = success(
  z.discriminatedUnion('resultType', [
    z.object({ resultType: z.literal('vector'), result: z.array(z.object({ metric: LabelSet, value: Sample })) }),
    z.object({ resultType: z.literal('scalar'), result: Sample }),
  ]),
)
const RangeAnswer = success(
  z.object({
    resultType: z.literal('matrix'),
    result: z.array(z.object({ metric: LabelSet, values: Samples })),
  }),
)

/** Fields as a form sends them; the server reads them by the schema of the query. */
const Form = z
  .string()
  .max(64 * 1024)
  .optional()
const FORM = ['application/x-www-form-urlencoded'] as const
const BASE = '/prometheus/api/v1'
/** Parts that all of them share: a key of its own, and failures in the form that Prometheus gives them. */
const READ = { access: 'metrics', failureForm: 'prometheus', failures: ['limit_exceeded'] } as const

const instant = { ...READ, path: `${BASE}/query`, response: InstantAnswer }
const range = { ...READ, path: `${BASE}/query_range`, response: RangeAnswer }
const labels = { ...READ, path: `${BASE}/labels`, response: success(z.array(z.string())) }
const series = { ...READ, path: `${BASE}/series`, response: success(z.array(LabelSet)) }

/** Reading as Prometheus answers it (https://prometheus.io/docs/prometheus/latest/querying/api/), as far as Grafana asks. */
export const metricsEndpoints = endpoints({
  queryMetrics: {
    ...instant,
    method: 'GET',
    summary: 'Values at one time, as Prometheus answers a query in PromQL',
    query: InstantQuery,
  },
  queryMetricsByForm: {
    ...instant,
    method: 'POST',
    summary: 'Values at one time; the same, asked for by a form',
    body: Form,
    bodyTypes: FORM,
  },
  queryMetricsRange: {
    ...range,
    method: 'GET',
    summary: 'Values over a period, as Prometheus answers a query in PromQL: each the mean of the step that ends then',
    query: RangeQuery,
  },
  queryMetricsRangeByForm: {
    ...range,
    method: 'POST',
    summary: 'Values over a period; the same, asked for by a form',
    body: Form,
    bodyTypes: FORM,
  },
  listMetricLabels: {
    ...labels,
    method: 'GET',
    summary: 'Names of the labels of series, at most of the last 31 days of a period',
    query: Matching,
  },
  listMetricLabelsByForm: {
    ...labels,
    method: 'POST',
    summary: 'Names of the labels of series; the same, asked for by a form',
    body: Form,
    bodyTypes: FORM,
  },
  listMetricLabelValues: {
    ...READ,
    method: 'GET',
    path: `${BASE}/label/:name/values`,
    summary: 'Values of a label; of __name__ all metrics, at most of the last 31 days of a period',
    params: z.object({ name: z.string().max(100) }),
    query: Matching,
    response: success(z.array(z.string())),
  },
  listMetricSeries: {
    ...series,
    method: 'GET',
    summary: 'Series by their labels, at most of the last 31 days of a period',
    query: Matching,
  },
  listMetricSeriesByForm: {
    ...series,
    method: 'POST',
    summary: 'Series by their labels; the same, asked for by a form',
    body: Form,
    bodyTypes: FORM,
  },
  describeMetrics: {
    ...READ,
    method: 'GET',
    path: `${BASE}/metadata`,
    summary: 'Metrics in words',
    query: z.object({ metric: z.string().max(200).optional(), limit: z.coerce.number().int().optional() }),
    response: success(
      z.record(z.string(), z.array(z.object({ type: z.literal('gauge'), help: z.string(), unit: z.string() }))),
    ),
  },
  getMetricsBuild: {
    ...READ,
    method: 'GET',
    path: `${BASE}/status/buildinfo`,
    summary: 'Version whose calls are answered, by which Grafana decides what it asks for',
    response: success(
      z.object({
        application: z.string(),
        version: z.string(),
        revision: z.string(),
        branch: z.string(),
        buildUser: z.string(),
        buildDate: z.string(),
        goVersion: z.string(),
      }),
    ),
  },
})
