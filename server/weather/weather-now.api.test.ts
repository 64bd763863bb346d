import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { HOUR_MS } from '#shared/rules/time/units.ts'
import { aRental } from '../testing/a-rental.ts'
import { aUser, type TestUser } from '../testing/a-user.ts'
import { startWeatherApp, type WeatherApp } from '../testing/start-weather-app.ts'
import { fillWeather } from './fill.ts'
import { outdoorSources } from './stations.ts'

let started: WeatherApp
beforeAll(async () => {
  started = await startWeatherApp()
})
afterAll(() => started.close())
beforeEach(() => started.begin())

const weatherOf = ({ token }: Pick<TestUser, 'token'>) => started.app.call(api.listWeather, {}, token)

describe('the weather of now on home', () => {
  test('is the newest hour of each location with a pro device, for its owner and an administrator', async () => {
    const farm = await started.aFarm('pro', '2025-01-14T00:00:00Z')
    const plain = await started.aFarm('basic', '2025-01-14T00:00:00Z')
    await fillWeather(started.app.services)
    const { frame } = await started.outdoors(farm)
    const at = frame.time.indexOf(Date.parse('2025-01-15T12:00:00Z'))
    const weather = {
      location_id: farm.location.id,
      time: '2025-01-15T12:00:00.000Z',
      temperature: frame.series.weather_t?.mean[at],
      humidity: frame.series.weather_h?.mean[at],
      wind_speed: frame.series.weather_wind_speed?.mean[at],
    }
    expect(weather.temperature).toEqual(expect.any(Number))
    expect(await weatherOf(farm.owner)).toEqual([weather])
    expect(await weatherOf(started.admin)).toEqual([weather])
    expect(await weatherOf(plain.owner)).toEqual([])
    expect(await weatherOf(await aUser(started.app))).toEqual([])
  })

  test('looks at each device a few times, not once for each of the others', async () => {
    const farms = []
    for (let n = 0; n < 12; n++) farms.push(await started.aFarm('pro', '2025-01-14T00:00:00Z'))
    let looks = 0
    const parts = farms.map(({ device }) => ({
      get deviceId() {
        looks++
        return device.id
      },
      spans: [{ start: '2025-01-14T00:00:00.000Z', end: null }],
    }))
    const period = { from: Date.parse('2025-01-15T00:00:00Z'), until: started.app.clock.now() }
    const [sources] = await outdoorSources(started.app.services.db, { parts }, [period])
    expect(sources).toHaveLength(12)
    expect(looks).toBeLessThan(4 * 12)
  })

  test('is not told once it is three hours old, nor by a device that left', async () => {
    const farm = await started.aFarm('pro', '2025-01-14T00:00:00Z')
    const left = await started.aFarm('pro', '2025-01-14T00:00:00Z', '2025-01-15T02:00:00Z')
    await fillWeather(started.app.services)
    expect(await weatherOf(left.owner)).toEqual([])
    started.app.clock.forward(3 * HOUR_MS - 1)
    expect(await weatherOf(farm.owner)).toHaveLength(1)
    started.app.clock.forward(1)
    expect(await weatherOf(farm.owner)).toEqual([])
  })

  test('who rents the device, but does not see the place, is told of no place', async () => {
    const farm = await started.aFarm('pro', '2025-01-10T00:00:00Z')
    await fillWeather(started.app.services)
    const renter = await aUser(started.app)
    await aRental(started.app, farm.owner, farm.device, renter, { start: '2025-01-15T00:00:00Z' })
    expect(await weatherOf(renter)).toEqual([])
  })
})
