import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { measurementEndpoints } from '#shared/contract/measurements/measurements.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { evaluateMinute } from '../../server/alerts/evaluation/minute.ts'
import { readEnvironment, seriesPlaceOf } from '../../server/environment.ts'
import { openCluster, shardsOf } from '../../server/kit/database/cluster.ts'
import { number, readRows } from '../../server/kit/database/read-rows.ts'
import { openSeries, type Series } from '../../server/kit/database/series.ts'
import { deleteMeasurements, dropMonthsBefore, mergePastMonths } from '../../server/series/measurement-rows.ts'
import { createMeasurementTables } from '../../server/series/schema.ts'
import { sizesOfTables } from '../../server/series/size-store.ts'
import { sumHours } from '../../server/series/summaries/summing.ts'
import { aDevice, type TestDevice } from '../../server/testing/a-device.ts'
import { aLocation } from '../../server/testing/a-location.ts'
import { aPlacement } from '../../server/testing/a-placement.ts'
import { aRule } from '../../server/testing/a-rule.ts'
import { aUserWithRoles, type TestUser } from '../../server/testing/a-user.ts'
import { someMeasurements } from '../../server/testing/some-measurements.ts'
import { startTestApp, type TestApp } from '../../server/testing/start-test-app.ts'
import { CLUSTER, type Clickhouse, startCluster } from '../servers/clickhouse.ts'

const grown = process.env.TEST_STORES === 'grown'
if (!grown) console.info('Skipped: a cluster is of ClickHouse servers, in the grown set-up only.')

/** Two real servers; devices of even numbers lie at the first, of odd ones at the second. */
let servers: Clickhouse[]
const urls = () => servers.map(({ url }) => url)

describe.skipIf(!grown)('a cluster of two shards', () => {
  let app: TestApp
  let owner: TestUser
  const devices: TestDevice[] = []
  const areas: number[] = []
  beforeAll(async () => {
    servers = await startCluster(2)
    app = await startTestApp({
      now: '2026-06-15T12:00:00Z',
      environment: { CLICKHOUSE_URL: urls().join(','), CLICKHOUSE_CLUSTER: CLUSTER },
    })
    owner = await aUserWithRoles(app, 'pro_analyst')
    for (let nth = 0; nth < 2; nth++) {
      const device = await aDevice(app, owner)
      const location = await aLocation(app, owner)
      await aPlacement(app, owner, device, location)
      devices.push(device)
      areas.push(location.area.id)
    }
    devices.sort((a, b) => (a.id % 2) - (b.id % 2))
  }, 120_000)
  afterAll(async () => {
    await app?.close()
    for (const server of servers ?? []) await server.stop()
  })
  const [even, odd] = [() => devices[0] as TestDevice, () => devices[1] as TestDevice]

  const countAt = async (series: Series, table = 'measurements'): Promise<Record<number, number>> => {
    const rows = await readRows(
      series,
      { device_id: number, count: number },
      `SELECT device_id, count() AS count FROM ${table} FINAL WHERE device_id > 0 GROUP BY device_id`,
    )
    return Object.fromEntries(rows.map(({ device_id, count }) => [device_id, count]))
  }
  const chartOf = ({ id }: { id: number }, day = '2026-05-01') =>
    app.call(
      measurementEndpoints.getSeries,
      { query: { device_id: id, interval: 'selection', date_start: day, date_end: day } },
      owner.token,
    )
  const send = ({ key }: TestDevice, body: object) => app.call(measurementEndpoints.sendMeasurements, { body }, key)

  test('devices lie at one shard each, and are read as if there were one store', async () => {
    expect(even().id % 2).toBe(0)
    expect(odd().id % 2).toBe(1)
    for (const device of devices)
      await someMeasurements(app, device, { from: '2026-05-01T00:00:00Z', until: '2026-05-02T00:00:00Z' })
    const [first, second] = shardsOf(app.services.series) as [Series, Series]
    expect(await countAt(first)).toEqual({ [even().id]: 288 })
    expect(await countAt(second)).toEqual({ [odd().id]: 288 })
    expect(await countAt(app.services.series)).toEqual({ [even().id]: 288, [odd().id]: 288 })
    for (const device of devices) expect((await chartOf(device)).series.t?.mean).toContain(20)
  })

  test('hours are summed up where their readings lie, and charts of both say the same by them', async () => {
    const before = await Promise.all(devices.map(device => chartOf(device)))
    do await sumHours(app.services)
    while (Object.keys(await countAt(app.services.series, 'hour_summaries')).length < 2)
    const [first, second] = shardsOf(app.services.series) as [Series, Series]
    expect(await countAt(first, 'hour_summaries')).toEqual({ [even().id]: 24 })
    expect(await countAt(second, 'hour_summaries')).toEqual({ [odd().id]: 24 })
    expect(await Promise.all(devices.map(device => chartOf(device)))).toEqual(before)
    const sizes = await sizesOfTables(app.services.series)
    expect(sizes.find(({ name }) => name === 'hour_summaries')?.rows).toBe(48)
  })

  test('a device is deleted where it lies; months are merged and dropped at each shard', async () => {
    const device = await aDevice(app, owner)
    const old = { from: '2026-02-01T00:00:00Z', until: '2026-02-01T02:00:00Z' }
    for (const one of [device, ...devices]) await someMeasurements(app, one, old)
    await deleteMeasurements(app.services, device.id)
    await expect.poll(() => countAt(app.services.series)).toEqual({ [even().id]: 288 + 24, [odd().id]: 288 + 24 })
    await mergePastMonths(app.services.series, Date.parse('2026-04-01T00:00:00Z'))
    expect(await dropMonthsBefore(app.services.series, Date.parse('2026-03-01T00:00:00Z'))).toBe(1)
    expect(await countAt(app.services.series)).toEqual({ [even().id]: 288, [odd().id]: 288 })
  })

  test('a shard that is away is missed by its devices alone, and nothing that was acknowledged is lost', async () => {
    const time = (minute: number) => new Date(Date.parse('2026-06-01T00:00:00Z') + minute * MINUTE_MS).toISOString()
    await send(odd(), { time: time(0), t: 21 })
    await servers[1]?.pause()
    await send(even(), { time: time(1), t: 22 })
    await expect(send(odd(), { time: time(1), t: 22 })).rejects.toMatchObject({ status: 503 })
    // Messages of both at once: the queue of one does not hold up that of the other.
    const both = await Promise.allSettled([
      send(odd(), { time: time(2), t: 23 }),
      send(even(), { time: time(2), t: 23 }),
    ])
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
    expect((await chartOf(even(), '2026-06-01')).series.t?.max).toContain(23)
    await expect(chartOf(odd(), '2026-06-01')).rejects.toMatchObject({ status: 503 })
    expect((await app.call(api.getReady, {})).measurements).toBe('ok')
    await servers[1]?.goOn()
    await send(odd(), { time: time(1), t: 22 })
    await send(odd(), { time: time(2), t: 23 })
    for (const device of devices) {
      const { t } = (await chartOf(device, '2026-06-01')).series
      expect(t?.max.findLast(value => value !== null)).toBe(23)
    }
  }, 120_000)

  test('while a shard is away, rules of devices elsewhere are looked at, and last values are told as they were read', async () => {
    const at = (minute: number) => new Date(app.clock.now() + minute * MINUTE_MS).toISOString()
    await aRule(app, owner, { calculation_minutes: 15, urgency: 'act_now' })
    for (const device of devices) await send(device, { time: at(-30), nh3: 12 })
    const last = () => app.call(api.listLast, { query: {} }, owner.token)
    const before = await last()
    await servers[1]?.pause()
    for (let minute = 0; minute < 15; minute++) await send(even(), { time: at(minute - 15), nh3: 35 })
    app.clock.forward(2 * MINUTE_MS)
    await evaluateMinute(app.services)
    const alerts = await app.call(api.listAlerts, { query: {} }, owner.token)
    expect(alerts.map(({ device_id }) => device_id)).toEqual([even().id])
    const now = await last()
    expect(now[String(odd().id)]).toEqual(before[String(odd().id)])
    await servers[1]?.goOn()
  }, 120_000)

  test('while a shard hangs, alerts of devices elsewhere are told before it is given up', async () => {
    const at = (minute: number) => new Date(app.clock.now() + minute * MINUTE_MS).toISOString()
    await aRule(app, owner, { calculation_minutes: 15, urgency: 'act_now', threshold_value: 50 })
    for (let minute = 0; minute < 15; minute++)
      for (const device of devices) await send(device, { time: at(minute - 15), nh3: 70 })
    const alerted = async () =>
      (await app.call(api.listAlerts, { query: {} }, owner.token))
        .filter(({ threshold_value }) => threshold_value === 50)
        .map(({ device_id }) => device_id)
    const pid = servers[1]?.pid() ?? 0
    process.kill(pid, 'SIGSTOP')
    try {
      app.clock.forward(MINUTE_MS)
      let isOver = false
      const minute = evaluateMinute(app.services).finally(() => {
        isOver = true
      })
      await expect.poll(alerted, { timeout: 8000 }).toEqual([even().id])
      expect(isOver).toBe(false)
      await minute
    } finally {
      process.kill(pid, 'SIGCONT')
    }
    app.clock.forward(MINUTE_MS)
    await evaluateMinute(app.services)
    expect((await alerted()).sort()).toEqual(devices.map(({ id }) => id).sort())
  }, 120_000)

  test('statistics of areas of both shards are those of each alone', async () => {
    const ask = (area_ids: number[]) =>
      app.call(
        api.getStatistics,
        {
          query: {
            calculation: 'BOXPLOT',
            measurements: 't',
            interval: 'selection',
            date_start: '2026-05-01',
            date_end: '2026-05-01',
            step: 'day',
            area_ids: area_ids.join(),
          },
        },
        owner.token,
      )
    const together = (await ask(areas)).areas
    const apart = (await Promise.all(areas.map(area => ask([area])))).flatMap(answer => answer.areas)
    expect(together).toEqual(apart)
    expect(together).toHaveLength(2)
  })

  test('the newest readings behind a value are told, of whichever shard', async () => {
    const hour = { from: '2026-05-01T10:00:00Z', until: '2026-05-01T11:00:00Z' }
    for (const device of [await aDevice(app, owner), await aDevice(app, owner)]) {
      await someMeasurements(app, device, hour)
      const query = { device_id: device.id, measurement: 't', ...hour }
      const why = await app.call(api.explainValue, { query }, owner.token)
      expect(why.readings).toHaveLength(12)
    }
  })

  test('a cluster that is not what the settings say is refused with a sentence', async () => {
    const of = (name: string, addresses: string[]) => {
      const series = openSeries({ path: '', cluster: { name, urls: addresses, isReplicated: false } })
      return createMeasurementTables(series).finally(() => series.close())
    }
    await expect(of('cows', urls())).rejects.toThrow('knows no cluster "cows"')
    await expect(of(CLUSTER, urls().toReversed())).rejects.toThrow('the order is that of the cluster')
    await expect(of(CLUSTER, urls().slice(0, 1))).rejects.toThrow('1 shards are named')
    // A shard of a larger cluster: its devices lie where nobody would look for them.
    const [first] = shardsOf(app.services.series)
    await first?.command({ query: 'TRUNCATE TABLE shard_place' })
    await first?.insert({ table: 'shard_place', values: [{ number: 1, of: 3 }], format: 'JSONEachRow' })
    await expect(createMeasurementTables(app.services.series)).rejects.toThrow('leads to shard 1 of 3')
    await first?.command({ query: 'TRUNCATE TABLE shard_place' })
    await createMeasurementTables(app.services.series)
  })

  test('what starts while a shard is away works for the others, and says which is missing', async () => {
    const series = openSeries({ path: '', cluster: { name: CLUSTER, urls: urls(), isReplicated: false } })
    await servers[0]?.pause()
    expect(await createMeasurementTables(series)).toEqual([0])
    await servers[0]?.goOn()
    expect(await createMeasurementTables(series)).toEqual([])
    await series.close()
  }, 120_000)
})

test('settings of a cluster name its shards, and replicas make replicated tables', async () => {
  const set = { DATABASE_URL: 'postgres://db/barns', CLICKHOUSE_URL: 'http://a:8123/barns, http://b:8123/barns' }
  expect(() => readEnvironment(set)).toThrow('CLICKHOUSE_CLUSTER says what they are the shards of')
  expect(() => readEnvironment({ CLICKHOUSE_CLUSTER: 'barns' })).toThrow('CLICKHOUSE_CLUSTER needs CLICKHOUSE_URL')
  expect(() => readEnvironment({ CLICKHOUSE_REPLICATED: 'true' })).toThrow('CLICKHOUSE_REPLICATED needs')
  expect(() => readEnvironment({ ...set, CLICKHOUSE_URL: 'b,http://a:8123/' })).toThrow('Invalid URL')
  const password = 'http://barn:a,b@one:8123/barns'
  expect(seriesPlaceOf(readEnvironment({ CLICKHOUSE_URL: password }))).toMatchObject({ url: password })
  const said: string[] = []
  const open = () =>
    ({
      query: async () => ({ text: async () => JSON.stringify(NOTHING) }),
      command: async ({ query }: { query: string }) => void said.push(query),
      insert: async () => undefined,
    }) as unknown as Series
  const cluster = { name: 'barns', urls: ['http://a:8123/barns'], isReplicated: true }
  await createMeasurementTables(openCluster(cluster, open)).catch(() => undefined)
  const engines = said.flatMap(query => (query.includes('CREATE TABLE') ? [/ENGINE = (\w+)/.exec(query)?.[1]] : []))
  expect(engines).toHaveLength(6)
  expect(new Set(engines)).toEqual(new Set(['ReplicatedReplacingMergeTree']))
})

/** Answer of a store in which there is nothing. */
const NOTHING = {
  meta: ['name', 'made', 'columns', 'binned', 'views', 'shard', 'weight', 'here'].map(name => ({
    name,
    type: name === 'name' ? 'String' : 'UInt8',
  })),
  data: {},
}
