import { api } from '#shared/contract/index.ts'
import { aDevice } from './a-device.ts'
import { aLocation } from './a-location.ts'
import { aPlacement } from './a-placement.ts'
import { aFirstUser, aUser } from './a-user.ts'
import { answering, aWeatherService } from './a-weather-service.ts'
import { startTestApp } from './start-test-app.ts'

const PLACE = { lat: 51.28, lon: 5.69 }

/** The app with a weather service of its own, an administrator, and farms with a device placed there. */
export const startWeatherApp = async () => {
  const service = await aWeatherService()
  const app = await startTestApp({ environment: { WEATHER_URL: `${service.url}/?apikey=geheim` } })
  const admin = await aFirstUser(app)
  return {
    app,
    admin,
    service,
    /** Begins again: nothing asked, nothing known, noon. */
    begin: async () => {
      service.behave = answering()
      service.asked.length = 0
      await app.services.db.deleteFrom('weather_stations').execute()
      await app.services.db.deleteFrom('location_research').execute()
      app.clock.set('2025-01-15T12:00:00Z')
    },
    /** A farm of somebody, with a device of that plan placed there from `start` on. */
    aFarm: async (plan: 'light' | 'basic' | 'pro', start: string, end: string | null = null, place: object = PLACE) => {
      const owner = await aUser(app)
      const location = await aLocation(app, owner, place)
      const device = await aDevice(app, owner, { plan })
      await aPlacement(app, owner, device, location, { start, end })
      return { owner, location, device }
    },
    /** The day of a device with the weather, and the times (epoch ms) it is known for. */
    outdoors: async ({ device, owner }: { device: { id: number }; owner: { token: string } }, changes: object = {}) => {
      const query = { device_id: device.id, interval: 'day' as const, weather: '1' as const, ...changes }
      const frame = await app.call(api.getSeries, { query }, owner.token)
      return { frame, times: frame.time.filter((_, index) => (frame.series.weather_t?.count[index] ?? 0) > 0) }
    },
    station: () => app.services.db.selectFrom('weather_stations').selectAll().executeTakeFirst(),
    close: async () => {
      await app.close()
      service.close()
    },
  }
}
export type WeatherApp = Awaited<ReturnType<typeof startWeatherApp>>
