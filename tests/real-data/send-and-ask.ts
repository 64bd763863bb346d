import { expect } from 'vitest'
import type { CallInput } from '#shared/contract/endpoint.ts'
import { measurementEndpoints } from '#shared/contract/measurements/measurements.ts'
import { aDevice } from '../../server/testing/a-device.ts'
import { aLocation } from '../../server/testing/a-location.ts'
import { aPlacement } from '../../server/testing/a-placement.ts'
import { aFirstUser } from '../../server/testing/a-user.ts'
import { startTestApp } from '../../server/testing/start-test-app.ts'
import type { Row } from './data-files.ts'

const MAX_MESSAGES = 1000

/** The app with one device that has always hung in a place of this zone. `now` is the day on which everything is sent. */
export const aPlaceWithADevice = async (zone: string, now: string) => {
  const test = await startTestApp({ now })
  const owner = await aFirstUser(test)
  const location = await aLocation(test, owner, { time_zone: zone })
  const another = async () => {
    const device = await aDevice(test, owner)
    await aPlacement(test, owner, device, location, { start: '2010-01-01T00:00:00Z' })
    return device
  }
  return { ...test, owner, location, device: await another(), another }
}
export type Place = Awaited<ReturnType<typeof aPlaceWithADevice>>

type Query = CallInput<typeof measurementEndpoints.getSeries>['query']

/** A chart of the device as it is shown at `now`. */
export const chartAt = (place: Place, now: string, query: Query) => {
  place.clock.set(now)
  return place.call(
    measurementEndpoints.getSeries,
    { query: { device_id: place.device.id, ...query } },
    place.owner.token,
  )
}

/** Sends rows through the JSON endpoint and says that every value of them was taken. */
export const sendRows = async (
  place: Place,
  rows: Row[],
  timeOf: (row: Row) => string | number,
  device: { key: string } = place.device,
): Promise<void> => {
  for (const some of inMessages(rows)) {
    const body = some.map(row => ({ time: timeOf(row), ...row.values }))
    const answer = await place.call(measurementEndpoints.sendMeasurements, { body }, device.key)
    expect(answer).toEqual({ accepted: valuesIn(some), rejected: [] })
  }
}

/** Sends rows as line protocol with times in seconds, to the endpoint of InfluxDB 2. */
export const sendLines = async (place: Place, rows: Row[]): Promise<void> => {
  for (const some of inMessages(rows)) {
    const payload = some.map(({ at, values }) => `hive,place=garden ${fieldsOf(values)} ${at / 1000}`).join('\n')
    const answer = await place.inject({
      method: 'POST',
      url: '/api/v2/write?org=farm&bucket=climate&precision=s',
      headers: { authorization: `Token ${place.device.key}`, 'content-type': 'text/plain; charset=utf-8' },
      payload,
    })
    expect([answer.statusCode, answer.body]).toEqual([204, ''])
  }
}

const fieldsOf = (values: Record<string, number>): string =>
  Object.entries(values)
    .map(([key, value]) => `${key}=${value}`)
    .join(',')

const inMessages = (rows: Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / MAX_MESSAGES) }, (_, index) =>
    rows.slice(index * MAX_MESSAGES, (index + 1) * MAX_MESSAGES),
  )

const valuesIn = (rows: Row[]): number => rows.reduce((count, row) => count + Object.keys(row.values).length, 0)
