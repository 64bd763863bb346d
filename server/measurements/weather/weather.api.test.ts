import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '../../../shared/contract/index.ts'
import { aDevice } from '../../testing/a-device.ts'
import { aLocation } from '../../testing/a-location.ts'
import { aPlacement } from '../../testing/a-placement.ts'
import { aFirstUser, aUser, type TestUser } from '../../testing/a-user.ts'
import { answering, aWeatherService, type WeatherService } from '../../testing/a-weather-service.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { fillWeather, forgetOldWeather } from './fill.ts'

let app: TestApp
let admin: TestUser
let service: WeatherService
const HOUR = 3_600_000
const DAY = 24 * HOUR

beforeAll(async () => {
  service = await aWeatherService()
  app = await startTestApp({ environment: { WEATHER_URL: `${service.url}/?apikey=geheim` } })
  admin = await aFirstUser(app)
})
afterAll(async () => {
  await app.close()
  service.close()
})
beforeEach(async () => {
  service.behave = answering()
  service.asked.length = 0
  await app.world.db.deleteFrom('weather_stations').execute()
  await app.world.db.deleteFrom('location_research').execute()
  app.clock.set('2025-01-15T12:00:00Z')
})

const PLACE = { lat: 51.28, lon: 5.69 }
/** A farm of somebody, with a device of that plan placed there from `start` on. */
const aFarm = async (
  plan: 'light' | 'basic' | 'pro',
  start: string,
  end: string | null = null,
  place: object = PLACE,
) => {
  const owner = await aUser(app)
  const location = await aLocation(app, owner, place)
  const device = await aDevice(app, owner, { plan })
  await aPlacement(app, owner, device, location, { start, end })
  return { owner, location, device }
}
type Farm = Awaited<ReturnType<typeof aFarm>>

const outdoors = async ({ device, owner }: Farm, changes: object = {}) => {
  const query = { device_id: device.id, interval: 'day' as const, weather: '1' as const, ...changes }
  const frame = await app.call(api.getSeries, { query }, owner.token)
  return { frame, times: frame.time.filter((_, index) => (frame.series.weather_t?.count[index] ?? 0) > 0) }
}
const station = () => app.world.db.selectFrom('weather_stations').selectAll().executeTakeFirst()

describe('[decisions §6] weather where a pro device hangs', () => {
  test('hours come from the first placement on, no further than now, with units converted', async () => {
    service.behave = answering(answer => ({
      ...answer,
      hourly_units: { ...answer.hourly_units, wind_speed_10m: 'km/h', temperature_2m: '°F' },
    }))
    const farm = await aFarm('pro', '2025-01-14T09:30:00Z')
    await fillWeather(app.world)
    expect(service.asked).toHaveLength(1)
    expect(Object.fromEntries(service.asked[0]?.searchParams ?? [])).toMatchObject({
      apikey: 'geheim',
      latitude: '51.28',
      longitude: '5.69',
      start_date: '2025-01-14',
      end_date: '2025-01-15',
      timeformat: 'unixtime',
      timezone: 'GMT',
    })
    expect(service.asked[0]?.pathname).toBe('/v1/forecast')
    const { frame, times } = await outdoors(farm)
    expect([times[0], times.at(-1)].map(time => new Date(time ?? 0).toISOString())).toEqual([
      '2025-01-14T13:00:00.000Z',
      '2025-01-15T12:00:00.000Z',
    ])
    const at = frame.time.indexOf(Date.parse('2025-01-15T05:00:00Z'))
    expect(frame.series.weather_t?.mean[at]).toBeCloseTo(((5 - 32) * 5) / 9, 6)
    expect(frame.series.weather_wind_speed?.mean[at]).toBeCloseTo(3 / 3.6, 6)
    expect(frame.series.weather_t).toMatchObject({ unit: '°C', interval_seconds: 3600 })
    expect(frame.coverage).toBe(0)
  })

  test('months of the past come in few requests, the oldest from the archive, and go on where they were cut off', async () => {
    const farm = await aFarm('pro', '2024-01-01T00:00:00Z')
    await fillWeather(app.world)
    expect(service.asked.map(({ pathname }) => pathname.split('/').at(-1))).toEqual([
      'forecast',
      'archive',
      'archive',
      'archive',
    ])
    await fillWeather(app.world)
    expect(service.asked).toHaveLength(7)
    expect(await station()).toMatchObject({
      filled_from: '2024-01-01T00:00:00.000Z',
      filled_until: '2025-01-15T13:00:00.000Z',
      failures: 0,
    })
    await fillWeather(app.world)
    expect(service.asked).toHaveLength(7)
    app.clock.forward(HOUR + 6 * 60_000)
    await fillWeather(app.world)
    expect(service.asked).toHaveLength(8)
    const { frame } = await outdoors(farm, { interval: 'year' })
    const [direction = 0] = frame.series.weather_wind_direction?.mean.filter(value => value !== null).slice(3) ?? []
    expect(Math.min(direction, 360 - direction)).toBeLessThan(0.01)
    expect(frame.series.weather_t?.mean.filter(value => value !== null)).toHaveLength(365)
  })

  test('a device that left takes its weather no further', async () => {
    await aFarm('pro', '2025-01-01T00:00:00Z', '2025-01-03T10:30:00Z')
    await fillWeather(app.world)
    expect((await station())?.filled_until).toBe('2025-01-03T11:00:00.000Z')
    app.clock.forward(2 * DAY)
    await fillWeather(app.world)
    expect(service.asked).toHaveLength(1)
  })

  test('light and basic have none, nor a place without a position', async () => {
    const basic = await aFarm('basic', '2025-01-14T00:00:00Z')
    await aFarm('light', '2025-01-14T00:00:00Z')
    await aFarm('pro', '2025-01-14T00:00:00Z', null, { lat: null, lon: null })
    await fillWeather(app.world)
    expect(service.asked).toEqual([])
    await app.world.db.updateTable('devices').set({ plan: 'pro' }).where('id', '=', basic.device.id).execute()
    await fillWeather(app.world)
    expect((await outdoors(basic)).times.length).toBeGreaterThan(0)
    await app.world.db.updateTable('devices').set({ plan: 'basic' }).where('id', '=', basic.device.id).execute()
    expect((await outdoors(basic)).times).toEqual([])
  })

  test('whoever rents the device sees the weather of the rental, and a stranger nothing', async () => {
    const farm = await aFarm('pro', '2025-01-10T00:00:00Z')
    await fillWeather(app.world)
    const renter = await aUser(app)
    const lend = { email: renter.email, start: '2025-01-15T00:00:00Z' }
    await app.call(api.createRental, { params: { id: farm.device.id }, body: lend }, farm.owner.token)
    const { times } = await outdoors({ ...farm, owner: renter })
    expect(new Date(times[0] ?? 0).toISOString()).toBe('2025-01-15T00:00:00.000Z')
    const stranger = await aUser(app)
    await expect(outdoors({ ...farm, owner: stranger })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('only what is asked for comes, and what the device measures outdoors itself counts more', async () => {
    const farm = await aFarm('pro', '2025-01-14T00:00:00Z')
    await fillWeather(app.world)
    const body = { time: '2025-01-15T11:00:00Z', weather_t: 4.5 }
    await app.call(api.sendMeasurements, { body }, farm.device.key)
    const { frame } = await outdoors(farm, { measurements: 'weather_t,weather_h' })
    expect(Object.keys(frame.series).sort()).toEqual(['weather_h', 'weather_t'])
    expect(frame.series.weather_t?.mean.filter(value => value !== null)).toEqual([4.5])
    const without = await app.call(api.getSeries, { query: { device_id: farm.device.id } }, farm.owner.token)
    expect(Object.keys(without.series)).toEqual(['weather_t'])
  })

  test('a clock change moves nothing: the hours are those of UTC', async () => {
    app.clock.set('2025-03-30T12:00:00Z')
    const farm = await aFarm('pro', '2025-03-29T00:00:00Z')
    await fillWeather(app.world)
    const { frame, times } = await outdoors(farm)
    expect(times.map(time => new Date(time).getUTCHours())).toEqual(
      times.map(time => frame.series.weather_t?.mean[frame.time.indexOf(time)]),
    )
    expect(times).toHaveLength(23)
  })

  test('a location that moves gets the weather of its new place', async () => {
    const farm = await aFarm('pro', '2025-01-14T00:00:00Z')
    await fillWeather(app.world)
    const moved = { ...farm.location, lat: 40.4, lon: -3.7, version: undefined }
    await app.call(api.updateLocation, { params: { id: farm.location.id }, body: moved }, farm.owner.token)
    app.clock.forward(HOUR + 6 * 60_000)
    await fillWeather(app.world)
    expect(await station()).toMatchObject({ lat: 40.4, lon: -3.7, filled_from: '2025-01-14T00:00:00.000Z' })
  })
})

describe('[decisions §6] a weather service that does not do as it should breaks nothing', () => {
  const serverState = async () => (await app.call(api.getServer, {}, admin.token)).weather

  test('away: asked ever more seldom, told to administrators, made up when it is back', async () => {
    const farm = await aFarm('pro', '2025-01-14T00:00:00Z')
    await aFarm('pro', '2025-01-14T00:00:00Z')
    service.behave = (_, response) => void response.writeHead(503).end('later')
    await fillWeather(app.world)
    expect(service.asked).toHaveLength(1)
    expect(await serverState()).toEqual({
      state: 'failing',
      places: 2,
      failing: 1,
      problem: 'unreachable',
      last_ok_at: null,
    })
    await app.world.db.deleteFrom('weather_stations').where('failures', '=', 0).execute()
    await app.world.db.deleteFrom('location_research').where('location_id', '!=', farm.location.id).execute()
    const waits: number[] = []
    for (let n = 0; n < 8; n++) {
      const next = Date.parse((await station())?.next_at ?? '')
      waits.push((next - app.clock.now()) / 60_000)
      app.clock.set(next - 1000)
      const before = service.asked.length
      await fillWeather(app.world)
      expect(service.asked).toHaveLength(before)
      app.clock.set(next)
      await fillWeather(app.world)
    }
    expect(waits).toEqual([10, 20, 40, 80, 160, 320, 360, 360])
    service.behave = answering()
    app.clock.forward(6 * HOUR)
    await fillWeather(app.world)
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
    await fillWeather(app.world)
    expect(await station()).toMatchObject({ problem: 'unreadable', filled_until: null, failures: 1 })
  })

  test('a refusal is told with its reason in the log', async () => {
    await aFarm('pro', '2025-01-14T00:00:00Z')
    service.behave = (_, response) =>
      void response.writeHead(400).end(JSON.stringify({ error: true, reason: 'Latitude must be in range' }))
    await fillWeather(app.world)
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
    await fillWeather(app.world)
    expect(await station()).toMatchObject({ problem: 'unreachable', filled_until: null })
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
    await fillWeather(app.world)
    expect((await station())?.filled_until).toBe('2025-01-14T20:00:00.000Z')
    const half = (await outdoors(farm)).frame.series
    expect(half.weather_t?.mean.filter(value => value !== null)).toHaveLength(7)
    expect(half.weather_h?.mean.filter(value => value !== null)).toHaveLength(23)
    expect(half.weather_clouds).toBeUndefined()
    service.behave = answering()
    app.clock.forward(HOUR + 6 * 60_000)
    await fillWeather(app.world)
    expect((await outdoors(farm)).times).toHaveLength(24)
  })

  test('two processes ask once', async () => {
    await aFarm('pro', '2025-01-14T00:00:00Z')
    await Promise.all([fillWeather(app.world), fillWeather(app.world)])
    expect(service.asked).toHaveLength(1)
  })

  test('off where no address is given', async () => {
    await aFarm('pro', '2025-01-14T00:00:00Z')
    await fillWeather({ ...app.world, environment: { ...app.world.environment, WEATHER_URL: undefined } })
    expect(service.asked).toEqual([])
  })

  test('the weather of a place that is gone for good goes too', async () => {
    const farm = await aFarm('pro', '2025-01-14T00:00:00Z')
    await fillWeather(app.world)
    await app.world.db.deleteFrom('locations').where('id', '=', farm.location.id).execute()
    await forgetOldWeather(app.world)
    const count = async () => {
      const query = `SELECT count() FROM measurements WHERE device_id = ${2 ** 31 + farm.location.id}`
      const result = await app.world.series.query({ query, format: 'JSONCompactEachRow' })
      return Number((await result.json<[number]>())[0]?.[0])
    }
    await expect.poll(count).toBe(0)
  })
})
