import { afterAll, beforeAll, expect, test } from 'vitest'
import { alertRuleEndpoints } from '#shared/contract/alerts/alert-rules.ts'
import { alertEndpoints } from '#shared/contract/alerts/alerts.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { aDevice } from '../testing/a-device.ts'
import { aLocation } from '../testing/a-location.ts'
import { aPlacement } from '../testing/a-placement.ts'
import { aRule } from '../testing/a-rule.ts'
import { aUser } from '../testing/a-user.ts'
import { insertReadings, type ReadingRow } from '../testing/insert-readings.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { addDemoAlerts } from './demo.ts'
import { evaluateMinute } from './evaluation/minute.ts'
import { deleteDemoRules } from './rules/rule-store.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('the demo farm comes with rules and the alerts of its history, which tell nobody; what is open is the watch’s', async () => {
  const owner = await aUser(app)
  const device = await aDevice(app, owner)
  const location = await aLocation(app, owner)
  await app.services.db.updateTable('locations').set({ demo: 1 }).where('id', '=', location.id).execute()
  await aPlacement(app, owner, device, location)
  const mine = await aRule(app, owner, { threshold_value: 500 })
  const hours = [1, 30, 1, 1, 1, 30]
  const begin = app.clock.now() - (hours.length * 60 + 30) * MINUTE_MS
  const values = Array.from(
    { length: hours.length * 60 + 30 },
    (_, minute): ReadingRow => [device.id, 'nh3', begin + minute * MINUTE_MS, hours[Math.floor(minute / 60)] ?? 30],
  )
  await insertReadings(app, values)
  await addDemoAlerts(app.services, owner.id)
  const list = () => app.call(alertEndpoints.listAlerts, { query: {} }, owner.token)
  const past = await list()
  expect(past.map(one => [one.threshold_value, one.state, one.ended_by, one.deliveries])).toEqual([
    [15, 'resolved', 'value', []],
    [20, 'resolved', 'value', []],
  ])
  expect(past[1]).toMatchObject({ worst_value: 30, location_name: 'De Linde', read: false })
  app.clock.forward(MINUTE_MS)
  await evaluateMinute(app.services)
  const open = (await list()).filter(one => one.state === 'firing')
  expect(open.map(one => one.threshold_value).sort()).toEqual([15, 20])
  expect(await app.services.db.selectFrom('alert_deliveries').selectAll().execute()).toEqual([])
  const made = await app.call(alertRuleEndpoints.listAlertRules, {}, owner.token)
  expect(made.flatMap(({ location_id }) => location_id ?? [])).toEqual([location.id])
  expect(made.flatMap(({ area_id }) => area_id ?? [])).toEqual([location.area.id])
  await deleteDemoRules(app.services.db)
  const rules = await app.call(alertRuleEndpoints.listAlertRules, {}, owner.token)
  expect(rules.map(({ id }) => id)).toEqual([mine.id])
})

test('at a quiet hour there is an open alert as well, so that taking care of one can be tried', async () => {
  const owner = await aUser(app)
  const device = await aDevice(app, owner)
  await aPlacement(app, owner, device, await aLocation(app, owner))
  const begin = app.clock.now() - 120 * MINUTE_MS
  await insertReadings(
    app,
    Array.from({ length: 120 }, (_, minute): ReadingRow => [device.id, 'nh3', begin + minute * MINUTE_MS, 8.2]),
  )
  // An episode that held when its device fell silent is not open: the watch evaluates devices that are heard.
  const silent = await aDevice(app, owner)
  await aPlacement(app, owner, silent, await aLocation(app, owner))
  await insertReadings(
    app,
    Array.from({ length: 120 }, (_, minute): ReadingRow => [silent.id, 'nh3', begin - (300 - minute) * MINUTE_MS, 30]),
  )
  await addDemoAlerts(app.services, owner.id)
  app.clock.forward(MINUTE_MS)
  await evaluateMinute(app.services)
  const list = await app.call(alertEndpoints.listAlerts, { query: {} }, owner.token)
  expect(list.map(one => [one.threshold_value, one.state])).toEqual([[7.5, 'firing']])
})
