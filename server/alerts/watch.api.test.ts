import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { alertRuleEndpoints } from '../../shared/contract/alert-rules.ts'
import { alertEndpoints } from '../../shared/contract/alerts.ts'
import { measurementEndpoints } from '../../shared/contract/measurements.ts'
import { aDevice, type TestDevice } from '../testing/a-device.ts'
import { aLocation } from '../testing/a-location.ts'
import { aPlacement } from '../testing/a-placement.ts'
import { aRule } from '../testing/a-rule.ts'
import { aUser, type TestUser } from '../testing/a-user.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { evaluateMinute } from './minute.ts'

const MINUTE = 60_000
let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

interface Farm {
  owner: TestUser
  device: TestDevice
}
const aFarm = async (): Promise<Farm> => {
  const owner = await aUser(app)
  return { owner, device: await aDevice(app, owner, { upload_interval: 60 }) }
}

/** One evaluated minute after the other, each with a message (null: none) half a minute before. */
const minutes = async ({ device }: Farm, values: readonly (number | null)[], key = 'nh3'): Promise<void> => {
  for (const value of values) {
    app.clock.set((Math.floor(app.clock.now() / MINUTE) + 1) * MINUTE)
    const time = app.clock.iso(-MINUTE / 2)
    if (value !== null)
      await app.call(measurementEndpoints.sendMeasurements, { body: { time, [key]: value } }, device.key)
    await app.app.settle()
    await evaluateMinute(app.world)
  }
}
const send = async (body: object, { device }: Farm) => {
  await app.call(measurementEndpoints.sendMeasurements, { body }, device.key)
  await app.app.settle()
}
const alertsOf = ({ owner }: Pick<Farm, 'owner'>, query: object = {}) =>
  app.call(alertEndpoints.listAlerts, { query }, owner.token)
const times = (count: number, value: number | null) => Array.from({ length: count }, () => value)

describe('[decisions §7] a rule that looks at each message', () => {
  test('fires at once, counts on, remembers the worst, and is over when the value is back', async () => {
    const farm = await aFarm()
    const rule = await aRule(app, farm.owner, { clear_value: 18, checks: ['Fan 3'] })
    await send({ nh3: 19.9 }, farm)
    expect(await alertsOf(farm)).toEqual([])
    app.clock.forward(MINUTE)
    const fired = app.clock.iso()
    await send({ nh3: 21, t: 20 }, farm)
    expect(await alertsOf(farm)).toMatchObject([
      {
        kind: 'rule',
        alert_rule_id: rule.id,
        state: 'firing',
        measurement: 'nh3',
        unit: 'ppm',
        threshold_value: 20,
        started_at: fired,
        fired_at: fired,
        last_value: 21,
        worst_value: 21,
        count: 1,
        read: false,
        show: true,
        checks: ['Fan 3'],
        may: ['edit', 'delete', 'own'],
      },
    ])
    for (const nh3 of [24.6, 19, 20.5]) {
      app.clock.forward(MINUTE)
      await send({ nh3 }, farm)
    }
    expect(await alertsOf(farm)).toMatchObject([{ state: 'firing', count: 3, worst_value: 24.6, last_value: 20.5 }])
    app.clock.forward(MINUTE)
    await send({ nh3: 18 }, farm)
    expect(await alertsOf(farm)).toMatchObject([
      { state: 'resolved', resolved_at: app.clock.iso(), ended_by: 'value', worst_value: 24.6, last_value: 18 },
    ])
  })

  test('fires once for what comes twice, and never for what comes late', async () => {
    const farm = await aFarm()
    await aRule(app, farm.owner)
    const time = app.clock.iso()
    await send({ time, nh3: 5 }, farm)
    await send({ time: app.clock.iso(-5 * MINUTE), nh3: 50 }, farm)
    await evaluateMinute(app.world)
    expect(await alertsOf(farm)).toEqual([])
    const over = { time: app.clock.iso(1000), nh3: 50 }
    for (let again = 0; again < 3; again++) await send(over, farm)
    expect(await alertsOf(farm)).toMatchObject([{ count: 1 }])
    await send({ time: app.clock.iso(2000), nh3: 5 }, farm)
    await send(over, farm)
    expect(await alertsOf(farm)).toMatchObject([{ count: 1, state: 'resolved' }])
  })

  test('after N times waits for N in a row, within one message too; a file of old values is no news', async () => {
    const farm = await aFarm()
    await aRule(app, farm.owner, { times: 3 })
    const batch = (values: number[], from: number) =>
      values.map((nh3, index) => ({ time: app.clock.iso(from + index * MINUTE), nh3 }))
    await send(batch([30, 30, 30, 30], -40 * 60 * MINUTE), farm)
    await send(batch([30, 30, 10, 30, 30], -20 * MINUTE), farm)
    expect(await alertsOf(farm)).toEqual([])
    await send(batch([30, 31], -10 * MINUTE), farm)
    expect(await alertsOf(farm)).toMatchObject([
      { count: 4, started_at: app.clock.iso(-17 * MINUTE), fired_at: app.clock.iso(-10 * MINUTE), worst_value: 31 },
    ])
  })

  test('a change from one reading to the next, and a limit of 0', async () => {
    const farm = await aFarm()
    await aRule(app, farm.owner, { comparison: 'absolute_change', threshold_value: 4 })
    await aRule(app, farm.owner, { physical_quantity_id: 1, comparator: 'less_or_equal', threshold_value: 0 })
    await send({ nh3: 10, t: 0.1 }, farm)
    app.clock.forward(MINUTE)
    await send({ nh3: 14 }, farm)
    expect(await alertsOf(farm)).toEqual([])
    app.clock.forward(MINUTE)
    await send({ nh3: 9.5, t: 0 }, farm)
    expect((await alertsOf(farm)).map(({ worst_value }) => worst_value).sort()).toEqual([0, 4.5])
  })

  test('finds with the next minute what a process that ended had not looked at', async () => {
    const farm = await aFarm()
    await aRule(app, farm.owner)
    await app.world.series.insert({
      table: 'measurements',
      values: [[farm.device.id, 'nh3', app.clock.now(), 30]],
      format: 'JSONCompactEachRow',
    })
    await minutes(farm, [null])
    expect(await alertsOf(farm)).toMatchObject([{ last_value: 30, count: 1 }])
    await minutes(farm, [null])
    expect(await alertsOf(farm)).toMatchObject([{ last_value: 30, count: 1 }])
  })
})

describe('[decisions §7] a rule that looks back', () => {
  test('does not flap around the limit, and counts each minute', async () => {
    const farm = await aFarm()
    await aRule(app, farm.owner, { calculation_minutes: 15, calculation: 'maximum', clear_value: 15 })
    await minutes(farm, [...times(12, 10), 21, 19, 21, 19])
    expect(await alertsOf(farm)).toMatchObject([{ state: 'firing', count: 4, worst_value: 21 }])
    await minutes(farm, times(15, 16))
    expect(await alertsOf(farm)).toMatchObject([{ state: 'firing' }])
    await minutes(farm, times(16, 14))
    expect(await alertsOf(farm)).toMatchObject([{ state: 'resolved', ended_by: 'value', last_value: 14 }])
  })

  test('[science §5] cannot tell with less than half of the window: neither fires nor is over', async () => {
    const farm = await aFarm()
    await aRule(app, farm.owner, { calculation_minutes: 15 })
    await minutes(farm, times(7, 30))
    expect(await alertsOf(farm)).toEqual([])
    await minutes(farm, times(1, 30))
    expect(await alertsOf(farm)).toMatchObject([{ state: 'firing', cannot_tell: false }])
    await minutes(farm, times(14, null))
    expect(await alertsOf(farm)).toMatchObject([{ state: 'firing', cannot_tell: true }])
    await minutes(farm, times(9, 5))
    expect(await alertsOf(farm)).toMatchObject([{ state: 'resolved', cannot_tell: false }])
  })

  test('leaves out hours of the place, hour 0 among them', async () => {
    const farm = await aFarm()
    const location = await aLocation(app, farm.owner, { time_zone: 'Europe/Amsterdam' })
    await aPlacement(app, farm.owner, farm.device, location)
    await aRule(app, farm.owner, { calculation_minutes: 15, exclude_hours: [0] })
    await aRule(app, farm.owner, { exclude_hours: [0] })
    app.clock.set('2025-02-01T23:30:00Z')
    await minutes(farm, times(29, 30))
    expect(await alertsOf(farm)).toEqual([])
    await minutes(farm, times(2, 30))
    expect((await alertsOf(farm)).map(({ fired_at, location_name }) => [fired_at, location_name])).toEqual([
      ['2025-02-02T00:00:30.000Z', 'De Linde'],
      ['2025-02-02T00:00:00.000Z', 'De Linde'],
    ])
  })

  test('counts the calibrations in', async () => {
    const farm = await aFarm()
    await aRule(app, farm.owner, { calculation_minutes: 15, threshold_value: 20 })
    await app.world.db
      .insertInto('calibrations')
      .values({
        device_id: farm.device.id,
        measurement: 'nh3',
        method: 'manual',
        offset: 5,
        valid_from: '2020-01-01T00:00:00.000Z',
        compared: '[]',
        reference_device_id: null,
        created_at: app.clock.iso(),
        created_by: null,
        undone_at: null,
      })
      .execute()
    await minutes(farm, times(10, 16))
    expect(await alertsOf(farm)).toMatchObject([{ last_value: 21 }])
  })
})

describe('[decisions §7] what is open ends', () => {
  const firing = async (changes: object = {}) => {
    const farm = await aFarm()
    const rule = await aRule(app, farm.owner, changes)
    app.clock.forward(MINUTE)
    await send({ nh3: 30 }, farm)
    const [alert] = await alertsOf(farm)
    expect(alert?.state).toBe('firing')
    return { ...farm, rule, alert: alert! }
  }

  test('when its rule is deleted; the alert stays', async () => {
    const farm = await firing()
    await app.call(alertRuleEndpoints.deleteAlertRule, { params: { id: farm.rule.id } }, farm.owner.token)
    expect(await alertsOf(farm)).toMatchObject([{ state: 'resolved', ended_by: 'rule', alert_rule_id: null }])
    await send({ time: app.clock.iso(1000), nh3: 30 }, farm)
    expect(await alertsOf(farm)).toHaveLength(1)
  })

  test('when its rule is switched off or its condition changes, not when only its name does', async () => {
    const farm = await firing()
    const change = (body: object) =>
      app.call(
        alertRuleEndpoints.updateAlertRule,
        { params: { id: farm.rule.id }, body: { ...farm.rule, ...body } },
        farm.owner.token,
      )
    await change({ name: 'Ammonia', urgency: 'act_now' })
    expect(await alertsOf(farm)).toMatchObject([{ state: 'firing', rule_name: null }])
    await change({ threshold_value: 25 })
    expect(await alertsOf(farm)).toMatchObject([{ state: 'resolved', ended_by: 'rule' }])
    await send({ time: app.clock.iso(1000), nh3: 30 }, farm)
    expect(await alertsOf(farm)).toMatchObject([{ state: 'firing', threshold_value: 25 }, {}])
    await change({ active: false, threshold_value: 25 })
    expect((await alertsOf(farm)).map(({ ended_by }) => ended_by)).toEqual(['rule', 'rule'])
  })

  test('when its device is taken out of the rule', async () => {
    const farm = await firing()
    const ended = await app.call(alertEndpoints.excludeAlertDevice, { params: { id: farm.alert.id } }, farm.owner.token)
    expect(ended).toMatchObject({ state: 'resolved', ended_by: 'rule' })
    const rule = await app.call(alertRuleEndpoints.getAlertRule, { params: { id: farm.rule.id } }, farm.owner.token)
    expect(rule.exclude_device_ids).toEqual([farm.device.id])
    await send({ time: app.clock.iso(1000), nh3: 30 }, farm)
    expect(await alertsOf(farm)).toHaveLength(1)
  })

  test('when its device hangs elsewhere, and opens there anew', async () => {
    const farm = await firing()
    const location = await aLocation(app, farm.owner)
    await aPlacement(app, farm.owner, farm.device, location)
    await minutes(farm, [30])
    expect(await alertsOf(farm)).toMatchObject([
      { state: 'firing', location_name: 'De Linde' },
      { state: 'resolved', ended_by: 'device', location_name: null },
    ])
  })

  test('for good when it is deleted: the same episode does not open another', async () => {
    const farm = await firing()
    await app.call(alertEndpoints.deleteAlert, { params: { id: farm.alert.id } }, farm.owner.token)
    await send({ time: app.clock.iso(1000), nh3: 40 }, farm)
    expect(await alertsOf(farm)).toEqual([])
    await send({ time: app.clock.iso(2000), nh3: 4 }, farm)
    await send({ time: app.clock.iso(3000), nh3: 40 }, farm)
    expect(await alertsOf(farm)).toMatchObject([{ worst_value: 40 }])
  })
})

describe('[decisions §3] whose alerts they are', () => {
  test('a rule watches only the devices of its owner; a shared place shows the alert, and no rule of one makes another’s', async () => {
    const farm = await aFarm()
    const partner = await aUser(app)
    const stranger = await aUser(app)
    await aDevice(app, stranger)
    const location = await aLocation(app, farm.owner, { owners: [farm.owner.email, partner.email] })
    await aPlacement(app, farm.owner, farm.device, location)
    await aRule(app, farm.owner)
    await aRule(app, stranger)
    app.clock.forward(MINUTE)
    await send({ nh3: 30 }, farm)
    expect(await alertsOf({ owner: stranger })).toEqual([])
    expect(await alertsOf(farm)).toMatchObject([{ may: ['edit', 'delete', 'own'] }])
    const [shared] = await alertsOf({ owner: partner })
    expect(shared).toMatchObject({ may: ['edit'], alert_rule_id: null, deliveries: [] })
    const on = { params: { id: shared!.id } }
    await app.call(alertEndpoints.acknowledgeAlert, { ...on, body: { note: 'fan' } }, partner.token)
    await app.call(alertEndpoints.markAlert, { ...on, body: { read: true, show: false } }, partner.token)
    expect(await alertsOf({ owner: partner })).toEqual([])
    expect(await alertsOf({ owner: partner }, { show: '0' })).toMatchObject([{ read: true, show: false }])
    expect(await alertsOf(farm)).toMatchObject([
      { read: false, show: true, acknowledged: { name: partner.name, note: 'fan', at: app.clock.iso() } },
    ])
    await expect(app.call(alertEndpoints.deleteAlert, on, partner.token)).rejects.toMatchObject({ status: 403 })
    const silence = (until: string | null) =>
      app.call(alertEndpoints.silenceAlert, { ...on, body: { until } }, partner.token)
    await expect(silence(app.clock.iso(-1))).rejects.toMatchObject({ status: 422 })
    await expect(silence(app.clock.iso(8 * 1440 * MINUTE))).rejects.toMatchObject({ status: 422 })
    expect(await silence(app.clock.iso(MINUTE))).toMatchObject({ silenced_until: app.clock.iso(MINUTE) })
    expect(await silence(null)).toMatchObject({ silenced_until: null })
    expect(await app.call(alertEndpoints.getAlertSummary, {}, partner.token)).toEqual({ unread: 0, open: 1 })
    expect(await app.call(alertEndpoints.getAlertSummary, {}, farm.owner.token)).toEqual({ unread: 1, open: 1 })
  })

  test('nothing fires for a renter whose rental is over, though the rules are still at hand', async () => {
    const farm = await aFarm()
    const renter = await aUser(app)
    await aDevice(app, renter)
    await app.world.db
      .insertInto('rentals')
      .values({
        device_id: farm.device.id,
        user_id: renter.id,
        email: renter.email,
        owner: 0,
        start: app.clock.iso(-MINUTE),
        end: app.clock.iso(MINUTE),
      })
      .execute()
    await aRule(app, renter)
    await send({ nh3: 10 }, farm)
    app.clock.forward(2 * MINUTE)
    await send({ nh3: 30 }, farm)
    await minutes(farm, [30])
    expect(await alertsOf({ owner: renter })).toEqual([])
  })
})

describe('[decisions §7] built in, without a rule', () => {
  test('a device that is silent, once, after half an hour of grace, until it speaks', async () => {
    const farm = await aFarm()
    await minutes(farm, [1])
    const heard = app.clock.iso()
    await minutes(farm, times(40, null))
    expect(await alertsOf(farm)).toEqual([])
    await minutes(farm, times(3, null))
    expect(await alertsOf(farm)).toMatchObject([
      { kind: 'device_silent', started_at: heard, state: 'firing', urgency: 'attention', last_value: null },
    ])
    await minutes(farm, [1])
    expect(await alertsOf(farm)).toMatchObject([{ state: 'resolved', ended_by: 'value' }])
  })

  test('silence counts only while somebody listened', async () => {
    const farm = await aFarm()
    await minutes(farm, [1])
    app.clock.forward(120 * MINUTE)
    await minutes(farm, times(39, null))
    expect(await alertsOf(farm)).toEqual([])
    await minutes(farm, times(3, null))
    expect(await alertsOf(farm)).toMatchObject([{ kind: 'device_silent' }])
  })

  test('a battery that is low, until it is well charged; not while it charges, nor with the light plan', async () => {
    const farm = await aFarm()
    const light = { owner: farm.owner, device: await aDevice(app, farm.owner, { plan: 'light' }) }
    const battery = async (percentage: number, charging: boolean, of = farm) => {
      const body = { time: app.clock.iso(), battery: percentage, state: { charging } }
      await app.call(measurementEndpoints.sendMeasurements, { body }, of.device.key)
      await minutes(of, [null])
    }
    await battery(14, true)
    await battery(3, false, light)
    expect(await alertsOf(farm)).toEqual([])
    await battery(14, false)
    expect(await alertsOf(farm)).toMatchObject([{ kind: 'battery_low', last_value: 14, unit: '%' }])
    await battery(24, true)
    expect(await alertsOf(farm)).toMatchObject([{ state: 'firing', last_value: 24 }])
    await battery(25, true)
    expect(await alertsOf(farm)).toMatchObject([{ state: 'resolved' }])
  })
})

test('[decisions §7] several processes that evaluate the same minute at once make one alert', async () => {
  const farm = await aFarm()
  await aRule(app, farm.owner, { calculation_minutes: 15 })
  await minutes(farm, times(7, 30))
  app.clock.forward(MINUTE)
  await send({ time: app.clock.iso(-1000), nh3: 30 }, farm)
  await Promise.all(times(5, null).map(() => evaluateMinute(app.world)))
  expect(await alertsOf(farm)).toMatchObject([{ count: 1 }])
})
