import { afterAll, beforeAll, expect, test } from 'vitest'
import { alertBacktestEndpoints } from '#shared/contract/alerts/alert-rules.ts'
import { DAY_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import { aDevice, type TestDevice } from '../testing/a-device.ts'
import { aLocation, BROILER } from '../testing/a-location.ts'
import { aPlacement } from '../testing/a-placement.ts'
import { aRule, NH3 } from '../testing/a-rule.ts'
import { aUser, type TestUser } from '../testing/a-user.ts'
import { insertReadings, type ReadingRow } from '../testing/insert-readings.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'

/** Physical quantity of temperatures. */
const TEMPERATURE = 1
let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const trial = (user: TestUser, changes: object = {}, days: 7 | 30 | 90 = 7) =>
  app.call(
    alertBacktestEndpoints.backtestAlertRule,
    {
      body: {
        days,
        rule: { physical_quantity_id: NH3, threshold_value: 20, clear_value: 18, calculation_minutes: 0, ...changes },
      },
    },
    user.token,
  )

/** A reading each 10 minutes for 10 days: 10 ppm, and 30 ppm for an hour from 23:00 UTC. */
const nights = async (device: TestDevice): Promise<number> => {
  const now = Math.floor(app.clock.now() / DAY_MS) * DAY_MS + 12 * 60 * MINUTE_MS
  app.clock.set(now)
  const rows = Array.from({ length: 1440 }, (_, n): ReadingRow => {
    const time = now - (1440 - n) * 10 * MINUTE_MS
    const hour = new Date(time).getUTCHours()
    return [device.id, 'nh3', time, hour === 23 ? 30 : 10]
  })
  await insertReadings(app, rows)
  return now
}

test('leaves out devices on which a nearer rule of the same matter holds now, but not by what it is a change of', async () => {
  const owner = await aUser(app)
  const [near, far] = [await aDevice(app, owner), await aDevice(app, owner)]
  await nights(near)
  await nights(far)
  const kept = await aRule(app, owner, { device_id: near.id, threshold_value: 50 })
  const rule = { physical_quantity_id: NH3, threshold_value: 20, calculation_minutes: 0 } as const
  const tried = async (body: object) => {
    const asked = { days: 7 as const, rule, ...body }
    const answer = await app.call(alertBacktestEndpoints.backtestAlertRule, { body: asked }, owner.token)
    return answer.devices.map(({ device_id }) => device_id).sort()
  }
  expect(await tried({})).toEqual([far.id])
  expect(await tried({ id: kept.id })).toEqual([near.id, far.id].sort())
  expect(await tried({ rule: { ...rule, urgency: 'act_now' } })).toEqual([near.id, far.id].sort())
})

test('[decisions §7] tells when a rule would have fired, how often at night, and what other limits would have done', async () => {
  const owner = await aUser(app)
  const device = await aDevice(app, owner)
  const location = await aLocation(app, owner, { time_zone: 'Europe/Amsterdam' })
  await aPlacement(app, owner, device, location)
  const now = await nights(device)
  const found = await trial(owner)
  expect(found.firings).toHaveLength(7)
  const last = Math.floor(now / DAY_MS) * DAY_MS
  expect(found.firings.at(-1)).toEqual({
    device_id: device.id,
    from: new Date(last - 59 * MINUTE_MS).toISOString(),
    until: new Date(last + MINUTE_MS).toISOString(),
    worst: 30,
  })
  expect(found).toMatchObject({
    from: new Date(now - 7 * DAY_MS).toISOString(),
    until: new Date(now).toISOString(),
    at_night: 7,
    coverage: 1,
    unit: 'ppm',
    devices: [{ device_id: device.id, area_name: location.area.name, firings: 7, coverage: 1 }],
    limits: [16, 18, 20, 22, 24].map(threshold_value => ({ threshold_value, firings: 7 })),
  })
  expect(Math.max(...found.series[0]!.values.map(value => value ?? 0))).toBe(30)
  expect((await trial(owner, { threshold_value: 30 })).firings).toEqual([])
  expect((await trial(owner, { exclude_hours: [0], threshold_value: 29 })).firings).toEqual([])
  expect((await trial(owner, { calculation_minutes: 30, times: 3 })).firings).toHaveLength(7)
  expect((await trial(owner, { calculation_minutes: 360 })).firings).toEqual([])
  expect((await trial(owner, { exclude_device_ids: [device.id] })).devices).toEqual([])
  expect((await trial(owner, { area_type_id: BROILER })).firings).toHaveLength(7)
  expect((await trial(owner, { area_type_id: BROILER + 1 })).devices).toEqual([])
  const long = await trial(owner, {}, 30)
  expect(long.firings).toHaveLength(10)
  expect(long.coverage).toBeCloseTo(1 / 3, 2)
})

test('[decisions 0160] answers in the unit that is kept, with other limits that are round in °F where they are read so', async () => {
  const owner = await aUser(app)
  const ask = async (rule: object, temperature: 'celsius' | 'fahrenheit') => {
    const whole = { physical_quantity_id: TEMPERATURE, threshold_value: 25, calculation_minutes: 60, ...rule } as const
    const body = { days: 7 as const, rule: whole, temperature }
    const { unit, limits } = await app.call(alertBacktestEndpoints.backtestAlertRule, { body }, owner.token)
    return { unit, limits: limits.map(one => one.threshold_value) }
  }
  expect(await ask({}, 'celsius')).toEqual({ unit: '°C', limits: [21, 23, 25, 27, 29] })
  const read = await ask({}, 'fahrenheit')
  expect(read.limits[2]).toBe(25)
  expect(read.limits.map(limit => Number((limit * 1.8 + 32).toFixed(6)))).toEqual([67, 72, 77, 82, 87])
  const change = await ask({ calculation: 'derivative', threshold_value: 5 }, 'fahrenheit')
  expect(change.unit).toBe('°C')
  expect(change.limits.map(limit => Number((limit * 1.8).toFixed(6)))).toEqual([8, 8.5, 9, 9.5, 10])
  expect((await ask({ calculation: 'count', threshold_value: 10 }, 'fahrenheit')).unit).toBe('')
})

test('[decisions §3] only on the devices of the caller, while they were the caller’s, and with nobody else’s names', async () => {
  const [owner, renter, stranger] = [await aUser(app), await aUser(app), await aUser(app)]
  const device = await aDevice(app, owner)
  await aDevice(app, stranger)
  const now = await nights(device)
  const location = await aLocation(app, owner)
  await aPlacement(app, owner, device, location, { start: new Date(now - DAY_MS).toISOString() })
  const [start, end] = [now - 4 * DAY_MS, now - 2 * DAY_MS].map(time => new Date(time).toISOString())
  await app.services.db
    .insertInto('rentals')
    .values({ device_id: device.id, user_id: renter.id, email: renter.email, owner: 0, start: start!, end: end! })
    .execute()
  expect((await trial(stranger)).devices).toEqual([])
  const found = await trial(renter)
  expect(found.firings).toHaveLength(2)
  expect(found.devices).toMatchObject([{ device_id: device.id, area_name: null, firings: 2 }])
  const times = found.time.filter((_, index) => found.series[0]!.values[index] !== null)
  expect(times[0]).toBeGreaterThanOrEqual(now - 4 * DAY_MS - 6 * 60 * MINUTE_MS)
  expect(times.at(-1)).toBeLessThan(now - 2 * DAY_MS)
  await expect(trial(renter, { physical_quantity_id: 999 })).rejects.toMatchObject({ status: 422 })
})
