import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { keepFaults } from '../series/faults.ts'
import { aDevice, type TestDevice } from '../testing/a-device.ts'
import { aFault } from '../testing/a-fault.ts'
import { aRental } from '../testing/a-rental.ts'
import { aFirstUser, aUser, type TestUser } from '../testing/a-user.ts'
import { insertReadings } from '../testing/insert-readings.ts'
import { someMeasurements } from '../testing/some-measurements.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { findNewFaults } from './find-faults.ts'

let app: TestApp
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp({ now: '2025-01-15T12:00:00Z' })
  await aFirstUser(app)
  owner = await aUser(app)
})
afterAll(() => app.close())

/** A day of ammonia every five minutes, with one reading of 60 at 11:00. */
const aDayWithASpike = async () => {
  const device = await aDevice(app, owner)
  await someMeasurements(app, device, {
    from: '2025-01-14T12:00:00Z',
    until: '2025-01-15T12:00:00Z',
    measurement: 'nh3',
    value: n => (n === 276 ? 60 : 10 + (n % 5) * 0.3),
  })
  return device
}
const PERIOD = { from: '2025-01-14T00:00:00Z', until: '2025-01-16T00:00:00Z' }
const faultsOf = (device: TestDevice, user = owner) =>
  app.call(api.listFaults, { query: { device_id: device.id, ...PERIOD } }, user.token)
const maxOf = async (device: TestDevice, without_faults?: '1') => {
  const query = { device_id: device.id, interval: 'day' as const, measurements: 'nh3', without_faults }
  const frame = await app.call(api.getSeries, { query }, owner.token)
  const { max = [], count = [] } = frame.series.nh3 ?? {}
  return { max: Math.max(...max.map(Number)), count: count.reduce((sum, one) => sum + one, 0) }
}

describe('[decisions §5] doubtful readings', () => {
  test('are found by the hour, left out on request, and stay as they were', async () => {
    const device = await aDayWithASpike()
    await findNewFaults(app.services)
    expect(await faultsOf(device)).toEqual([
      expect.objectContaining({
        fault: 'spike',
        measurement: 'nh3',
        start: '2025-01-15T11:00:00.000Z',
        end: '2025-01-15T11:00:00.000Z',
        dismissed_at: null,
        may: ['edit'],
      }),
    ])
    expect(await maxOf(device)).toEqual({ max: 60, count: 287 })
    expect(await maxOf(device, '1')).toEqual({ max: 11.2, count: 286 })
  })

  test('are found once, however often they are looked for', async () => {
    const device = await aDayWithASpike()
    for (const _ of [1, 2, 3]) await findNewFaults(app.services)
    expect(await faultsOf(device)).toHaveLength(1)
  })

  test('count again when somebody calls them right, also after the next search; and may be doubted again', async () => {
    const device = await aDayWithASpike()
    await findNewFaults(app.services)
    const [fault] = await faultsOf(device)
    const say = (dismissed: boolean) =>
      app.call(api.dismissFault, { params: { id: fault?.id ?? 0 }, body: { dismissed } }, owner.token)
    expect(await say(true)).toMatchObject({ dismissed_at: '2025-01-15T12:00:00.000Z', dismissed_by: owner.name })
    await findNewFaults(app.services)
    expect(await faultsOf(device)).toHaveLength(1)
    expect((await maxOf(device, '1')).max).toBe(60)
    expect(await say(false)).toMatchObject({ dismissed_at: null, dismissed_by: null })
    expect((await maxOf(device, '1')).max).toBe(11.2)
  })

  test('what goes on makes the interval longer, not another one', async () => {
    const device = await aDevice(app, owner)
    const flat = { measurement: 't', value: () => 21.4 }
    await someMeasurements(app, device, { from: '2025-01-15T04:00:00Z', until: '2025-01-15T11:00:00Z', ...flat })
    await findNewFaults(app.services)
    await someMeasurements(app, device, { from: '2025-01-15T11:00:00Z', until: '2025-01-15T11:56:00Z', ...flat })
    await findNewFaults(app.services)
    expect((await faultsOf(device)).map(({ fault, start, end }) => [fault, start, end])).toEqual([
      ['flatline', '2025-01-15T04:00:00.000Z', '2025-01-15T11:55:00.000Z'],
    ])
  })

  test('are found in what came late, however old, once', async () => {
    const device = await aDevice(app, owner)
    const from = Date.parse('2025-01-14T06:00:00Z')
    const batch = Array.from({ length: 120 }, (_, index) => ({
      time: new Date(from + index * 300_000).toISOString(),
      nh3: index === 60 ? 60 : 10 + (index % 7) / 5,
    }))
    await app.call(api.sendMeasurements, { body: batch }, device.key)
    await app.app.settle()
    await findNewFaults(app.services)
    await findNewFaults(app.services)
    expect(await faultsOf(device)).toMatchObject([{ fault: 'spike', start: '2025-01-14T11:00:00.000Z' }])
    expect(await app.services.db.selectFrom('late_readings').selectAll().execute()).toEqual([])
  })

  test('are found in what was measured while nobody searched', async () => {
    const device = await aDayWithASpike()
    await findNewFaults(app.services)
    const other = await aDevice(app, owner)
    const from = Date.parse('2025-01-15T12:00:00Z')
    const values = Array.from({ length: 36 }, (_, index) => (index === 6 ? 60 : 10 + (index % 7) / 5))
    await insertReadings(
      app,
      values.map((value, index) => [other.id, 'nh3', from + index * 300_000, value]),
    )
    app.clock.set('2025-01-15T21:00:00Z')
    await findNewFaults(app.services)
    app.clock.set('2025-01-15T12:00:00Z')
    expect(await faultsOf(device)).toHaveLength(1)
    expect(await faultsOf(other)).toMatchObject([{ fault: 'spike' }])
    await app.services.db.updateTable('fault_searches').set({ done_until: null, taken_until: '' }).execute()
  })

  test('are looked for by one process at a time, and kept once even by two', async () => {
    const device = await aDayWithASpike()
    await Promise.all([findNewFaults(app.services), findNewFaults(app.services), findNewFaults(app.services)])
    expect(await faultsOf(device)).toHaveLength(1)
    const found = [{ fault: 'step' as const, from: 1_736_900_000_000, until: 1_736_900_600_000 }]
    const asked = { deviceId: device.id, measurement: 't', found, now: app.clock.iso() }
    await Promise.all([keepFaults(app.services.db, asked), keepFaults(app.services.db, asked)])
    expect((await faultsOf(device)).filter(({ fault }) => fault === 'step')).toHaveLength(1)
  })

  test('two intervals become one when what lies between them is found; what was called right stays apart', async () => {
    const device = await aDevice(app, owner)
    const at = (hour: number) => Date.parse('2025-01-15T00:00:00Z') + hour * 3_600_000
    const keep = (from: number, until: number) =>
      keepFaults(app.services.db, {
        deviceId: device.id,
        measurement: 't',
        found: [{ fault: 'flatline', from: at(from), until: at(until) }],
        now: app.clock.iso(),
      })
    await keep(1, 2)
    await keep(4, 5)
    await keep(2, 4)
    expect(await faultsOf(device)).toMatchObject([
      { start: '2025-01-15T01:00:00.000Z', end: '2025-01-15T05:00:00.000Z' },
    ])
    const [fault] = await faultsOf(device)
    await app.call(api.dismissFault, { params: { id: fault?.id ?? 0 }, body: { dismissed: true } }, owner.token)
    await keep(7, 8)
    await keep(1, 8)
    await keep(1, 8)
    expect((await faultsOf(device)).map(one => [one.start.slice(11, 16), one.end.slice(11, 16)])).toEqual([
      ['01:00', '05:00'],
      ['07:00', '08:00'],
    ])
  })

  test('what somebody wants may stay the same for ever', async () => {
    const device = await aDevice(app, owner)
    const wanted = { measurement: 't_low', value: () => 20 }
    await someMeasurements(app, device, { from: '2025-01-15T00:00:00Z', until: '2025-01-15T12:00:00Z', ...wanted })
    await findNewFaults(app.services)
    expect(await faultsOf(device)).toEqual([])
  })

  test('only their own period is told, oldest first', async () => {
    const device = await aDevice(app, owner)
    await aFault(app, device, { start: '2025-01-15T06:00:00.000Z', end: '2025-01-15T07:00:00.000Z' })
    await aFault(app, device, { start: '2025-01-10T06:00:00.000Z', end: '2025-01-14T00:00:00.000Z' })
    await aFault(app, device, { start: '2025-01-16T00:00:00.000Z', end: '2025-01-16T07:00:00.000Z' })
    expect((await faultsOf(device)).map(({ start }) => start)).toEqual([
      '2025-01-10T06:00:00.000Z',
      '2025-01-15T06:00:00.000Z',
    ])
  })

  test('who rents the device sees those of the rental, and calls them right while it runs', async () => {
    const device = await aDevice(app, owner)
    const renter = await aUser(app)
    await aRental(app, owner, device, renter, { start: '2025-01-15T00:00:00Z' })
    await aFault(app, device, { start: '2025-01-14T06:00:00.000Z', end: '2025-01-14T07:00:00.000Z' })
    await aFault(app, device, { start: '2025-01-15T06:00:00.000Z', end: '2025-01-15T07:00:00.000Z' })
    expect((await faultsOf(device, renter)).map(({ start }) => start)).toEqual(['2025-01-15T06:00:00.000Z'])
    const stranger = await aUser(app)
    await expect(faultsOf(device, stranger)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('a deleted device takes them along', async () => {
    const device = await aDayWithASpike()
    await findNewFaults(app.services)
    await app.call(api.deleteSensor, { params: { id: device.id } }, owner.token)
    const rows = await app.services.db.selectFrom('faults').select('id').where('device_id', '=', device.id).execute()
    expect(rows).toEqual([])
    await findNewFaults(app.services)
  })
})
