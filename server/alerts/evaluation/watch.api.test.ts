import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { buildApp } from '../../app.ts'
import { jsonOf } from '../../kit/database/json.ts'
import { aLocation } from '../../testing/a-location.ts'
import { aPlacement } from '../../testing/a-placement.ts'
import { aRule } from '../../testing/a-rule.ts'
import { aSale } from '../../testing/a-sale.ts'
import { aUser } from '../../testing/a-user.ts'
import { insertReadings } from '../../testing/insert-readings.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { createWatching, times } from '../../testing/watching.ts'
import { evaluateMinute } from './minute.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
const { aFarm, minutes, send, alertsOf } = createWatching(() => app)

describe('[decisions §7] a rule that looks at each message', () => {
  test('fires at once, counts on, remembers the worst, and is over when the value is back', async () => {
    const farm = await aFarm()
    const rule = await aRule(app, farm.owner, { clear_value: 18, checks: ['Fan 3'] })
    await send({ nh3: 19.9 }, farm)
    expect(await alertsOf(farm)).toEqual([])
    app.clock.forward(MINUTE_MS)
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
      app.clock.forward(MINUTE_MS)
      await send({ nh3 }, farm)
    }
    expect(await alertsOf(farm)).toMatchObject([{ state: 'firing', count: 3, worst_value: 24.6, last_value: 20.5 }])
    app.clock.forward(MINUTE_MS)
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
    await send({ time: app.clock.iso(-5 * MINUTE_MS), nh3: 50 }, farm)
    await evaluateMinute(app.services)
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
      values.map((nh3, index) => ({ time: app.clock.iso(from + index * MINUTE_MS), nh3 }))
    await send(batch([30, 30, 30, 30], -40 * 60 * MINUTE_MS), farm)
    await send(batch([30, 30, 10, 30, 30], -20 * MINUTE_MS), farm)
    expect(await alertsOf(farm)).toEqual([])
    await send(batch([30, 31], -10 * MINUTE_MS), farm)
    expect(await alertsOf(farm)).toMatchObject([
      {
        count: 4,
        started_at: app.clock.iso(-17 * MINUTE_MS),
        fired_at: app.clock.iso(-10 * MINUTE_MS),
        worst_value: 31,
      },
    ])
  })

  test('no change is one from what it measured for somebody else, or elsewhere', async () => {
    const farm = await aFarm()
    const buyer = await aUser(app)
    await aRule(app, buyer, { comparison: 'absolute_change', threshold_value: 4 })
    await send({ nh3: 10 }, farm)
    app.clock.forward(MINUTE_MS)
    const sold = { owner: buyer, device: await aSale(app, farm.device, farm.owner, buyer) }
    await send({ nh3: 90 }, sold)
    expect(await alertsOf(sold)).toEqual([])
    app.clock.forward(MINUTE_MS)
    await aPlacement(app, buyer, sold.device, await aLocation(app, buyer), { start: app.clock.iso() })
    await send({ nh3: 50 }, sold)
    expect(await alertsOf(sold)).toEqual([])
    app.clock.forward(MINUTE_MS)
    await send({ nh3: 60 }, sold)
    expect(await alertsOf(sold)).toMatchObject([{ worst_value: 10 }])
  })

  test('a change from one reading to the next, and a limit of 0', async () => {
    const farm = await aFarm()
    await aRule(app, farm.owner, { comparison: 'absolute_change', threshold_value: 4 })
    await aRule(app, farm.owner, { physical_quantity_id: 1, comparator: 'less_or_equal', threshold_value: 0 })
    await send({ nh3: 10, t: 0.1 }, farm)
    app.clock.forward(MINUTE_MS)
    await send({ nh3: 14 }, farm)
    expect(await alertsOf(farm)).toEqual([])
    app.clock.forward(MINUTE_MS)
    await send({ nh3: 9.5, t: 0 }, farm)
    expect((await alertsOf(farm)).map(({ worst_value }) => worst_value).sort()).toEqual([0, 4.5])
  })

  test('finds with the next minute what a process that ended had not looked at', async () => {
    const farm = await aFarm()
    await aRule(app, farm.owner)
    await insertReadings(app, [[farm.device.id, 'nh3', app.clock.now(), 30]])
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

  test('when clocks go back the hour that is left out comes twice', async () => {
    app.clock.set('2025-10-25T20:00:00Z')
    const farm = await aFarm()
    const location = await aLocation(app, farm.owner, { time_zone: 'Europe/Amsterdam' })
    await aPlacement(app, farm.owner, farm.device, location)
    await aRule(app, farm.owner, { exclude_hours: [2] })
    app.clock.set('2025-10-26T00:05:00Z')
    await minutes(farm, times(5, 30))
    app.clock.set('2025-10-26T01:50:00Z')
    await minutes(farm, times(10, 30))
    expect((await alertsOf(farm)).filter(({ kind }) => kind === 'rule')).toEqual([])
    await minutes(farm, times(1, 30))
    expect(await alertsOf(farm)).toMatchObject([{ fired_at: '2025-10-26T02:00:30.000Z' }])
  })

  test('counts the calibrations in', async () => {
    const farm = await aFarm()
    await aRule(app, farm.owner, { calculation_minutes: 15, threshold_value: 20 })
    await app.services.db
      .insertInto('calibrations')
      .values({
        device_id: farm.device.id,
        measurement: 'nh3',
        method: 'manual',
        offset: 5,
        valid_from: '2020-01-01T00:00:00.000Z',
        compared: jsonOf([]),
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

test('[decisions §7] a process that begins anew goes on where the other one ended', async () => {
  const farm = await aFarm()
  await aRule(app, farm.owner, { times: 3, clear_value: 15 })
  await minutes(farm, [30, 30])
  const anew = await buildApp(app.services, app.app.http.log, {
    perAddress: 1000,
    perAccount: 1000,
    mailsPerHour: 1000,
    constantTime: 0,
  })
  const sendAnew = async (nh3: number) => {
    app.clock.forward(MINUTE_MS)
    const headers = { authorization: `Bearer ${farm.device.key}` }
    await anew.http.inject({ method: 'POST', url: '/api/measurements', headers, payload: { nh3 } })
    await anew.settle()
  }
  expect(await alertsOf(farm)).toEqual([])
  await sendAnew(31)
  expect(await alertsOf(farm)).toMatchObject([{ state: 'firing', count: 3, worst_value: 31 }])
  await minutes(farm, [16])
  expect(await alertsOf(farm)).toMatchObject([{ state: 'firing', last_value: 16 }])
  await sendAnew(14)
  expect(await alertsOf(farm)).toMatchObject([{ state: 'resolved', last_value: 14, count: 3 }])
  await anew.http.close()
})

test('[decisions §7] several processes that evaluate the same minute at once make one alert', async () => {
  const farm = await aFarm()
  await aRule(app, farm.owner, { calculation_minutes: 15 })
  await minutes(farm, times(7, 30))
  app.clock.forward(MINUTE_MS)
  await send({ time: app.clock.iso(-1000), nh3: 30 }, farm)
  await Promise.all(times(5, null).map(() => evaluateMinute(app.services)))
  expect(await alertsOf(farm)).toMatchObject([{ count: 1 }])
})
