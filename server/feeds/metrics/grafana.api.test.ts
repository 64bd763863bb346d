import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import { aDevice, type TestDevice } from '../../testing/a-device.ts'
import { aLocation, BROILER } from '../../testing/a-location.ts'
import { aPlacement } from '../../testing/a-placement.ts'
import { aFirstUser, type TestUser } from '../../testing/a-user.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'

/**
 * Requests as Grafana's data sources send them. Sources (grafana/grafana, 12): pkg/promlib/client/client.go, healthcheck.go,
 * heuristics.go, converter/prom.go; packages/grafana-prometheus/src/resource_clients.ts, metric_find_query.ts, constants.ts.
 * Infinity: grafana/grafana-infinity-datasource, pkg/infinity/headers.go.
 */

let app: TestApp
let owner: TestUser
let device: TestDevice
let areaId: number
let secret: string
const TEMPERATURE = 'barnometer_temperature_celsius'
beforeAll(async () => {
  app = await startTestApp()
  owner = await aFirstUser(app)
  const location = await aLocation(app, owner, { name: 'Hof', areas: [{ name: 'Barn 1', area_type_id: BROILER }] })
  areaId = location.areas[0]?.id ?? 0
  device = await aDevice(app, owner)
  await aPlacement(app, owner, device, location)
  await app.call(api.sendMeasurements, { body: { t: 20, h: 60 } }, device.key)
  await app.app.settle()
  app.clock.forward(MINUTE_MS)
  const feed = await app.call(api.createFeed, { body: { name: 'Grafana', kind: 'metrics' } }, owner.token)
  secret = feed.secret ?? ''
})
afterAll(() => app.close())

/** Time as `formatTime` of client.go writes it: seconds, with what is left of them. */
const at = (ms: number): string => String(ms / 1000)
const now = () => app.clock.now()
/** Period of a dashboard of an hour; language_utils rounds it to whole seconds for lists. */
const range = () => ({
  start: at(Math.floor((now() - HOUR_MS) / 1000) * 1000),
  end: at(Math.ceil(now() / 1000) * 1000),
})

type Fields = Record<string, string>
/** Request to a resource: with POST the fields are a form, and those of its own query are kept (client.go, createRequest). */
const ask = async (method: 'GET' | 'POST', path: string, fields: Fields = {}) => {
  const form = new URLSearchParams(fields).toString()
  const answer = await app.inject({
    method,
    url: `/api/prometheus/${path}${method === 'GET' && form ? `?${form}` : ''}`,
    headers: {
      authorization: `Basic ${Buffer.from(`grafana:${secret}`).toString('base64')}`,
      'user-agent': 'Grafana/12.2.0',
      'accept-encoding': 'gzip',
      'x-grafana-referer': 'http://grafana.example/d/barns',
      ...(method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    },
    ...(method === 'POST' ? { payload: form } : {}),
  })
  const body = answer.headers['content-encoding'] === 'gzip' ? gunzipSync(answer.rawPayload) : answer.rawPayload
  return { status: answer.statusCode, body: JSON.parse(body.toString()) }
}
/** Answer that converter/prom.go reads; `status` comes first with Prometheus, and a failure has `errorType` and `error`. */
const dataOf = async (...request: Parameters<typeof ask>) => {
  const { status, body } = await ask(...request)
  expect([status, body.status], JSON.stringify(body)).toEqual([200, 'success'])
  return body.data
}

describe('the data source for Prometheus', () => {
  test('is tested when it is saved: a query at the fourth second of all time, and the version', async () => {
    const health = await dataOf('POST', 'api/v1/query', { query: '1+1', time: '4' })
    expect(health).toEqual({ resultType: 'scalar', result: [4, '2'] })
    const build = await dataOf('GET', 'api/v1/status/buildinfo')
    // With features it would be taken for a Mimir.
    expect([typeof build.version, build.features]).toEqual(['string', undefined])
  })

  test('starts with the names of metrics and labels, as many as it has room for', async () => {
    const limit = '40000'
    expect(await dataOf('GET', 'api/v1/label/__name__/values', { limit, ...range() })).toEqual([
      'barnometer_humidity_percent',
      TEMPERATURE,
    ])
    expect(await dataOf('POST', 'api/v1/labels', { limit, ...range() })).toEqual(
      '__name__ area device device_id location measurement'.split(' '),
    )
    for (const fields of [{}, { limit: '40000' }, { limit_per_metric: '1' }] as Fields[])
      expect((await dataOf('GET', 'api/v1/metadata', fields))[TEMPERATURE]).toHaveLength(1)
  })

  test.each([
    ['{__name__!=""}', 2],
    ['{area!=""}', 2],
    [`{__name__="${TEMPERATURE}",area!=""}`, 1],
    ['{__name__=~".*temperature.*"}', 1],
    [TEMPERATURE, 1],
    [`${TEMPERATURE}{area="Barn 1"}`, 1],
    [`{"${TEMPERATURE}"}`, 1],
  ])('lists the series of %s', async (match, count) => {
    const fields = { 'match[]': match, limit: '40000', ...range() }
    for (const method of ['POST', 'GET'] as const) {
      expect(await dataOf(method, 'api/v1/series', fields)).toHaveLength(count)
      expect(await dataOf(method, 'api/v1/labels', fields)).toContain('area')
    }
    expect(await dataOf('GET', 'api/v1/label/area/values', fields)).toEqual(['Barn 1'])
  })

  test('tries a refused resource once more with GET, and is told the same', async () => {
    const fields = { 'match[]': `rate(${TEMPERATURE}[5m])`, ...range() }
    for (const method of ['POST', 'GET'] as const) {
      const { status, body } = await ask(method, 'api/v1/series', fields)
      expect([status, body.status, body.errorType, typeof body.error]).toEqual([400, 'error', 'bad_data', 'string'])
    }
  })

  test.each([['15'], ['60'], ['0.5'], ['3600']])(
    'draws a panel with steps of %s s, at times that are no whole seconds, with a time it waits',
    async step => {
      const start = now() - 5 * MINUTE_MS + 123
      const fields = { query: TEMPERATURE, start: at(start), end: at(now() + 456), step, timeout: '60s' }
      const { resultType, result } = await dataOf('POST', 'api/v1/query_range', fields)
      expect(resultType).toBe('matrix')
      for (const { metric, values } of result) {
        expect(metric.__name__).toBe(TEMPERATURE)
        for (const [time, value] of values) expect([typeof time, typeof value]).toEqual(['number', 'string'])
      }
      if (step !== '3600') expect(result[0].values.at(-1)[1]).toBe('20')
    },
  )

  test('reads a variable by what a query results in', async () => {
    const found = await dataOf('GET', 'api/v1/query', { query: TEMPERATURE, time: at(now()) })
    expect(found).toMatchObject({ resultType: 'vector', result: [{ value: [expect.any(Number), '20'] }] })
  })

  test('goes on where something is not there: rules, alerts, exemplars', async () => {
    for (const [method, path] of [
      ['GET', 'api/v1/rules'],
      ['GET', 'api/v1/alerts'],
      ['POST', 'api/v1/query_exemplars'],
    ] as const) {
      const { status, body } = await ask(method, path, { query: TEMPERATURE, ...range() })
      expect([status, typeof body.message]).toEqual([404, 'string'])
    }
  })
})

describe('the data source Infinity', () => {
  test('reads the table of an area as CSV', async () => {
    const { path } = await app.call(
      api.createFeed,
      { body: { name: 'Table', kind: 'values', area_id: areaId, measurements: ['t'] } },
      owner.token,
    )
    const answer = await app.inject({
      method: 'GET',
      url: path,
      headers: { accept: 'text/csv; charset=utf-8', 'user-agent': 'Grafana/12.2.0' },
    })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(answer.body.split('\n').length).toBeGreaterThan(1)
  })

  test('reads the last values as JSON, with an access token', async () => {
    const { token } = await app.call(api.createToken, { body: { name: 'Infinity', scopes: ['read'] } }, owner.token)
    const answer = await app.inject({
      method: 'GET',
      url: `/api/measurements/last?device_id=${device.id}`,
      headers: { accept: 'application/json;q=0.9,text/plain', authorization: `Bearer ${token}` },
    })
    expect([answer.statusCode, answer.json().t.value]).toEqual([200, 20])
  })
})
