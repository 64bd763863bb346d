import { afterAll, beforeAll, expect, test } from 'vitest'
import { alertRuleEndpoints } from '#shared/contract/alerts/alert-rules.ts'
import { api } from '#shared/contract/index.ts'
import { aDevice } from '../../testing/a-device.ts'
import { aRule, NH3 } from '../../testing/a-rule.ts'
import { aSale } from '../../testing/a-sale.ts'
import { aUser, type TestUser } from '../../testing/a-user.ts'
import { meanwhile } from '../../testing/meanwhile.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'

let app: TestApp
let owner: TestUser
let device: Awaited<ReturnType<typeof aDevice>>
beforeAll(async () => {
  app = await startTestApp()
  owner = await aUser(app)
  device = await aDevice(app, owner)
})
afterAll(() => app.close())

const create = (body: object) =>
  app.call(
    alertRuleEndpoints.createAlertRule,
    { body: { physical_quantity_id: NH3, threshold_value: 20, ...body } },
    owner.token,
  )

test('[decisions §7] a rule comes back as it was made, and as it was changed', async () => {
  const made = await create({ exclude_hours: [0, 0, 23], checks: ['Fan 3'], recipients: ['vet@farm.example'] })
  expect(made).toMatchObject({
    name: null,
    calculation: 'average',
    comparator: 'greater',
    calculation_minutes: 15,
    times: 1,
    active: true,
    exclude_hours: [0, 23],
    checks: ['Fan 3'],
    recipients: ['vet@farm.example'],
    may: ['edit', 'delete'],
  })
  app.clock.forward(60_000)
  const body = { ...made, threshold_value: 0, clear_value: null, exclude_device_ids: [device.id] }
  const changed = await app.call(alertRuleEndpoints.updateAlertRule, { params: { id: made.id }, body }, owner.token)
  const now = { updated_at: app.clock.iso(), version: made.version + 1 }
  expect(changed).toEqual({ ...made, threshold_value: 0, exclude_device_ids: [device.id], ...now })
  const list = () => app.call(alertRuleEndpoints.listAlertRules, {}, owner.token)
  expect(await list()).toEqual([changed])
  await app.call(alertRuleEndpoints.deleteAlertRule, { params: { id: made.id } }, owner.token)
  expect(await list()).toEqual([])
})

test.each([
  [{ clear_value: 21 }, 'clear_value'],
  [{ comparator: 'less', clear_value: 19 }, 'clear_value'],
  [{ calculation: 'derivative', calculation_minutes: 0 }, 'calculation_minutes'],
  [{ calculation_minutes: 7 }, 'calculation_minutes'],
  [{ physical_quantity_id: 999 }, 'physical_quantity_id'],
  [{ area_type_id: 999 }, 'area_type_id'],
  [{ exclude_device_ids: [2_000_000] }, 'exclude_device_ids'],
  [{ exclude_hours: [24] }, 'exclude_hours.0'],
])('[decisions §7] %j is refused at its field', async (body, field) => {
  await expect(create(body)).rejects.toMatchObject({ status: 422, errors: { [field]: [expect.any(String)] } })
})

test('a rule for a device that is sold in that moment is refused', async () => {
  const [seller, buyer] = [await aUser(app), await aUser(app)]
  const sold = await aDevice(app, seller)
  const sell = async () => {
    app.clock.forward(1000)
    await aSale(app, sold, seller, buyer)
    app.clock.forward(1000)
  }
  const make = () => aRule(app, seller, { device_id: sold.id })
  await expect(meanwhile(app, make, sell)).rejects.toMatchObject({ errors: { device_id: [expect.any(String)] } })
})

test('[specification §6] somebody without a device yet may make rules, which the screens offer', async () => {
  const newcomer = await aUser(app)
  expect(await aRule(app, newcomer)).toMatchObject({ active: true, failure: null })
})

test('[decisions §13] administrators see their own rules, and those of all when they ask, to read', async () => {
  const rule = await create({})
  const admin = await aUser(app)
  await app.services.db.updateTable('users').set({ admin: 1 }).where('id', '=', admin.id).execute()
  const all = { query: { all: '1' as const } }
  expect(await app.call(alertRuleEndpoints.listAlertRules, {}, admin.token)).toEqual([])
  const seen = await app.call(alertRuleEndpoints.listAlertRules, all, admin.token)
  expect(seen.find(one => one.id === rule.id)).toMatchObject({ owner_name: owner.name, may: [] })
  const params = { id: rule.id }
  expect(await app.call(alertRuleEndpoints.getAlertRule, { params }, admin.token)).toMatchObject({ may: [] })
  const body = { ...rule, threshold_value: 1 }
  await expect(app.call(alertRuleEndpoints.updateAlertRule, { params, body }, admin.token)).rejects.toMatchObject({
    status: 404,
  })
  const stranger = await aUser(app)
  expect(await app.call(alertRuleEndpoints.listAlertRules, all, stranger.token)).toEqual([])
  await expect(app.call(alertRuleEndpoints.getAlertRule, { params }, stranger.token)).rejects.toMatchObject({
    status: 404,
  })
})

test('a rule that cannot be evaluated says so to its owner', async () => {
  const rule = await create({})
  const failure = { watch: `rule:${rule.id}`, alert_rule_id: rule.id, user_id: owner.id, reason: 'error' as const }
  const since = app.clock.iso()
  await app.services.db
    .insertInto('alert_failures')
    .values({ ...failure, detail: 'secret of the program', since, at: since })
    .execute()
  const shown = await app.call(alertRuleEndpoints.getAlertRule, { params: { id: rule.id } }, owner.token)
  expect(shown.failure).toEqual({ reason: 'error', since })
  expect(await app.call(api.getAlarmWatch, {}, owner.token)).toMatchObject({ failing_rules: 1 })
})

test('[specification §6] with sensors of the light plan alone there are no rules', async () => {
  const other = await aUser(app)
  await aDevice(app, other, { plan: 'light' })
  await expect(aRule(app, other)).rejects.toMatchObject({
    status: 403,
    code: 'not_allowed',
    errors: { plan: ['Alerts need a device on the Basic or Pro plan.'] },
  })
})

test('[decisions §7] the default rules are good input, clear on the good side, and say where they are from', async () => {
  const rules = await app.call(alertRuleEndpoints.listDefaultAlertRules, {}, owner.token)
  expect(new Set(rules.map(({ key }) => key)).size).toBe(rules.length)
  for (const { rule, key, source, sources } of rules) {
    expect(source, key).not.toBe('')
    expect(sources, key).not.toEqual([])
    await create(rule)
  }
  const byKey = new Map(rules.map(one => [one.key, one.rule]))
  expect(rules.find(one => one.key === 'calves.nh3.limit')?.sources).toEqual(['de_farm_animals'])
  expect(rules.find(one => one.key === 'broiler.temperature.low')?.hint).toBe('broilers_from_day_28')
  expect(byKey.get('pig.nh3.limit')).toMatchObject({ threshold_value: 20, clear_value: 17, urgency: 'act_now' })
  expect(byKey.get('pig.temperature.low')).toMatchObject({ comparator: 'less', threshold_value: 16, clear_value: 16.9 })
  expect(byKey.get('pig.temperature.high')).toMatchObject({ threshold_value: 22, clear_value: 21.1 })
  expect(byKey.has('horse.temperature.high')).toBe(false)
})
