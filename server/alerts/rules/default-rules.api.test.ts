import { afterAll, beforeAll, expect, test } from 'vitest'
import { alertRuleEndpoints } from '#shared/contract/alerts/alert-rules.ts'
import { api } from '#shared/contract/index.ts'
import { aDevice } from '../../testing/a-device.ts'
import { aLocation, BROILER } from '../../testing/a-location.ts'
import { aPlacement } from '../../testing/a-placement.ts'
import { aSale } from '../../testing/a-sale.ts'
import { aUser, type TestUser } from '../../testing/a-user.ts'
import { meanwhile } from '../../testing/meanwhile.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'

const PIGLET = 35
const TEMPERATURE = ['piglet.temperature.high', 'piglet.temperature.low']

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const suitingOf = async ({ token }: TestUser): Promise<string[]> => {
  const rules = await app.call(alertRuleEndpoints.listDefaultAlertRules, {}, token)
  return rules
    .filter(({ suits }) => suits)
    .map(({ key }) => key)
    .sort()
}
const take = (keys: string[], { token }: TestUser) =>
  app.call(alertRuleEndpoints.takeDefaultAlertRules, { body: { keys } }, token)
const rulesOf = ({ token }: TestUser) => app.call(alertRuleEndpoints.listAlertRules, {}, token)

/** A device among piglets that has sent temperature and a set point. */
const aPigletRoom = async (owner: TestUser) => {
  const device = await aDevice(app, owner)
  const location = await aLocation(app, owner, { areas: [{ name: 'Room 3', area_type_id: PIGLET }] })
  await aPlacement(app, owner, device, location, { start: app.clock.iso() })
  return { device, location }
}
const send = async ({ key }: { key: string }, body: object) => {
  await app.call(api.sendMeasurements, { body }, key)
  await app.app.settle()
}

test('only rules for what a placed device measures suit, and only for its animals', async () => {
  const owner = await aUser(app)
  expect(await suitingOf(owner)).toEqual([])
  const { device } = await aPigletRoom(owner)
  expect(await suitingOf(owner)).toEqual([])
  await send(device, { t: 26, h_low: 40 })
  expect(await suitingOf(owner)).toEqual(TEMPERATURE)
  await send(device, { t: 26, nh3_ppm: 8 })
  expect(await suitingOf(owner)).toEqual(['piglet.nh3.high', 'piglet.nh3.limit', ...TEMPERATURE])
})

test('what a device has not sent for a week does not count', async () => {
  const owner = await aUser(app)
  const { device } = await aPigletRoom(owner)
  await send(device, { t: 26, nh3: 8 })
  app.clock.forward(8 * 86_400_000)
  await send(device, { t: 25 })
  expect(await suitingOf(owner)).toEqual(TEMPERATURE)
})

test('what the owner before measured suits nobody after', async () => {
  const owner = await aUser(app)
  const { device, location } = await aPigletRoom(owner)
  await send(device, { t: 26, nh3: 8 })
  app.clock.forward(60_000)
  const { code } = await app.call(api.releaseSensor, { params: { id: device.id } }, owner.token)
  const finder = await aUser(app)
  expect(await suitingOf(owner)).toEqual([])
  await app.call(api.claimSensor, { body: { code: code ?? '' } }, finder.token)
  const barn = await aLocation(app, finder, { areas: [{ name: 'Barn', area_type_id: BROILER }] })
  await aPlacement(app, finder, device, barn, { start: app.clock.iso() })
  expect(location.id).not.toBe(barn.id)
  expect(await suitingOf(finder)).toEqual([])
})

test('all chosen rules are made in one call, none twice, and one that is off is switched on', async () => {
  const owner = await aUser(app)
  const keys = ['piglet.temperature.low', 'piglet.temperature.high', 'piglet.nh3.limit']
  const made = await take(keys, owner)
  expect(made.map(({ area_type_id, active }) => [area_type_id, active])).toEqual(keys.map(() => [PIGLET, true]))
  expect((await take([...keys, ...keys], owner)).map(({ id }) => id).sort()).toEqual(made.map(({ id }) => id).sort())
  const [first] = made
  if (!first) throw new Error('no rule was made')
  const { id, ...body } = first
  await app.call(api.updateAlertRule, { params: { id }, body: { ...body, active: false } }, owner.token)
  await take(keys, owner)
  const rules = await rulesOf(owner)
  expect(rules).toHaveLength(keys.length)
  expect(rules.every(({ active }) => active)).toBe(true)
})

test('two taps at once make each rule once', async () => {
  const owner = await aUser(app)
  const keys = ['sow.temperature.low', 'sow.temperature.high']
  await Promise.all([take(keys, owner), take(keys, owner), take(keys, owner)])
  expect(await rulesOf(owner)).toHaveLength(keys.length)
})

test('with a key nobody knows, or beyond the quota, none is made', async () => {
  const owner = await aUser(app)
  await expect(take(['piglet.nh3.limit', 'piglet.nonsense'], owner)).rejects.toMatchObject({
    status: 422,
    errors: { keys: [expect.any(String)] },
  })
  await expect(take([], owner)).rejects.toMatchObject({ status: 422 })
  const { quotas } = app.services.environment
  const before = quotas.rules
  quotas.rules = 2
  try {
    const three = ['piglet.nh3.limit', 'piglet.temperature.low', 'piglet.temperature.high']
    await expect(take(three, owner)).rejects.toMatchObject({ code: 'quota_reached' })
    expect(await rulesOf(owner)).toEqual([])
    expect(await take(three.slice(1), owner)).toHaveLength(2)
  } finally {
    quotas.rules = before
  }
})

test('[specification §6] with devices of the light plan alone there is none to take', async () => {
  const owner = await aUser(app)
  const device = await aDevice(app, owner, { plan: 'light' })
  const location = await aLocation(app, owner)
  await aPlacement(app, owner, device, location, { start: app.clock.iso() })
  await send(device, { t: 26 })
  expect(await suitingOf(owner)).toEqual([])
  await expect(take(['broiler.nh3.limit'], owner)).rejects.toMatchObject({ status: 403, code: 'not_allowed' })
})

const takeOf = (devices: readonly { id: number }[], { token }: TestUser) =>
  app.call(api.takeDefaultAlertRulesOfDevices, { body: { device_ids: devices.map(({ id }) => id) } }, token)

test('the rules for several devices are those for what they measure among their animals, said with what has none', async () => {
  const owner = await aUser(app)
  const [{ device: first }, { device: second }, { device: other }] = [
    await aPigletRoom(owner),
    await aPigletRoom(owner),
    await aPigletRoom(owner),
  ]
  const unplaced = await aDevice(app, owner)
  await send(first, { t: 26, h_low: 40 })
  await send(second, { t: 26, nh3: 8 })
  await send(other, { co2: 1200 })
  const made = await takeOf([first, second, unplaced], owner)
  expect(made).toEqual({
    ...{ made: 4, switched_on: 0, there: 0 },
    ...{ without: ['h_low'], devices_without_values: [unplaced.id] },
  })
  const rules = await rulesOf(owner)
  expect(rules.every(({ area_type_id }) => area_type_id === PIGLET)).toBe(true)
  const [rule] = rules
  await app.services.db
    .updateTable('alert_rules')
    .set({ active: 0 })
    .where('id', '=', rule?.id ?? 0)
    .execute()
  expect(await takeOf([first, second], owner)).toMatchObject({ made: 0, switched_on: 1, there: 3 })
  expect(await rulesOf(owner)).toHaveLength(4)
})

test('of devices that somebody does not watch nothing is made, and nothing is said', async () => {
  const [owner, stranger] = [await aUser(app), await aUser(app)]
  const { device } = await aPigletRoom(owner)
  const { device: own } = await aPigletRoom(stranger)
  await send(device, { t: 26 })
  await send(own, { t: 26 })
  await expect(takeOf([own, device], stranger)).rejects.toMatchObject({ status: 404 })
  await expect(takeOf([own, { id: 2_000_000_000 }], stranger)).rejects.toMatchObject({ status: 404 })
  expect(await rulesOf(stranger)).toEqual([])
  const many = Array.from({ length: 201 }, (_, index) => ({ id: index + 1 }))
  await expect(takeOf(many, stranger)).rejects.toMatchObject({ status: 422 })
  await expect(takeOf([], stranger)).rejects.toMatchObject({ status: 422 })
})

test('for a device that is sold in that moment nothing is made', async () => {
  const owner = await aUser(app)
  const { device } = await aPigletRoom(owner)
  await send(device, { t: 26 })
  const buyer = await aUser(app)
  const sell = async () => {
    app.clock.forward(1000)
    await aSale(app, device, owner, buyer)
    app.clock.forward(1000)
  }
  const takeOfDevice = () =>
    app.call(api.takeDefaultAlertRulesOfDevices, { body: { device_ids: [device.id] } }, owner.token)
  await expect(meanwhile(app, takeOfDevice, sell)).rejects.toMatchObject({
    status: expect.toSatisfy(code => code >= 403),
  })
  expect(await rulesOf(owner)).toEqual([])
})

test('where the rules are too many none is made', async () => {
  const owner = await aUser(app)
  const { device } = await aPigletRoom(owner)
  await send(device, { t: 26, nh3: 8 })
  const { quotas } = app.services.environment
  const before = quotas.rules
  quotas.rules = 3
  try {
    await expect(takeOf([device], owner)).rejects.toMatchObject({ code: 'quota_reached' })
  } finally {
    quotas.rules = before
  }
  expect(await rulesOf(owner)).toEqual([])
})
