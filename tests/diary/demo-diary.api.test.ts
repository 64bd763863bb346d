import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { deleteDemoDevices } from '../../server/devices/demo.ts'
import { deleteDemoLocations } from '../../server/locations/removal.ts'
import { aFirstUser, type TestUser } from '../../server/testing/a-user.ts'
import { startTestApp, type TestApp } from '../../server/testing/start-test-app.ts'
import { callerOf } from '../../simulator/sending/send.ts'
import { setUp } from '../../simulator/set-up.ts'

let app: TestApp
let user: TestUser
beforeAll(async () => {
  app = await startTestApp()
  user = await aFirstUser(app)
})
afterAll(() => app.close())

test("the demo farm's diary spans 90 days, is answered, compares, and goes with the farm", async () => {
  const now = app.clock.now()
  await setUp(now, now - 90 * DAY_MS, callerOf(await app.listen(), user.token))
  const all = await app.call(api.pageInspections, { query: { limit: 200 } }, user.token)
  expect(all.total).toBe(7 * 13)
  const { inspections } = all
  expect(Date.parse(inspections.at(-1)?.date ?? '')).toBeLessThan(now - 80 * DAY_MS)
  expect(inspections.every(one => one.checklist_name !== null && one.answered > 5)).toBe(true)
  expect(new Set(inspections.map(one => one.impression)).size).toBe(3)
  expect(inspections.filter(one => one.photo_count > 0)).toHaveLength(8)
  const query = { area_id: inspections[0]?.areas[0]?.id as number }
  const { rows, total } = await app.call(api.listInspectionItems, { query }, user.token)
  expect(total).toBe(13)
  expect(rows.filter(row => new Set(row.answers).size > 1).length).toBeGreaterThan(5)
  await deleteDemoDevices(app.services)
  await deleteDemoLocations(app.services)
  expect((await app.call(api.pageInspections, { query: {} }, user.token)).total).toBe(0)
})
