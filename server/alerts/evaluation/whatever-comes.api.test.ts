import { afterAll, beforeAll, expect, test } from 'vitest'
import { alertRuleEndpoints } from '#shared/contract/alerts/alert-rules.ts'
import { alertEndpoints } from '#shared/contract/alerts/alerts.ts'
import { measurementEndpoints } from '#shared/contract/measurements/measurements.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { buildApp } from '../../app.ts'
import { aDevice, type TestDevice } from '../../testing/a-device.ts'
import { aLocation } from '../../testing/a-location.ts'
import { aPlacement } from '../../testing/a-placement.ts'
import { aRule } from '../../testing/a-rule.ts'
import { aUser, type TestUser } from '../../testing/a-user.ts'
import { NO_LIMITS, startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { createAlertArrivals } from './arrivals.ts'
import { evaluateMinute } from './minute.ts'

const STEPS = 60
let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** A generator of the same numbers each time. */
const numbers = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return seed / 2_147_483_648
}

const openTwice = async (): Promise<unknown[]> => {
  const open = await app.services.db.selectFrom('alerts').selectAll().where('state', '=', 'firing').execute()
  const keys = open.map(({ kind, alert_rule_id, device_id }) => `${kind} ${alert_rule_id} ${device_id}`)
  return keys.filter((key, index) => keys.indexOf(key) !== index)
}

/** Alerts of a rule on a device that its owner never had. */
const strange = async (devices: Map<number, number[]>): Promise<unknown[]> => {
  const alerts = await app.services.db.selectFrom('alerts').selectAll().where('kind', '=', 'rule').execute()
  return alerts.filter(({ user_id, device_id }) => devices.has(user_id!) && !devices.get(user_id!)?.includes(device_id))
}

test.each([1, 2, 3, 4])(
  '[decisions §7] whatever comes, twice, late or to several processes: one open alert of a rule and a device, and none of another’s device (%i)',
  async seed => {
    const random = numbers(seed)
    const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
    const [anna, ben] = [await aUser(app), await aUser(app)]
    const devices: TestDevice[] = []
    for (const owner of [anna, anna, ben]) devices.push(await aDevice(app, owner, { upload_interval: 60 }))
    const [first, second, third] = devices as [TestDevice, TestDevice, TestDevice]
    const places = [await aLocation(app, anna), await aLocation(app, anna)]
    await aPlacement(app, anna, first, places[0]!)
    await aPlacement(app, anna, second, places[1]!)
    const rules = [
      await aRule(app, anna, { clear_value: 15 }),
      await aRule(app, anna, { times: 2, comparison: 'absolute_change', threshold_value: 3 }),
      await aRule(app, anna, { calculation_minutes: 15, calculation: 'maximum' }),
    ]
    await aRule(app, ben, { calculation_minutes: 15 })
    await aRule(app, ben, { comparator: 'less', threshold_value: 18 })
    const own = new Map([
      [anna.id, [first.id, second.id]],
      [ben.id, [third.id]],
    ])
    // Another process at the same stores: it has seen nothing yet.
    const beside = await buildApp(app.services, app.app.http.log, NO_LIMITS)
    const sent: { device: TestDevice; body: object }[] = []
    const send = (device: TestDevice, body: object) => {
      sent.push({ device, body })
      return app.call(measurementEndpoints.sendMeasurements, { body }, device.key)
    }
    const acts: Record<string, () => Promise<unknown>> = {
      message: () => send(pick(devices), { time: app.clock.iso(), nh3: Math.round(random() * 30) }),
      late: () => send(pick(devices), { time: app.clock.iso(-Math.floor(random() * 50) * MINUTE_MS), nh3: 40 }),
      again: async () => {
        const { device, body } = pick(sent) ?? { device: first, body: { nh3: 1 } }
        await send(device, body)
      },
      atOnce: () =>
        Promise.all(
          devices.map(device =>
            beside.http.inject({
              method: 'POST',
              url: '/api/measurements',
              headers: { authorization: `Bearer ${device.key}` },
              payload: { time: app.clock.iso(-1000), nh3: 30 },
            }),
          ),
        ),
      rule: () => {
        const rule = pick(rules)
        const body = {
          ...rule,
          threshold_value: 15 + Math.round(random() * 10),
          clear_value: 15,
          active: random() < 0.8,
          // The rule is saved whatever came since.
          version: undefined,
        }
        return app.call(alertRuleEndpoints.updateAlertRule, { params: { id: rule.id }, body }, anna.token)
      },
      deleted: async () => {
        const [alert] = await app.call(alertEndpoints.listAlerts, { query: {} }, anna.token)
        if (alert) await app.call(alertEndpoints.deleteAlert, { params: { id: alert.id } }, anna.token)
      },
    }
    const common = ['message', 'message', 'message', 'late', 'again', 'atOnce']
    for (let step = 0; step < STEPS; step++) {
      app.clock.forward(Math.floor(random() * 3) * MINUTE_MS)
      await acts[pick(step % 10 === 9 ? ['rule', 'deleted'] : common)]!()
      // Two processes look at once, and one of them has just begun anew.
      await Promise.all([
        app.app.settle(),
        beside.settle(),
        createAlertArrivals(app.services).settle(),
        evaluateMinute(app.services),
        evaluateMinute(app.services),
      ])
      expect(await openTwice()).toEqual([])
    }
    expect(await strange(own)).toEqual([])
    const seenBy = async (user: TestUser) =>
      (await app.call(alertEndpoints.listAlerts, { query: {} }, user.token)).map(one => one.device_id)
    expect((await seenBy(anna)).every(id => own.get(anna.id)?.includes(id))).toBe(true)
    expect((await seenBy(ben)).every(id => own.get(ben.id)?.includes(id))).toBe(true)
    expect((await seenBy(ben)).length + (await seenBy(anna)).length).toBeGreaterThan(2)
    await beside.http.close()
  },
)
