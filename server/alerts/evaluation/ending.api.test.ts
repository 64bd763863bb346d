import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { alertHistoryEndpoints } from '#shared/contract/alerts/alert-history.ts'
import { alertRuleEndpoints } from '#shared/contract/alerts/alert-rules.ts'
import { alertEndpoints } from '#shared/contract/alerts/alerts.ts'
import { api } from '#shared/contract/index.ts'
import { measurementEndpoints } from '#shared/contract/measurements/measurements.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { aDevice } from '../../testing/a-device.ts'
import { aLocation } from '../../testing/a-location.ts'
import { aPlacement } from '../../testing/a-placement.ts'
import { aRule } from '../../testing/a-rule.ts'
import { aSale } from '../../testing/a-sale.ts'
import { aUser } from '../../testing/a-user.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { createWatching, times } from '../../testing/watching.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
const { aFarm, minutes, send, alertsOf } = createWatching(() => app)

describe('[decisions §7] what is open ends', () => {
  const firing = async (changes: object = {}) => {
    const farm = await aFarm()
    const rule = await aRule(app, farm.owner, changes)
    app.clock.forward(MINUTE_MS)
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
        { params: { id: farm.rule.id }, body: { ...farm.rule, ...body, version: undefined } },
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

  test('not by rules that were read before it began, which may have been others', async () => {
    const farm = await firing()
    const { db } = app.services
    // As where a group of devices is looked at long after the rules were read, and the rule was switched on meanwhile.
    await db.updateTable('alert_rules').set({ active: 0 }).where('id', '=', farm.rule.id).execute()
    const ahead = app.clock.iso(3 * MINUTE_MS)
    await db.updateTable('alerts').set({ fired_at: ahead }).where('id', '=', farm.alert.id).execute()
    await minutes(farm, [30])
    expect(await alertsOf(farm)).toMatchObject([{ state: 'firing' }])
    await minutes(farm, [30, 30, 30])
    expect(await alertsOf(farm)).toMatchObject([{ state: 'resolved' }])
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

test('[decisions §7] a rule’s last 30 days say how often it fired, who cared, and that it swings around its limit', async () => {
  const farm = await aFarm()
  const location = await aLocation(app, farm.owner, { time_zone: 'Europe/Amsterdam' })
  await aPlacement(app, farm.owner, farm.device, location)
  const rule = await aRule(app, farm.owner)
  const history = (token = farm.owner.token) =>
    app.call(alertHistoryEndpoints.getAlertRuleHistory, { params: { id: rule.id } }, token)
  expect(await history()).toMatchObject({ fired: 0, median_minutes: null, per_day: [], hint: 'never_fired' })
  app.clock.set('2025-03-01T22:55:00Z')
  for (let again = 0; again < 5; again++)
    for (const nh3 of [30, 10]) {
      app.clock.forward(MINUTE_MS)
      await send({ nh3 }, farm)
    }
  const [alert] = await alertsOf(farm)
  await app.call(alertEndpoints.acknowledgeAlert, { params: { id: alert!.id }, body: {} }, farm.owner.token)
  expect(await history()).toMatchObject({
    fired: 5,
    acknowledged: 1,
    median_minutes: 1,
    per_day: [
      { day: '2025-03-01', fired: 2 },
      { day: '2025-03-02', fired: 3 },
    ],
    hint: 'swings',
    suggestion: { kind: 'gap' },
    last_fired_at: expect.any(String),
  })
  const { per_hour } = await history()
  expect([per_hour[23], per_hour[0]]).toEqual([2, 3])
  const stranger = await aUser(app)
  await expect(history(stranger.token)).rejects.toMatchObject({ status: 404 })
})

describe('[decisions §3] whose alerts they are', () => {
  test('a rule watches only the devices of its owner; a shared place shows the alert, and no rule of one makes another’s', async () => {
    const farm = await aFarm()
    const partner = await aUser(app)
    const stranger = await aUser(app)
    await aDevice(app, stranger)
    const location = await aLocation(app, farm.owner, { with: [partner] })
    await aPlacement(app, farm.owner, farm.device, location)
    await aRule(app, farm.owner)
    await aRule(app, stranger)
    app.clock.forward(MINUTE_MS)
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
    const withdraw = (token: string) => app.call(alertEndpoints.withdrawAcknowledgement, on, token)
    expect((await app.call(alertEndpoints.getAlert, on, partner.token)).acknowledged).toMatchObject({ by_me: true })
    expect((await app.call(alertEndpoints.getAlert, on, farm.owner.token)).acknowledged).toMatchObject({ by_me: false })
    await expect(withdraw(farm.owner.token)).rejects.toMatchObject({ status: 409 })
    await expect(withdraw(stranger.token)).rejects.toMatchObject({ status: 404 })
    for (const _ of ['once', 'twice']) expect(await withdraw(partner.token)).toMatchObject({ acknowledged: null })
    await expect(app.call(alertEndpoints.deleteAlert, on, partner.token)).rejects.toMatchObject({ status: 403 })
    const silence = (until: string | null) =>
      app.call(alertEndpoints.silenceAlert, { ...on, body: { until } }, partner.token)
    await expect(silence(app.clock.iso(-1))).rejects.toMatchObject({ status: 422 })
    await expect(silence(app.clock.iso(8 * 1440 * MINUTE_MS))).rejects.toMatchObject({ status: 422 })
    expect(await silence(app.clock.iso(MINUTE_MS))).toMatchObject({ silenced_until: app.clock.iso(MINUTE_MS) })
    expect(await silence(null)).toMatchObject({ silenced_until: null })
    expect(await app.call(alertEndpoints.getAlertSummary, {}, partner.token)).toEqual({ unread: 0, open: 1 })
    expect(await app.call(alertEndpoints.getAlertSummary, {}, farm.owner.token)).toEqual({ unread: 1, open: 1 })
  })

  test('nothing fires for a renter whose rental is over, though the rules are still at hand', async () => {
    const farm = await aFarm()
    const renter = await aUser(app)
    await aDevice(app, renter)
    await app.services.db
      .insertInto('rentals')
      .values({
        device_id: farm.device.id,
        user_id: renter.id,
        email: renter.email,
        owner: 0,
        start: app.clock.iso(-MINUTE_MS),
        end: app.clock.iso(MINUTE_MS),
      })
      .execute()
    await aRule(app, renter)
    await send({ nh3: 10 }, farm)
    app.clock.forward(2 * MINUTE_MS)
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
    await minutes(farm, times(39, null))
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
    app.clock.forward(120 * MINUTE_MS)
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

  test('a device that goes on calling and sends no value', async () => {
    const farm = await aFarm()
    await app.call(api.saveDeviceLimits, { body: { silent_after_min: 10, battery_limit: null } }, farm.owner.token)
    await minutes(farm, [1])
    for (let minute = 0; minute < 12; minute++) {
      await send({ state: { charging: false } }, farm)
      await minutes(farm, [null])
    }
    expect(await alertsOf(farm)).toMatchObject([{ kind: 'device_silent', state: 'firing' }])
  })

  test('not a device whose clock is behind, or that sends again what it kept', async () => {
    const farm = await aFarm()
    await minutes(farm, [1])
    for (let minute = 0; minute < 45; minute++) {
      await send({ time: app.clock.iso(-60 * MINUTE_MS), nh3: 1 }, farm)
      await minutes(farm, [null])
    }
    expect(await alertsOf(farm)).toEqual([])
    const device = await app.call(api.getSensor, { params: { id: farm.device.id } }, farm.owner.token)
    expect(device.spoke_min).toBeLessThan(2)
    await minutes(farm, times(42, null))
    expect(await alertsOf(farm)).toMatchObject([{ kind: 'device_silent' }])
  })

  test('a device whose history of hours ago is sent now is as silent as before', async () => {
    const farm = await aFarm()
    await minutes(farm, [1])
    await minutes(farm, times(45, null))
    expect(await alertsOf(farm)).toMatchObject([{ kind: 'device_silent', state: 'firing' }])
    await send({ time: app.clock.iso(-5 * 60 * MINUTE_MS), nh3: 1 }, farm)
    await minutes(farm, [null])
    expect(await alertsOf(farm)).toMatchObject([{ kind: 'device_silent', state: 'firing' }])
  })

  test('a limit that is given up, or lowered below what the battery had, ends what is wrong by it', async () => {
    const farm = await aFarm()
    const limits = (body: { silent_after_min: number | null; battery_limit: number | null }) =>
      app.call(api.updateSensor, { params: { id: farm.device.id }, body }, farm.owner.token)
    await limits({ silent_after_min: 10, battery_limit: 30 })
    await minutes(farm, [26], 'battery')
    await minutes(farm, times(12, null))
    const open = async () => (await alertsOf(farm)).filter(({ state }) => state === 'firing').map(({ kind }) => kind)
    expect((await open()).sort()).toEqual(['battery_low', 'device_silent'])
    await limits({ silent_after_min: null, battery_limit: 25 })
    await minutes(farm, [null])
    expect(await open()).toEqual([])
    expect((await alertsOf(farm)).map(({ ended_by }) => ended_by)).toEqual(['rule', 'rule'])
    await limits({ silent_after_min: null, battery_limit: 90 })
    await minutes(farm, [89], 'battery')
    expect(await open()).toEqual(['battery_low'])
    await minutes(farm, [95], 'battery')
    expect(await open()).toEqual([])
  })

  test('silence and battery by the limits somebody chose; a limit that is raised ends the alert', async () => {
    const farm = await aFarm()
    const limits = (body: { silent_after_min: number | null; battery_limit: number | null }) =>
      app.call(api.saveDeviceLimits, { body }, farm.owner.token)
    await limits({ silent_after_min: 60, battery_limit: 30 })
    await minutes(farm, [29], 'battery')
    expect(await alertsOf(farm)).toMatchObject([{ kind: 'battery_low', state: 'firing', last_value: 29 }])
    await minutes(farm, [40], 'battery')
    expect(await alertsOf(farm)).toMatchObject([{ kind: 'battery_low', state: 'resolved' }])
    const silent = async () => (await alertsOf(farm)).filter(({ kind }) => kind === 'device_silent')
    await minutes(farm, times(59, null))
    expect(await silent()).toEqual([])
    await minutes(farm, times(3, null))
    expect(await silent()).toMatchObject([{ state: 'firing' }])
    await limits({ silent_after_min: 300, battery_limit: null })
    await minutes(farm, [null])
    expect(await silent()).toMatchObject([{ state: 'resolved', ended_by: 'rule' }])
    const { id } = farm.device
    await app.call(api.updateSensor, { params: { id }, body: { silent_after_min: 10 } }, farm.owner.token)
    await minutes(farm, [null, null])
    expect(await silent()).toMatchObject([{ state: 'firing' }, { state: 'resolved' }])
    await minutes(farm, [1])
    expect(await silent()).toMatchObject([{ state: 'resolved', ended_by: 'value' }, {}])
  })

  test('a battery that is low is told to whose device it is, and ends when that is somebody else', async () => {
    const farm = await aFarm()
    const buyer = await aUser(app)
    const battery = async ({ owner, device }: typeof farm) => {
      await app.call(measurementEndpoints.sendMeasurements, { body: { battery: 10 } }, device.key)
      await minutes({ owner, device }, [null])
    }
    await battery(farm)
    const [low] = await alertsOf(farm)
    const note = { params: { id: low!.id }, body: { note: 'The charger is in the shed' } }
    await app.call(alertEndpoints.acknowledgeAlert, note, farm.owner.token)
    app.clock.forward(MINUTE_MS / 2)
    const sold = { owner: buyer, device: await aSale(app, farm.device, farm.owner, buyer) }
    expect(await alertsOf(sold)).toEqual([])
    await minutes(sold, [null])
    expect(await alertsOf(farm)).toMatchObject([{ kind: 'battery_low', state: 'resolved', ended_by: 'device' }])
    expect(await alertsOf(sold)).toEqual([])
    await battery(sold)
    expect(await alertsOf(sold)).toMatchObject([{ kind: 'battery_low', state: 'firing', acknowledged: null }])
    expect(await alertsOf(farm)).toMatchObject([{ id: low!.id }])
  })

  test('silence that began with a former owner is not told to the next one', async () => {
    const farm = await aFarm()
    const buyer = await aUser(app)
    await minutes(farm, [1, ...times(20, null)])
    const sold = { owner: buyer, device: await aSale(app, farm.device, farm.owner, buyer) }
    await minutes(sold, times(45, null))
    expect(await alertsOf(sold)).toEqual([])
    await minutes(sold, [1, ...times(45, null)])
    expect(await alertsOf(sold)).toMatchObject([{ kind: 'device_silent' }])
  })
})
