import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { HOUR_MS } from '#shared/rules/time/units.ts'

const UNITS: Record<string, string> = {
  time: 'unixtime',
  temperature_2m: '°C',
  relative_humidity_2m: '%',
  surface_pressure: 'hPa',
  wind_speed_10m: 'm/s',
  wind_direction_10m: '°',
  precipitation: 'mm',
  shortwave_radiation: 'W/m²',
  cloud_cover: '%',
}
/** Values by UTC hour of the day; the temperature is that hour, so that a test knows it. */
const VALUES: Record<string, (hour: number) => number | null> = {
  temperature_2m: hour => hour,
  relative_humidity_2m: hour => 90 - hour,
  surface_pressure: () => 1010,
  wind_speed_10m: () => 3,
  wind_direction_10m: hour => (hour % 2 ? 10 : 350),
  precipitation: () => 0,
  shortwave_radiation: () => 100,
  cloud_cover: () => 50,
}

/** An answer as Open-Meteo gives it: whole days of hours, those to come too. */
export const openMeteoAnswer = (address: URL) => {
  const [start, end] = ['start_date', 'end_date'].map(name => Date.parse(`${address.searchParams.get(name)}T00:00Z`))
  const time = Array.from(
    { length: ((end ?? 0) - (start ?? 0)) / HOUR_MS + 24 },
    (_, index) => (start ?? 0) + index * HOUR_MS,
  )
  const variables = address.searchParams.get('hourly')?.split(',') ?? []
  const columns = variables.map(name => [name, time.map(at => VALUES[name]?.(new Date(at).getUTCHours()) ?? null)])
  return {
    latitude: Number(address.searchParams.get('latitude')),
    longitude: Number(address.searchParams.get('longitude')),
    generationtime_ms: 0.1,
    utc_offset_seconds: 0,
    timezone: 'GMT',
    hourly_units: Object.fromEntries(['time', ...variables].map(name => [name, UNITS[name] ?? ''])),
    hourly: { time: time.map(at => at / 1000), ...Object.fromEntries(columns) } as Record<string, (number | null)[]>,
  }
}
export type OpenMeteoAnswer = ReturnType<typeof openMeteoAnswer>

type Behaviour = (address: URL, response: ServerResponse) => void

export const answering =
  (change: (answer: OpenMeteoAnswer) => unknown = answer => answer): Behaviour =>
  (address, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(change(openMeteoAnswer(address))))
  }

/** A weather service on this machine, which answers as it is told. */
export const aWeatherService = async () => {
  const service = { asked: [] as URL[], behave: answering(), url: '', close: () => {} }
  const server = createServer((request, response) => {
    const address = new URL(request.url ?? '', 'http://weather.test')
    service.asked.push(address)
    service.behave(address, response)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  service.close = () => {
    server.closeAllConnections()
    server.close()
  }
  return service
}
