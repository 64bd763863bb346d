import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DeviceChange } from '#shared/contract/devices/devices.ts'
import { api } from '#shared/contract/index.ts'
import { silentAfterOf } from '#shared/rules/devices/device-limits.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { isPostgres } from '../kit/database/schema-columns.ts'
import { aDevice, type TestDevice } from '../testing/a-device.ts'
import { aRental } from '../testing/a-rental.ts'
import { aSale } from '../testing/a-sale.ts'
import { aFirstUser, aUser, type TestUser } from '../testing/a-user.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { selectLimits } from './watching/limit-store.ts'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await startTestApp()
  admin = await aFirstUser(app)
})
afterAll(() => app.close())

type Change = Parameters<typeof DeviceChange.parse>[0]
const change = (owner: TestUser, { id }: { id: number }, body: Change) =>
  app.call(api.updateSensor, { params: { id }, body: body as object }, owner.token)
const read = (user: TestUser, { id }: { id: number }) => app.call(api.getSensor, { params: { id } }, user.token)
const save = (user: TestUser, body: { silent_after_min: number | null; battery_limit: number | null }) =>
  app.call(api.saveDeviceLimits, { body }, user.token)

describe('limits of silence and battery', () => {
  test('are the usual ones, those of the owner’s account, or those of the device', async () => {
    const owner = await aUser(app)
    const device = await aDevice(app, owner)
    expect(await app.call(api.getDeviceLimits, {}, owner.token)).toEqual({
      silent_after_min: null,
      battery_limit: null,
    })
    expect(await read(owner, device)).toMatchObject({ silent_after_min: 40, battery_limit: 15 })
    await save(owner, { silent_after_min: 180, battery_limit: 30 })
    expect(await app.call(api.getDeviceLimits, {}, owner.token)).toEqual({ silent_after_min: 180, battery_limit: 30 })
    expect(await read(owner, device)).toMatchObject({ silent_after_min: 180, battery_limit: 30 })
    const own = { silent_after_min: 720, battery_limit: null }
    expect(await change(owner, device, own)).toMatchObject({
      silent_after_min: 720,
      battery_limit: 30,
      own_limits: own,
    })
    // Another change leaves them, and null gives the account's back.
    expect(await change(owner, device, { name: 'North' })).toMatchObject({ own_limits: own })
    expect(await change(owner, device, { silent_after_min: null })).toMatchObject({ silent_after_min: 180 })
  })

  test('of an account stand in the audit log with what they were, where they changed', async () => {
    const owner = await aUser(app)
    const changesOf = async (user: TestUser) =>
      (await app.call(api.listAudit, { query: { action: 'device_limits_changed' } }, user.token)).map(
        ({ before, after }) => ({ before, after }),
      )
    await save(owner, { silent_after_min: 180, battery_limit: null })
    await save(owner, { silent_after_min: 180, battery_limit: null })
    await save(owner, { silent_after_min: null, battery_limit: 30 })
    expect(await changesOf(owner)).toEqual([
      { before: { silent_after_min: 180, battery_limit: null }, after: { silent_after_min: null, battery_limit: 30 } },
      { before: { silent_after_min: null }, after: { silent_after_min: 180 } },
    ])
    expect(await changesOf(await aUser(app))).toEqual([])
  })

  test('are looked up by the devices asked for, not by what all own', async () => {
    if (isPostgres(app.services.db)) return
    const query = selectLimits(app.services.db, [1, 2]).compile()
    const explained = CompiledQuery.raw(`EXPLAIN QUERY PLAN ${query.sql}`, [...query.parameters])
    const { rows } = await app.services.db.executeQuery<{ detail: string }>(explained)
    const details = rows.map(({ detail }) => detail).join('; ')
    expect(details).toMatch(/SEARCH rentals/)
    expect(details).not.toMatch(/SCAN (rentals|device_limits)|AUTOMATIC/)
  })

  test.each([
    [{ silent_after_min: 9 }, 'silent_after_min'],
    [{ silent_after_min: 7201 }, 'silent_after_min'],
    [{ silent_after_min: 12.5 }, 'silent_after_min'],
    [{ battery_limit: 0 }, 'battery_limit'],
    [{ battery_limit: 91 }, 'battery_limit'],
    [{ battery_limit: 'low' }, 'battery_limit'],
  ])('%j is refused at its field, for a device and for an account', async (bad, field) => {
    const owner = await aUser(app)
    const device = await aDevice(app, owner)
    const refused = { status: 422, errors: { [field]: [expect.any(String)] } }
    await expect(change(owner, device, bad)).rejects.toMatchObject(refused)
    const all = { silent_after_min: null, battery_limit: null, ...bad } as never
    await expect(save(owner, all)).rejects.toMatchObject(refused)
  })

  test('are the owner’s to choose: a renter sees what holds, and a buyer begins anew', async () => {
    const [owner, renter, buyer] = [await aUser(app), await aUser(app), await aUser(app)]
    const device = await aDevice(app, owner)
    await change(owner, device, { silent_after_min: 720, battery_limit: 40 })
    await aRental(app, owner, device, renter)
    await save(renter, { silent_after_min: 60, battery_limit: 5 })
    expect(await read(renter, device)).toMatchObject({
      ...{ silent_after_min: 720, battery_limit: 40 },
      own_limits: { silent_after_min: null, battery_limit: null },
    })
    await expect(change(renter, device, { silent_after_min: 60 })).rejects.toMatchObject({ status: 403 })
    await aSale(app, device, owner, buyer)
    expect(await read(buyer, device)).toMatchObject({ silent_after_min: 40, battery_limit: 15 })
    await save(buyer, { silent_after_min: 90, battery_limit: 20 })
    expect(await read(buyer, device)).toMatchObject({ silent_after_min: 90, battery_limit: 20 })
  })
})

test('the list of all devices calls silent and low what each device’s own page does', async () => {
  const owner = await aUser(app)
  const wanted = [
    { upload_interval: 60, silent_after_min: null, battery_limit: null },
    { upload_interval: 301, silent_after_min: null, battery_limit: 50 },
    { upload_interval: 3600, silent_after_min: null, battery_limit: 5 },
    { upload_interval: 3600, silent_after_min: 20, battery_limit: null },
    { upload_interval: 60, silent_after_min: 20, battery_limit: null },
    { upload_interval: 60, silent_after_min: 300, battery_limit: null },
  ]
  const devices: (TestDevice & { after: number })[] = []
  for (const { upload_interval, ...limits } of wanted) {
    const device = await aDevice(app, owner, { name: 'Compared', upload_interval })
    await change(owner, device, limits)
    const body = { t: 20, state: { battery: 12 } }
    await app.call(api.sendMeasurements, { body }, device.key)
    devices.push({ ...device, after: silentAfterOf(upload_interval, limits.silent_after_min) })
  }
  await app.app.settle()
  const fleet = async (query: object = {}) =>
    (await app.call(api.listFleet, { query: { search: 'Compared', ...query } }, admin.token)).devices
  const began = app.clock.now()
  for (const { after } of devices.toSorted((one, other) => one.after - other.after))
    for (const beyond of [0, 1]) {
      app.clock.set(began + after * MINUTE_MS + beyond * 1000)
      const elapsed = (app.clock.now() - began) / MINUTE_MS
      const silent = devices.filter(one => elapsed > one.after).map(({ id }) => id)
      expect((await fleet({ state: 'silent' })).map(({ id }) => id).sort()).toEqual(silent.sort())
      expect((await fleet({ state: 'heard' })).length).toBe(devices.length - silent.length)
      expect((await fleet()).filter(({ state }) => state === 'silent')).toHaveLength(silent.length)
    }
  const low = (await fleet({ low_battery: '1' })).map(({ id }) => id).sort()
  expect(low).toEqual(devices.flatMap(({ id }, index) => (index === 2 ? [] : [id])).sort())
})
