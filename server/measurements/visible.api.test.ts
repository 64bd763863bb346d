import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { measurementEndpoints } from '#shared/contract/measurements/measurements.ts'
import { researchEndpoints } from '#shared/contract/places/research.ts'
import { aDevice } from '../testing/a-device.ts'
import { aLocation } from '../testing/a-location.ts'
import { aPlacement } from '../testing/a-placement.ts'
import { aFirstUser, aUser, type TestUser } from '../testing/a-user.ts'
import { someMeasurements } from '../testing/some-measurements.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'

const { getSeries, getLast, listLast, sendMeasurements } = measurementEndpoints
const NOT_THERE = { status: 404, code: 'not_found' }
const OUTSIDE = { status: 422, code: 'outside_subscription' }
let app: TestApp
let admin: TestUser
let renter: TestUser
let farmer: TestUser
beforeAll(async () => {
  app = await startTestApp()
  admin = await aFirstUser(app)
  renter = await aUser(app)
  farmer = await aUser(app)
})
afterAll(() => app.close())

const MOVED = '2025-01-14T00:00:00.000Z'
/** A renter's device that hung at the farmer's until it moved away, with a reading every hour of three days. */
const movedDevice = async () => {
  const device = await aDevice(app, renter)
  const shared = await aLocation(app, renter, { with: [farmer] })
  const elsewhere = await aLocation(app, renter, { name: 'Elsewhere' })
  const placement = await aPlacement(app, renter, device, shared, { start: '2025-01-13T00:00:00Z', end: MOVED })
  await aPlacement(app, renter, device, elsewhere, { start: MOVED })
  await someMeasurements(app, device, {
    from: '2025-01-12T00:00:00Z',
    until: '2025-01-15T12:00:00Z',
    everySeconds: 3600,
  })
  return { device, placement }
}
const WEEK = { interval: 'selection', date_start: '2025-01-09', date_end: '2025-01-15' } as const
const series = (user: TestUser, query: object) => app.call(getSeries, { query: query as never }, user.token)
const timesWithData = (frame: Awaited<ReturnType<typeof series>>) =>
  frame.time.filter((_, index) => (frame.series.t?.count[index] ?? 0) > 0).map(time => new Date(time).toISOString())

describe('[decisions §3] after a device moved away', () => {
  test('the owner of the old place sees its time there, and nothing before or after', async () => {
    const { device, placement } = await movedDevice()
    for (const query of [{ device_id: device.id }, { location_research_id: placement.id }]) {
      const times = timesWithData(await series(farmer, { ...query, ...WEEK }))
      expect(times).toHaveLength(24)
      expect([times[0], times.at(-1)]).toEqual(['2025-01-13T00:00:00.000Z', '2025-01-13T23:00:00.000Z'])
    }
  })

  test('nothing is said of a measurement that was told before, where they could not see it', async () => {
    const device = await aDevice(app, renter)
    const shared = await aLocation(app, renter, { with: [farmer] })
    await aPlacement(app, renter, device, shared, { start: MOVED })
    const told = (from: string, until: string) =>
      someMeasurements(app, device, { from, until, everySeconds: 3600, measurement: 't' })
    await told('2025-01-05T00:00:00Z', '2025-01-06T00:00:00Z')
    await told('2025-01-14T12:00:00Z', '2025-01-15T00:00:00Z')
    const [own, seen] = [
      await series(renter, { device_id: device.id, ...WEEK }),
      await series(farmer, { device_id: device.id, ...WEEK }),
    ]
    expect(own.series.t?.began).toBeUndefined()
    expect(seen.series.t?.began).toBe(Date.parse('2025-01-14T12:00:00Z'))
  })

  test('nor of what a silent device beside another had told', async () => {
    const location = await aLocation(app, renter, { with: [farmer] })
    const [silent, speaking] = [await aDevice(app, renter), await aDevice(app, renter)]
    for (const device of [silent, speaking]) await aPlacement(app, renter, device, location, { start: MOVED })
    const told = { from: '2025-01-13T00:00:00Z', until: MOVED, everySeconds: 3600, measurement: 'co2' }
    await someMeasurements(app, silent, told)
    await someMeasurements(app, speaking, { ...told, from: MOVED, until: '2025-01-15T00:00:00Z' })
    const query = {
      area_id: location.area.id,
      interval: 'selection',
      date_start: MOVED,
      date_end: '2025-01-15T00:00:00Z',
    }
    const coverage = async (user: TestUser) => (await series(user, query)).series.co2?.coverage
    expect([await coverage(renter), await coverage(farmer)]).toEqual([0.5, 1])
  })

  test('a period outside is refused, and so is the present', async () => {
    const { device } = await movedDevice()
    await expect(series(farmer, { device_id: device.id, interval: 'day' })).rejects.toMatchObject(OUTSIDE)
    await expect(
      app.inject({
        method: 'GET',
        url: `/api/measurements/live?device_ids=${device.id}`,
        headers: { authorization: `Bearer ${farmer.token}` },
      }),
    ).resolves.toMatchObject({ statusCode: 422 })
    expect(await app.call(getLast, { query: { device_id: device.id } }, farmer.token)).toEqual({})
  })

  test('a comparison reaches no further than the period', async () => {
    const { device } = await movedDevice()
    const query = { device_id: device.id, interval: 'day', index: 2, compare: 'previous' }
    const frame = await series(farmer, query)
    expect(timesWithData(frame)[0]).toBe('2025-01-13T00:00:00.000Z')
    expect(frame.compare?.series).toEqual({})
  })

  test('who rents it, and an administrator, see all of it', async () => {
    const { device, placement } = await movedDevice()
    for (const user of [renter, admin]) {
      expect(timesWithData(await series(user, { device_id: device.id, ...WEEK }))).toHaveLength(84)
      expect(timesWithData(await series(user, { location_research_id: placement.id, ...WEEK }))).toHaveLength(24)
    }
  })

  test('after the rental ended its former renter sees the rented time only', async () => {
    const device = await aDevice(app, renter)
    await someMeasurements(app, device, {
      from: '2025-01-12T00:00:00Z',
      until: '2025-01-15T12:00:00Z',
      everySeconds: 3600,
    })
    await app.services.db.updateTable('rentals').set({ end: MOVED }).where('device_id', '=', device.id).execute()
    expect(timesWithData(await series(renter, { device_id: device.id, ...WEEK })).at(-1)).toBe(
      '2025-01-13T23:00:00.000Z',
    )
    await expect(series(renter, { device_id: device.id, interval: 'day' })).rejects.toMatchObject(OUTSIDE)
  })
})

describe('[decisions §1] what is not yours is not there', () => {
  test('series, last values and the live stream of a stranger', async () => {
    const { device, placement } = await movedDevice()
    const stranger = await aUser(app)
    await expect(series(stranger, { device_id: device.id })).rejects.toMatchObject(NOT_THERE)
    await expect(series(stranger, { location_research_id: placement.id })).rejects.toMatchObject(NOT_THERE)
    await expect(app.call(getLast, { query: { device_id: device.id } }, stranger.token)).rejects.toMatchObject(
      NOT_THERE,
    )
    expect(await app.call(listLast, { query: { device_ids: String(device.id) } }, stranger.token)).toEqual({})
    const own = await aDevice(app, stranger)
    const live = await app.inject({
      method: 'GET',
      url: `/api/measurements/live?device_ids=${own.id},${device.id}`,
      headers: { authorization: `Bearer ${stranger.token}` },
    })
    expect(live.statusCode).toBe(404)
  })

  test('somebody elsewhere who sees the device learns nothing of the other places', async () => {
    const { placement } = await movedDevice()
    const seen = await app.call(researchEndpoints.listLocationResearch, { query: {} }, farmer.token)
    expect(seen.map(one => one.id)).toContain(placement.id)
    expect(JSON.stringify(seen)).not.toContain('Elsewhere')
    expect(seen.every(one => one.rentals.length === 0)).toBe(true)
  })
})

describe('last values', () => {
  test('[decisions §12] come with unit, time and the grade for the animals of the area', async () => {
    const device = await aDevice(app, renter)
    const location = await aLocation(app, renter)
    await app.call(sendMeasurements, { body: { t: 20, rssi: -80 } }, device.key)
    const before = await app.call(getLast, { query: { device_id: device.id } }, renter.token)
    expect(before.t).toEqual({ value: 20, unit: '°C', time: app.clock.iso(), grade: null })
    await aPlacement(app, renter, device, location)
    const after = await app.call(getLast, { query: { device_id: device.id } }, renter.token)
    expect(after.t?.grade).toBeGreaterThan(8)
    expect(after.rssi?.grade).toBeNull()
    await app.call(sendMeasurements, { body: { t: 30 } }, device.key)
    const hot = await app.call(listLast, { query: {} }, renter.token)
    expect(hot[device.id]?.t).toMatchObject({ value: 30, grade: 1 })
  })

  test('[decisions §5] an older reading that arrives late does not become the last', async () => {
    const device = await aDevice(app, renter)
    await app.call(sendMeasurements, { body: { t: 20 } }, device.key)
    await app.call(sendMeasurements, { body: { time: '2025-01-15T11:00:00Z', t: 5 } }, device.key)
    expect((await app.call(getLast, { query: { device_id: device.id } }, renter.token)).t?.value).toBe(20)
  })

  test('[decisions §12] a deleted device takes its values with it', async () => {
    const device = await aDevice(app, renter)
    await app.call(sendMeasurements, { body: { t: 20 } }, device.key)
    await app.inject({
      method: 'DELETE',
      url: `/api/sensors/${device.id}`,
      headers: { authorization: `Bearer ${renter.token}` },
    })
    const left = async () => {
      const rows = await app.services.series.query({
        query: 'SELECT value FROM measurements WHERE device_id = {id: UInt32}',
        query_params: { id: device.id },
        format: 'JSONEachRow',
      })
      return rows.json()
    }
    await expect.poll(left).toEqual([])
    expect(await app.call(listLast, { query: {} }, admin.token)).not.toHaveProperty(String(device.id))
  })
})
