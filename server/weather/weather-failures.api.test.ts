import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { HOUR_MS } from '#shared/rules/time/units.ts'
import { answering } from '../testing/a-weather-service.ts'
import type { TestApp } from '../testing/start-test-app.ts'
import { startWeatherApp, type WeatherApp } from '../testing/start-weather-app.ts'
import { fillWeather, forgetOldWeather } from './fill.ts'

let started: WeatherApp
let app: TestApp
let service: WeatherApp['service']

beforeAll(async () => {
  started = await startWeatherApp()
  ;({ app, service } = started)
})
afterAll(() => started.close())
beforeEach(() => started.begin())

const aFarm: WeatherApp['aFarm'] = (...farm) => started.aFarm(...farm)
const outdoors: WeatherApp['outdoors'] = (...asked) => started.outdoors(...asked)
const station = () => started.station()

describe('[decisions §6] a weather service that does not do as it should breaks nothing', () => {
  const serverState = async () => (await app.call(api.getServer, {}, started.admin.token)).weather

  test('away: asked ever more seldom, told to administrators, made up when it is back', async () => {
    const farm = await aFarm('pro', '2025-01-14T00:00:00Z')
    await aFarm('pro', '2025-01-14T00:00:00Z')
    service.behave = (_, response) => void response.writeHead(503).end('later')
    await fillWeather(app.services)
    expect(service.asked).toHaveLength(1)
    expect(await serverState()).toEqual({
      state: 'failing',
      places: 2,
      failing: 1,
      problem: 'unreachable',
      last_ok_at: null,
    })
    await app.services.db.deleteFrom('weather_stations').where('failures', '=', 0).execute()
    await app.services.db.deleteFrom('location_research').where('location_id', '!=', farm.location.id).execute()
    const waits: number[] = []
    for (let n = 0; n < 8; n++) {
      const next = Date.parse((await station())?.next_at ?? '')
      waits.push((next - app.clock.now()) / 60_000)
      app.clock.set(next - 1000)
      const before = service.asked.length
      await fillWeather(app.services)
      expect(service.asked).toHaveLength(before)
      app.clock.set(next)
      await fillWeather(app.services)
    }
    expect(waits).toEqual([10, 20, 40, 80, 160, 320, 360, 360])
    service.behave = answering()
    app.clock.forward(6 * HOUR_MS)
    await fillWeather(app.services)
    expect(await serverState()).toMatchObject({ state: 'ok', problem: null })
    expect((await outdoors(farm)).times).toHaveLength(24)
  })

  test.each([
    ['no JSON', answering(() => 'cloudy')],
    ['another shape', answering(() => ({ hourly: { time: 'noon' } }))],
    ['times as text', answering(answer => ({ ...answer, hourly: { ...answer.hourly, time: ['2025-01-14T00:00'] } }))],
    [
      'columns of other lengths',
      answering(answer => ({ ...answer, hourly: { ...answer.hourly, temperature_2m: [1, 2, 3] } })),
    ],
  ])('rubbish is refused: %s', async (_, behave) => {
    await aFarm('pro', '2025-01-14T00:00:00Z')
    service.behave = behave
    await fillWeather(app.services)
    expect(await station()).toMatchObject({ problem: 'unreadable', filled_until: null, failures: 1 })
  })

  test('a refusal is told with its reason in the log', async () => {
    await aFarm('pro', '2025-01-14T00:00:00Z')
    service.behave = (_, response) =>
      void response.writeHead(400).end(JSON.stringify({ error: true, reason: 'Latitude must be in range' }))
    await fillWeather(app.services)
    expect(await serverState()).toMatchObject({ state: 'failing', problem: 'refused' })
    expect(app.logged()).toContain('Latitude must be in range')
  })

  test('an answer that is cut off in the middle is none', async () => {
    await aFarm('pro', '2025-01-14T00:00:00Z')
    service.behave = (_, response) => {
      response.writeHead(200, { 'content-length': '5000' })
      response.write('{"hourly":')
      setTimeout(() => response.destroy(), 20)
    }
    await fillWeather(app.services)
    expect(await station()).toMatchObject({ problem: 'unreachable', filled_until: null })
  })

  describe('beside readings that are no longer kept', () => {
    const keptFrom = (readings_from: string | null) =>
      app.services.db.updateTable('summed_hours').set({ readings_from }).where('id', '=', 1).execute()
    beforeEach(() => keptFrom('2024-11-01T00:00:00.000Z'))
    afterEach(() => keptFrom(null))

    test('comes again with a device, however long the last one is gone', async () => {
      const farm = await aFarm('pro', '2024-01-01T00:00:00Z')
      await fillWeather(app.services)
      const filled = { filled_from: '2024-01-01T00:00:00.000Z', filled_until: '2024-03-01T00:00:00.000Z' }
      await app.services.db
        .updateTable('weather_stations')
        .set({ ...filled, next_at: app.clock.iso() })
        .execute()
      await fillWeather(app.services)
      expect(await station()).toMatchObject({
        failures: 0,
        filled_from: '2024-11-01T00:00:00.000Z',
        filled_until: '2025-01-15T13:00:00.000Z',
      })
      expect((await outdoors(farm)).times).toHaveLength(24)
    })

    test('is not asked for where the last device left before them', async () => {
      await aFarm('pro', '2024-01-01T00:00:00Z', '2024-03-01T00:00:00Z')
      await fillWeather(app.services)
      expect(service.asked).toEqual([])
      expect(await station()).toMatchObject({ failures: 0, problem: null })
    })
  })

  test('half an answer is kept and the rest asked for again; impossible values are left out', async () => {
    const farm = await aFarm('pro', '2025-01-14T00:00:00Z')
    service.behave = answering(({ hourly, ...answer }) => ({
      ...answer,
      hourly: {
        ...hourly,
        temperature_2m: hourly.temperature_2m?.map((value, index) => (index < 20 ? value : null)),
        relative_humidity_2m: hourly.relative_humidity_2m?.map((value, index) => (index === 18 ? 400 : value)),
        cloud_cover: undefined,
      },
    }))
    await fillWeather(app.services)
    expect((await station())?.filled_until).toBe('2025-01-14T20:00:00.000Z')
    const half = (await outdoors(farm)).frame.series
    expect(half.weather_t?.mean.filter(value => value !== null)).toHaveLength(7)
    expect(half.weather_h?.mean.filter(value => value !== null)).toHaveLength(23)
    expect(half.weather_clouds).toBeUndefined()
    service.behave = answering()
    app.clock.forward(HOUR_MS + 6 * 60_000)
    await fillWeather(app.services)
    expect((await outdoors(farm)).times).toHaveLength(24)
  })

  test('two processes ask once', async () => {
    await aFarm('pro', '2025-01-14T00:00:00Z')
    await Promise.all([fillWeather(app.services), fillWeather(app.services)])
    expect(service.asked).toHaveLength(1)
  })

  test('off where no address is given', async () => {
    await aFarm('pro', '2025-01-14T00:00:00Z')
    await fillWeather({ ...app.services, environment: { ...app.services.environment, WEATHER_URL: undefined } })
    expect(service.asked).toEqual([])
  })

  test('the weather of a place that is gone for good goes too', async () => {
    const farm = await aFarm('pro', '2025-01-14T00:00:00Z')
    await fillWeather(app.services)
    await app.services.db.deleteFrom('locations').where('id', '=', farm.location.id).execute()
    await forgetOldWeather(app.services)
    const count = async () => {
      const query = `SELECT count() FROM measurements WHERE device_id = ${2 ** 31 + farm.location.id}`
      const result = await app.services.series.query({ query, format: 'JSONCompactEachRow' })
      return Number((await result.json<[number]>())[0]?.[0])
    }
    await expect.poll(count).toBe(0)
  })
})
