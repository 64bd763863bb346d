import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { FEED_IDLE_DAYS } from '#shared/rules/accounts/feeds.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import { summedHoursOf } from '../../series/summaries/clean-hours.ts'
import { sumHours } from '../../series/summaries/summing.ts'
import { aDevice } from '../../testing/a-device.ts'
import { aLocation, BROILER } from '../../testing/a-location.ts'
import { aPlacement } from '../../testing/a-placement.ts'
import { aFirstUser, aUser, type TestUser } from '../../testing/a-user.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { endSecretsOf } from '../../users/sign-in/other-ways-in.ts'
import { evaluate, type Vector } from './evaluate.ts'
import { parseQuery } from './promql.ts'
import { limited } from './routes.ts'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await startTestApp()
  admin = await aFirstUser(app)
})
afterAll(() => app.close())

const TEMPERATURE = 'barnometer_temperature_celsius'

const aKey = async (user: TestUser) => {
  const { path, secret } = await app.call(api.createFeed, { body: { name: 'Office', kind: 'metrics' } }, user.token)
  return { path, secret: secret ?? '' }
}

/** Calls as Grafana makes them: basic authentication, and a form where its data source is set to POST. */
const asked = async (
  secret: string,
  call: string,
  fields: Record<string, string> = {},
  method: 'GET' | 'POST' = 'POST',
) => {
  const form = new URLSearchParams(fields).toString()
  return app.inject({
    method,
    url: `/api/prometheus/api/v1/${call}${method === 'GET' && form ? `?${form}` : ''}`,
    headers: {
      authorization: `Basic ${Buffer.from(`barnometer:${secret}`).toString('base64')}`,
      ...(method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    },
    ...(method === 'POST' ? { payload: form } : {}),
  })
}

const seconds = (ms: number): string => String(ms / 1000)
const now = () => app.clock.now()

const aFarm = async (name = 'Zonneveld') => {
  const owner = await aUser(app)
  const location = await aLocation(app, owner, { name, areas: [{ name: 'Barn 1', area_type_id: BROILER }] })
  const device = await aDevice(app, owner)
  await aPlacement(app, owner, device, location)
  return { owner, location, device, ...(await aKey(owner)) }
}
type Farm = Awaited<ReturnType<typeof aFarm>>

const send = async (farm: Farm, body: object | object[]) => {
  await app.call(api.sendMeasurements, { body: body as never }, farm.device.key)
  await app.app.settle()
}

const over = async (farm: Farm, query: string, { from, until, step }: { from: number; until: number; step: string }) =>
  asked(farm.secret, 'query_range', { query, start: seconds(from), end: seconds(until), step })

describe('what Grafana asks before anything else', () => {
  test('is answered: "Save & test" reckons, asks for the version, and lists metrics', async () => {
    const farm = await aFarm()
    expect(farm.path).toBe('/api/prometheus')
    expect(farm.secret).toMatch(/^bmf_[\w-]{43}$/)
    const health = await asked(farm.secret, 'query', { query: '1+1', time: '4' })
    expect(health.json()).toEqual({ status: 'success', data: { resultType: 'scalar', result: [4, '2'] } })
    expect(health.headers['cache-control']).toBe('no-store')
    const build = (await asked(farm.secret, 'status/buildinfo', {}, 'GET')).json()
    expect(build.data.version).toMatch(/^\d+\.\d+\.\d+$/)
    const metadata = (await asked(farm.secret, 'metadata', {}, 'GET')).json()
    expect(metadata.data[TEMPERATURE]).toEqual([{ type: 'gauge', help: 'Temperature (°C)', unit: '' }])
    for (const name of Object.keys(metadata.data)) expect(name).toMatch(/^barnometer_[a-z][a-z0-9_]*$/)
    await send(farm, { t: 20, h: 60 })
    const range = { start: seconds(now() - HOUR_MS), end: seconds(now() + MINUTE_MS) }
    const names = await asked(farm.secret, 'label/__name__/values', range, 'GET')
    expect(names.json()).toEqual({ status: 'success', data: ['barnometer_humidity_percent', TEMPERATURE] })
  })

  test('takes a bearer token as well, and nothing that is no such key', async () => {
    const farm = await aFarm()
    const bearer = (token: string) =>
      app.inject({
        method: 'GET',
        url: '/api/prometheus/api/v1/query?query=2*3',
        headers: { authorization: `Bearer ${token}` },
      })
    expect((await bearer(farm.secret)).json().data.result[1]).toBe('6')
    const calendar = await app.call(
      api.createFeed,
      { body: { name: 'Mine', kind: 'calendar', events: ['rounds'] } },
      farm.owner.token,
    )
    const ofCalendar = calendar.path.split('/')[3] ?? ''
    for (const wrong of [farm.owner.token, farm.device.key, ofCalendar, `${farm.secret}x`, 'bmf_']) {
      const answer = await bearer(wrong)
      expect(answer.statusCode).toBe(401)
      expect(answer.json()).toMatchObject({ status: 'error', errorType: 'bad_data', error: expect.any(String) })
    }
  })
})

describe('a query over a period', () => {
  test('has the mean of the step that ends at each time, with the labels of the place', async () => {
    const farm = await aFarm()
    const end = Math.ceil(now() / HOUR_MS) * HOUR_MS
    app.clock.forward(end - now())
    await send(farm, [
      { t: 20, time: new Date(end - 90 * MINUTE_MS).toISOString() },
      { t: 22, time: new Date(end - 70 * MINUTE_MS).toISOString() },
      { t: 30, time: new Date(end - 10 * MINUTE_MS).toISOString() },
    ])
    const answer = await over(farm, TEMPERATURE, { from: end - 2 * HOUR_MS, until: end, step: '3600' })
    expect(answer.json()).toEqual({
      status: 'success',
      data: {
        resultType: 'matrix',
        result: [
          {
            metric: {
              __name__: TEMPERATURE,
              area: 'Barn 1',
              device: expect.any(String),
              device_id: String(farm.device.id),
              location: 'Zonneveld',
              measurement: 't',
            },
            values: [
              [end / 1000 - 3600, '21'],
              [end / 1000, '30'],
            ],
          },
        ],
      },
    })
    const valuesOf = async (query: string, step = '3600') =>
      (await over(farm, query, { from: end, until: end, step }))
        .json()
        .data.result.map((one: { values: [number, string][] }) => one.values[0]?.[1])
    expect(await valuesOf(`avg_over_time(${TEMPERATURE}[2h])`)).toEqual(['24'])
    expect(await valuesOf(`min_over_time(${TEMPERATURE}[2h])`)).toEqual(['20'])
    expect(await valuesOf(`max_over_time(${TEMPERATURE}[1h30m])`, '600')).toEqual(['30'])
    expect(await valuesOf(`count_over_time(${TEMPERATURE}[2h])`)).toEqual(['3'])
    expect(await valuesOf(`${TEMPERATURE} * 1.8 + 32`)).toEqual(['86'])
    expect(await valuesOf(`-(10 - ${TEMPERATURE}) / 2`)).toEqual(['10'])
    const instant = await asked(farm.secret, 'query', {
      query: `avg_over_time(${TEMPERATURE}[2h])`,
      time: new Date(end).toISOString(),
    })
    expect(instant.json().data).toMatchObject({ resultType: 'vector', result: [{ value: [end / 1000, '24'] }] })
    // Short steps repeat the newest value as long as the device may be silent, and not for good.
    const short = await over(farm, TEMPERATURE, { from: end - 10 * MINUTE_MS, until: end + 2 * HOUR_MS, step: '1m' })
    const times = short.json().data.result[0].values.map(([time]: [number]) => time - end / 1000)
    expect(times[0]).toBe(-540)
    expect(times.at(-1)).toBeGreaterThanOrEqual(-300)
    expect(times.at(-1)).toBeLessThan(3600)
  })

  test('is that of the summaries where steps are whole hours, as of readings', async () => {
    const farm = await aFarm()
    const end = Math.floor(now() / HOUR_MS) * HOUR_MS
    const readings = Array.from({ length: 48 }, (_, index) => ({
      t: 15 + (index % 7),
      time: new Date(end - 8 * HOUR_MS + index * 10 * MINUTE_MS).toISOString(),
    }))
    await send(farm, readings)
    // Hours are summed up once nothing came for them for a while.
    app.clock.forward(3 * HOUR_MS)
    await sumHours(app.services)
    const summed = await summedHoursOf(app.services.db, [farm.device.id], { from: end - 8 * HOUR_MS, until: end })
    expect(summed?.until).toBeGreaterThan(end - 4 * HOUR_MS)
    const range = { from: end - 7 * HOUR_MS, until: end, step: '1h' }
    const hours = (await over(farm, `avg_over_time(${TEMPERATURE}[1h])`, range)).json().data.result[0].values
    const shifted = (await over(farm, `avg_over_time(${TEMPERATURE}[1h])`, { ...range, step: '20m' })).json().data
      .result[0].values
    expect(hours).toHaveLength(8)
    for (const [time, value] of hours) expect(shifted.find(([at]: [number]) => at === time)?.[1]).toBe(value)
    const first = readings.slice(0, 6).reduce((sum, { t }) => sum + t, 0) / 6
    expect(Number(hours[0][1])).toBeCloseTo(first, 9)
  })

  test('takes the inside of one window from summaries, whenever it begins, and what it cuts from readings', async () => {
    const farm = await aFarm()
    const end = Math.floor(now() / HOUR_MS) * HOUR_MS
    const readings = Array.from({ length: 60 }, (_, index) => ({
      t: 10 + index,
      time: end - 10 * HOUR_MS + index * 10 * MINUTE_MS,
    }))
    await send(
      farm,
      readings.map(({ t, time }) => ({ t, time: new Date(time).toISOString() })),
    )
    // Hours are summed up once nothing came for them for a while.
    app.clock.forward(3 * HOUR_MS)
    await sumHours(app.services)
    const queries: string[] = []
    const { query: real } = app.services.series
    const time = end - 130 * MINUTE_MS
    const valuesOf = async (statistic: string) => {
      const query = `${statistic}_over_time(${TEMPERATURE}[400m])`
      const { data } = (await asked(farm.secret, 'query', { query, time: seconds(time) })).json()
      return Number(data.result[0].value[1])
    }
    const inside = readings.filter(one => one.time >= time - 400 * MINUTE_MS && one.time < time).map(({ t }) => t)
    expect(inside).toHaveLength(40)
    app.services.series.query = given => {
      queries.push(JSON.stringify(given))
      return real.call(app.services.series, given)
    }
    try {
      expect(await valuesOf('count')).toBe(40)
      expect(await valuesOf('min')).toBe(inside[0])
      expect(await valuesOf('max')).toBe(inside.at(-1))
      expect(await valuesOf('avg')).toBeCloseTo(inside.reduce((sum, t) => sum + t, 0) / 40, 9)
    } finally {
      app.services.series.query = real
    }
    expect(queries.filter(query => !query.includes('hour_summaries'))).toEqual([])
  })

  test('is refused by what it would read, before it is read', async () => {
    const farm = await aFarm()
    const devices = [farm.device]
    while (devices.length < 12) {
      const device = await aDevice(app, farm.owner)
      await aPlacement(app, farm.owner, device, farm.location)
      devices.push(device)
    }
    const values = Object.fromEntries(
      ['t', 'h', 'co2', 'nh3', 'light', 'battery', 'sound', 'pressure'].map((key, index) => [key, index]),
    )
    for (const device of devices) await app.call(api.sendMeasurements, { body: values }, device.key)
    await app.app.settle()
    app.clock.forward(HOUR_MS)
    const until = Math.floor(now() / 1000) * 1000
    const points = async (minutes: number) =>
      (await over(farm, '{__name__=~".+"}', { from: until - minutes * MINUTE_MS, until, step: '1m' })).statusCode
    expect(await points(100)).toBe(200)
    const read: string[] = []
    const { query: real } = app.services.series
    app.services.series.query = given => {
      read.push(JSON.stringify(given))
      return real.call(app.services.series, given)
    }
    try {
      expect(await points(9000)).toBe(400)
    } finally {
      app.services.series.query = real
    }
    expect(read).toHaveLength(1)
    expect(read[0]).toContain('AS readings')
  })

  test('carries the newest value of a device that seldom sends through many short steps', async () => {
    const farm = await aFarm()
    await app.services.db
      .updateTable('devices')
      .set({ upload_interval: 3600 })
      .where('id', '=', farm.device.id)
      .execute()
    const from = Math.floor(now() / 1000) * 1000
    await send(farm, { t: 20, time: new Date(from).toISOString() })
    app.clock.forward(4 * HOUR_MS)
    const answer = await over(farm, TEMPERATURE, { from, until: from + 10_999_000, step: '1s' })
    const values = answer.json().data.result[0].values
    expect(values).toHaveLength(9000)
  })

  test('counts what the queries of a person read', async () => {
    const farm = await aFarm()
    await send(farm, { t: 20 })
    const query = { query: `avg_over_time(${TEMPERATURE}[9y])`, time: seconds(now()) }
    const { db } = app.services
    await asked(farm.secret, 'query', query)
    const counted = await db.selectFrom('limit_counts').select('count').where('policy', '=', 'metrics_rows').execute()
    expect(counted.map(({ count }) => Number(count))).toContain(7)
    await db.updateTable('limit_counts').set({ count: 5000 }).where('policy', '=', 'metrics_rows').execute()
    expect((await asked((await aKey(farm.owner)).secret, 'query', query)).statusCode).toBe(429)
    expect((await asked((await aKey(await aUser(app))).secret, 'query', query)).statusCode).toBe(200)
  })

  test('counts what is reckoned with as well, level by level', async () => {
    const farm = await aFarm()
    await send(farm, { t: 20, h: 60, co2: 800, nh3: 4, light: 5, battery: 90, sound: 40, dust_pm25: 10 })
    app.clock.forward(MINUTE_MS)
    const until = Math.floor(now() / 1000) * 1000
    const { db } = app.services
    const countedBy = async (query: string): Promise<number> => {
      await db.deleteFrom('limit_counts').where('policy', '=', 'metrics_rows').execute()
      const answer = await over(farm, query, { from: until - 9_999_000, until, step: '1s' })
      expect(answer.statusCode).toBe(200)
      const rows = await db.selectFrom('limit_counts').select('count').where('policy', '=', 'metrics_rows').execute()
      return rows.reduce((sum, { count }) => sum + Number(count), 0)
    }
    const all = '{__name__=~".+"}'
    expect(await countedBy(all)).toBe(8)
    expect(await countedBy(`avg without (x) (avg without (x) (${all}))`)).toBe(24)
    expect(await countedBy(`${all} * 2 + 1`)).toBe(24)
    expect(await countedBy(`avg_over_time(${all}[10s])`)).toBe(80)
  })

  test('asks for what is there at the time: places of long ago neither cost nor are too many', async () => {
    const farm = await aFarm()
    await send(farm, { t: 20 })
    app.clock.forward(MINUTE_MS)
    const at = Math.floor(now() / 1000) * 1000
    const source = (index: number, from: number, until: number) => ({
      ...{ deviceId: farm.device.id, labels: { area: `Barn ${index}` }, uploadInterval: 60 },
      ranges: [{ from, until }],
    })
    const past = Array.from({ length: 600 }, (_, index) =>
      source(index, at - (index + 2) * DAY_MS, at - (index + 1) * DAY_MS),
    )
    const { db, series } = app.services
    const found = await evaluate(parseQuery(TEMPERATURE), {
      ...{ db, series, sources: [...past, source(601, at - HOUR_MS, at + HOUR_MS)] },
      times: { from: at, until: at, step: 1000, single: true },
      mayRead: async () => {},
    })
    expect((found as Vector[]).map(({ labels, values }) => [labels.area, values])).toEqual([['Barn 601', [20]]])
  })

  test('takes the names of all areas that somebody picked', async () => {
    const farm = await aFarm()
    await send(farm, { t: 20 })
    app.clock.forward(MINUTE_MS)
    const names = Array.from({ length: 300 }, (_, index) => `Poultry house \\\\(east\\\\) ${index}`)
    const query = `${TEMPERATURE}{area=~"(${['Barn 1', ...names].join('|')})"}`
    expect(query.length).toBeGreaterThan(8000)
    const answer = await asked(farm.secret, 'query', { query, time: seconds(now()) })
    expect(answer.json().data.result).toHaveLength(1)
  })

  test('narrows by labels, and joins by them', async () => {
    const farm = await aFarm()
    const second = await aDevice(app, farm.owner)
    const barn2 = await aLocation(app, farm.owner, { name: 'Hof', areas: [{ name: 'Barn 2', area_type_id: BROILER }] })
    await aPlacement(app, farm.owner, second, barn2)
    await send(farm, { t: 20, t_0: 26 })
    await app.call(api.sendMeasurements, { body: { t: 30 } }, second.key)
    await app.app.settle()
    app.clock.forward(MINUTE_MS)
    const valuesOf = async (query: string): Promise<[string, string][]> => {
      const { data } = (await asked(farm.secret, 'query', { query, time: seconds(now()) })).json()
      return data.result
        .map(({ metric, value }: { metric: Record<string, string>; value: [number, string] }) => [
          metric.area ?? metric.location ?? '',
          value[1],
        ])
        .sort()
    }
    expect(await valuesOf(`${TEMPERATURE}{measurement="t"}`)).toEqual([
      ['Barn 1', '20'],
      ['Barn 2', '30'],
    ])
    expect(await valuesOf(`${TEMPERATURE}{measurement="t", area=~"Barn 1|Barn 3"}`)).toEqual([['Barn 1', '20']])
    expect(await valuesOf(`${TEMPERATURE}{measurement!="t_0", location!~"Hof"}`)).toEqual([['Barn 1', '20']])
    expect(await valuesOf(`avg by (area) (${TEMPERATURE})`)).toEqual([
      ['Barn 1', '23'],
      ['Barn 2', '30'],
    ])
    expect(await valuesOf(`max(${TEMPERATURE}) by (location)`)).toEqual([
      ['Hof', '30'],
      ['Zonneveld', '26'],
    ])
    expect(await valuesOf(`count(${TEMPERATURE})`)).toEqual([['', '3']])
    expect(await valuesOf(`sum without (device, device_id, measurement) (${TEMPERATURE}{area="Barn 1"})`)).toEqual([
      ['Barn 1', '46'],
    ])
    expect(await valuesOf(`{__name__=~"barnometer_temp.*", area="Barn 2"}`)).toEqual([['Barn 2', '30']])
    expect(await valuesOf('barnometer_no_such_thing')).toEqual([])
  })

  test.each([
    ['rate(barnometer_temperature_celsius[5m])', 'rate'],
    ['barnometer_temperature_celsius offset 1h', 'offset'],
    ['topk(3, barnometer_temperature_celsius)', 'topk'],
    ['barnometer_temperature_celsius + barnometer_humidity_percent', 'barnometer'],
    ['barnometer_temperature_celsius{area=~"("}', '('],
    ['{__name__=~"(.?){1000}(.?){1000}(.?){1000}"}', 'takes too long'],
    ['{area=~".*"}', 'match every series'],
    ['barnometer_temperature_celsius[', 'cannot be read'],
    ['', 'cannot be read'],
    [`${'('.repeat(40)}1${')'.repeat(40)}`, '((('],
  ])('%s is refused in the form of Prometheus, with a sentence', async (query, told) => {
    farmOfRefusals ??= await aFarm()
    const { secret } = farmOfRefusals
    for (const method of ['GET', 'POST'] as const) {
      const answer = await asked(secret, 'query', { query, time: seconds(now()) }, method)
      expect([answer.statusCode, answer.json().status, answer.json().errorType]).toEqual([400, 'error', 'bad_data'])
      expect(answer.json().error).toContain(told)
      expect(answer.json().error).toMatch(/\.$/)
    }
  })
  let farmOfRefusals: Farm | undefined

  test('has as many points as Prometheus gives, and no more; times and steps are looked at', async () => {
    const farm = await aFarm()
    const [until, query] = [now(), TEMPERATURE]
    const status = async (fields: Record<string, string>) =>
      (
        await asked(farm.secret, 'query_range', {
          query,
          start: seconds(until - HOUR_MS),
          end: seconds(until),
          step: '60',
          ...fields,
        })
      ).statusCode
    expect(await status({ start: seconds(until - 11_000 * MINUTE_MS) })).toBe(200)
    expect(await status({ start: seconds(until - 11_001 * MINUTE_MS) })).toBe(400)
    // A step between two seconds makes no more points than it asks for.
    expect(await status({ start: seconds(until - 11_000 * 54_400), step: '54.4' })).toBe(200)
    expect(await status({ step: '0.6' })).toBe(200)
    expect(await status({ step: '0' })).toBe(400)
    expect(await status({ step: 'soon' })).toBe(400)
    expect(await status({ start: 'yesterday' })).toBe(400)
    expect(await status({ start: seconds(until + HOUR_MS) })).toBe(400)
    expect(await status({ query: `avg_over_time(${TEMPERATURE}[90d])`, step: '1' })).toBe(400)
    // Readings of a year are read as hours alone, also in zones whose hours begin between those of UTC.
    const year = seconds(until - 365 * DAY_MS)
    expect(await status({ start: year, step: '3300' })).toBe(400)
    expect(await status({ start: year, step: '3h' })).toBe(200)
    expect(await status({ start: seconds(until - 365 * DAY_MS + 30 * MINUTE_MS), step: '1d' })).toBe(200)
    const ofYears = (window: string) => ({ query: `avg_over_time(${TEMPERATURE}[${window}])`, time: seconds(until) })
    expect((await asked(farm.secret, 'query', ofYears('1095d'))).statusCode).toBe(200)
    expect((await asked(farm.secret, 'query', ofYears('1000y'))).statusCode).toBe(400)
    expect(await status({ step: '5m', start: new Date(until - HOUR_MS).toISOString() })).toBe(200)
  })
})

describe('labels and series', () => {
  test('are those of what was told, of what a selector fits', async () => {
    const farm = await aFarm()
    await send(farm, { t: 20, nh3: 3 })
    const range = { start: seconds(now() - HOUR_MS), end: seconds(now() + MINUTE_MS) }
    const LABELS = ['__name__', 'area', 'device', 'device_id', 'location', 'measurement']
    expect((await asked(farm.secret, 'labels', range)).json().data).toEqual(LABELS)
    expect((await asked(farm.secret, 'labels', { ...range, 'match[]': TEMPERATURE }, 'GET')).json().data).toEqual(
      LABELS,
    )
    const areas = await asked(farm.secret, 'label/area/values', { ...range, 'match[]': TEMPERATURE }, 'GET')
    expect(areas.json().data).toEqual(['Barn 1'])
    expect((await asked(farm.secret, 'label/job/values', range, 'GET')).json().data).toEqual([])
    expect((await asked(farm.secret, 'label/constructor/values', range, 'GET')).json().data).toEqual([])
    const inherited = await asked(farm.secret, 'query', { query: `${TEMPERATURE}{constructor=~".+"}` })
    expect(inherited.json().data.result).toEqual([])
    const series = await asked(farm.secret, 'series', { ...range, 'match[]': '{area="Barn 1"}' })
    expect(
      series
        .json()
        .data.map((one: Record<string, string>) => one.__name__)
        .sort(),
    ).toEqual(['barnometer_nh3_ppm', TEMPERATURE])
    const one = await asked(farm.secret, 'series', { ...range, 'match[]': '{area="Barn 1"}', limit: '1' })
    expect(one.json().data).toHaveLength(1)
    expect((await asked(farm.secret, 'series', range)).statusCode).toBe(400)
    expect((await asked(farm.secret, 'labels', { 'match[]': '1+1' })).statusCode).toBe(400)
    // Long ago nothing was told.
    const past = { start: seconds(now() - 60 * DAY_MS), end: seconds(now() - 50 * DAY_MS) }
    expect((await asked(farm.secret, 'labels', past)).json().data).toEqual([])
  })
})

test('lists hold as many names as an answer may, whatever is asked for', () => {
  const names = new Array(10_001).fill('name')
  expect([limited(names, 3), limited(names), limited(names, 0), limited(names, 40_000)].map(all => all.length)).toEqual(
    [3, 10_000, 10_000, 10_000],
  )
})

describe('rights', () => {
  test('are those of the person now: nothing of others, nothing that only an administrator sees, and they end', async () => {
    const farm = await aFarm()
    await send(farm, { t: 20 })
    app.clock.forward(MINUTE_MS)
    const [theirs, administrators] = [await aKey(await aUser(app)), await aKey(admin)]
    const found = async (secret: string) => {
      const answer = await asked(secret, 'query', { query: `{device_id="${farm.device.id}"}` })
      return answer.json().data?.result.length
    }
    expect(await found(farm.secret)).toBe(1)
    for (const { secret } of [theirs, administrators]) {
      expect(await found(secret)).toBe(0)
      expect((await asked(secret, 'labels')).body).not.toContain('Zonneveld')
    }
    const other = await aUser(app)
    const key = await aKey(other)
    await app.services.db
      .insertInto('location_owners')
      .values({ location_id: farm.location.id, email: other.email })
      .execute()
    expect(await found(key.secret)).toBe(1)
    await app.services.db.deleteFrom('location_owners').where('email', '=', other.email).execute()
    expect(await found(key.secret)).toBe(0)
    await endSecretsOf(app.services.db, farm.owner.id)
    expect((await asked(farm.secret, 'query', { query: '1+1' })).statusCode).toBe(401)
  })

  test('end when the link is revoked, and when nobody asks for half a year', async () => {
    const farm = await aFarm()
    const [feed] = await app.call(api.listFeeds, {}, farm.owner.token)
    expect(feed).toMatchObject({ kind: 'metrics', tail: farm.secret.slice(-4), last_read_at: null })
    expect((await asked(farm.secret, 'query', { query: '1+1' })).statusCode).toBe(200)
    const [read] = await app.call(api.listFeeds, {}, farm.owner.token)
    expect(read?.last_read_at).not.toBeNull()
    await app.call(api.deleteFeed, { params: { id: feed?.id ?? 0 } }, farm.owner.token)
    expect((await asked(farm.secret, 'query', { query: '1+1' })).statusCode).toBe(401)
    const next = await aKey(farm.owner)
    app.clock.forward((FEED_IDLE_DAYS + 1) * DAY_MS)
    expect((await asked(next.secret, 'query', { query: '1+1' })).statusCode).toBe(401)
  })
})

describe('the example dashboard', () => {
  const file = new URL('../../../web/public/grafana-dashboard.json', import.meta.url)
  const dashboard = JSON.parse(readFileSync(file, 'utf8'))

  test('asks for its data source when it is imported, and every query of it is answered', async () => {
    const farm = await aFarm()
    await send(farm, { t: 20, h: 60, co2: 800, nh3: 4 })
    app.clock.forward(MINUTE_MS)
    expect(dashboard.__inputs).toEqual([expect.objectContaining({ type: 'datasource', pluginId: 'prometheus' })])
    expect(dashboard.panels.length).toBeGreaterThan(3)
    for (const panel of dashboard.panels) {
      expect(panel.datasource.uid).toBe(`\${${dashboard.__inputs[0].name}}`)
      for (const { expr, instant } of panel.targets) {
        // Grafana puts in the variables and the step.
        const query = expr.replaceAll(/\$(location|area)/g, '.*').replaceAll('$__interval', '1m')
        const fields: Record<string, string> = instant
          ? { query, time: seconds(now()) }
          : { query, start: seconds(now() - HOUR_MS), end: seconds(now()), step: '60' }
        const answer = await asked(farm.secret, instant ? 'query' : 'query_range', fields)
        expect(answer.statusCode, `${query}: ${answer.body}`).toBe(200)
        expect(answer.json().data.result.length, query).toBe(1)
      }
    }
    for (const { query } of dashboard.templating.list) {
      const [, match, label] = /^label_values\((.+), (\w+)\)$/.exec(query.query) ?? []
      const fields = { 'match[]': (match ?? '').replaceAll('$location', '.*') }
      const values = await asked(farm.secret, `label/${label}/values`, fields, 'GET')
      expect(values.json().data).toHaveLength(1)
    }
  })
})
