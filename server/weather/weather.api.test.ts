import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { DAY_MS, HOUR_MS } from '#shared/rules/time/units.ts'
import { aRental } from '../testing/a-rental.ts'
import { aUser } from '../testing/a-user.ts'
import { answering } from '../testing/a-weather-service.ts'
import type { TestApp } from '../testing/start-test-app.ts'
import { startWeatherApp, type WeatherApp } from '../testing/start-weather-app.ts'
import { fillWeather } from './fill.ts'

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

describe('[decisions §6] weather where a pro device hangs', () => {
  test('hours come from the first placement on, no further than now, with units converted', async () => {
    service.behave = answering(answer => ({
      ...answer,
      hourly_units: { ...answer.hourly_units, wind_speed_10m: 'km/h', temperature_2m: '°F' },
    }))
    const farm = await aFarm('pro', '2025-01-14T09:30:00Z')
    await fillWeather(app.services)
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
    await fillWeather(app.services)
    expect(service.asked.map(({ pathname }) => pathname.split('/').at(-1))).toEqual([
      'forecast',
      'archive',
      'archive',
      'archive',
    ])
    await fillWeather(app.services)
    expect(service.asked).toHaveLength(7)
    expect(await station()).toMatchObject({
      filled_from: '2024-01-01T00:00:00.000Z',
      filled_until: '2025-01-15T13:00:00.000Z',
      failures: 0,
    })
    await fillWeather(app.services)
    expect(service.asked).toHaveLength(7)
    app.clock.forward(HOUR_MS + 6 * 60_000)
    await fillWeather(app.services)
    expect(service.asked).toHaveLength(8)
    const { frame } = await outdoors(farm, { interval: 'year' })
    const [direction = 0] = frame.series.weather_wind_direction?.mean.filter(value => value !== null).slice(3) ?? []
    expect(Math.min(direction, 360 - direction)).toBeLessThan(0.01)
    expect(frame.series.weather_t?.mean.filter(value => value !== null)).toHaveLength(365)
  })

  test('a device that left takes its weather no further', async () => {
    await aFarm('pro', '2025-01-01T00:00:00Z', '2025-01-03T10:30:00Z')
    await fillWeather(app.services)
    expect((await station())?.filled_until).toBe('2025-01-03T11:00:00.000Z')
    app.clock.forward(2 * DAY_MS)
    await fillWeather(app.services)
    expect(service.asked).toHaveLength(1)
  })

  test('light and basic have none, nor a place without a position', async () => {
    const basic = await aFarm('basic', '2025-01-14T00:00:00Z')
    await aFarm('light', '2025-01-14T00:00:00Z')
    await aFarm('pro', '2025-01-14T00:00:00Z', null, { lat: null, lon: null })
    await fillWeather(app.services)
    expect(service.asked).toEqual([])
    await app.services.db.updateTable('devices').set({ plan: 'pro' }).where('id', '=', basic.device.id).execute()
    await fillWeather(app.services)
    expect((await outdoors(basic)).times.length).toBeGreaterThan(0)
    await app.services.db.updateTable('devices').set({ plan: 'basic' }).where('id', '=', basic.device.id).execute()
    expect((await outdoors(basic)).times).toEqual([])
  })

  test('whoever rents the device sees the weather of the rental, and a stranger nothing', async () => {
    const farm = await aFarm('pro', '2025-01-10T00:00:00Z')
    await fillWeather(app.services)
    const renter = await aUser(app)
    await aRental(app, farm.owner, farm.device, renter, { start: '2025-01-15T00:00:00Z' })
    const { times } = await outdoors({ ...farm, owner: renter })
    expect(new Date(times[0] ?? 0).toISOString()).toBe('2025-01-15T00:00:00.000Z')
    const stranger = await aUser(app)
    await expect(outdoors({ ...farm, owner: stranger })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('only what is asked for comes, and what the device measures outdoors itself counts more', async () => {
    const farm = await aFarm('pro', '2025-01-14T00:00:00Z')
    await fillWeather(app.services)
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
    await fillWeather(app.services)
    const { frame, times } = await outdoors(farm)
    expect(times.map(time => new Date(time).getUTCHours())).toEqual(
      times.map(time => frame.series.weather_t?.mean[frame.time.indexOf(time)]),
    )
    expect(times).toHaveLength(23)
  })

  test('a location that moves gets the weather of its new place', async () => {
    const farm = await aFarm('pro', '2025-01-14T00:00:00Z')
    await fillWeather(app.services)
    const moved = { ...farm.location, lat: 40.4, lon: -3.7, version: undefined }
    await app.call(api.updateLocation, { params: { id: farm.location.id }, body: moved }, farm.owner.token)
    app.clock.forward(HOUR_MS + 6 * 60_000)
    await fillWeather(app.services)
    expect(await station()).toMatchObject({ lat: 40.4, lon: -3.7, filled_from: '2025-01-14T00:00:00.000Z' })
  })
})
