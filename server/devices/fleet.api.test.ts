import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { HOUR_MS } from '#shared/rules/time/units.ts'
import { aDevice } from '../testing/a-device.ts'
import { aFirstUser, aUser, type TestUser } from '../testing/a-user.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'

let app: TestApp
let admin: TestUser
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp()
  admin = await aFirstUser(app)
  owner = await aUser(app, { name: 'Marieke Vos' })
})
afterAll(() => app.close())

const fleet = (query: Record<string, string | number>) => app.call(api.listFleet, { query }, admin.token)
const named = async (query: Record<string, string | number>) => (await fleet(query)).devices.map(({ name }) => name)

test('shows of every device its owner, plan, firmware, battery and when it was last seen', async () => {
  const device = await aDevice(app, owner, { name: 'West wall', eui: '0011223344556677', plan: 'pro' })
  const state = { firmware: '3.2.1', battery: 12 }
  await app.call(api.sendMeasurements, { body: { t: 20, state } }, device.key)
  await app.app.settle()
  expect(await fleet({ search: 'west' })).toEqual({
    total: 1,
    devices: [
      {
        id: device.id,
        name: 'West wall',
        device_name: device.device_name,
        eui: '0011223344556677',
        plan: 'pro',
        state: 'heard',
        owner_id: owner.id,
        owner_name: 'Marieke Vos',
        owner_email: owner.email,
        firmware: '3.2.1',
        battery_percentage: 12,
        battery_low: true,
        last_seen_at: app.clock.iso(),
      },
    ],
  })
})

test('is searched by names, EUI and owner, and filtered', async () => {
  await aDevice(app, admin, { name: 'Never heard', plan: 'light' })
  const released = await aDevice(app, owner, { name: 'Released', plan: 'basic' })
  await app.call(api.releaseSensor, { params: { id: released.id } }, owner.token)
  expect(await named({ search: '00112233' })).toEqual(['West wall'])
  expect(await named({ search: 'marieke' })).toEqual(['West wall'])
  expect(await named({ search: '_' })).toEqual([])
  expect(await named({ plan: 'light' })).toEqual(['Never heard'])
  expect(await named({ low_battery: '1' })).toEqual(['West wall'])
  expect(await named({ ownerless: '1' })).toEqual(['Released'])
  expect(await named({ state: 'never' })).toEqual(['Never heard', 'Released'])
  app.clock.forward(4 * HOUR_MS)
  expect(await named({ state: 'silent' })).toEqual(['West wall'])
  expect(await named({ state: 'heard' })).toEqual([])
})

test('comes in pages, each device once', async () => {
  for (let nth = 0; nth < 52; nth++) await aDevice(app, admin, { name: 'Same' })
  const pages = [await fleet({ search: 'Same' }), await fleet({ search: 'Same', page: 2 })]
  expect(pages.map(({ devices, total }) => [devices.length, total])).toEqual([
    [50, 52],
    [2, 52],
  ])
  expect(new Set(pages.flatMap(({ devices }) => devices.map(({ id }) => id))).size).toBe(52)
})

test('an administrator changes name, EUI and plan of a device of somebody else, which its owner reads', async () => {
  const [device] = (await fleet({ search: 'west' })).devices
  if (!device) throw new Error('no device')
  const body = { name: 'East wall', eui: '0011223344556688', plan: 'basic' as const }
  await app.call(api.updateSensor, { params: { id: device.id }, body }, admin.token)
  expect((await fleet({ search: 'east' })).devices).toMatchObject([body])
  const entries = await app.call(api.listAudit, { query: { action: 'device_changed' } }, owner.token)
  expect(entries).toMatchObject([
    {
      user: 'First Admin',
      object: `device:${device.id}`,
      object_name: 'West wall',
      after: body,
    },
  ])
})
