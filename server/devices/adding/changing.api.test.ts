import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { aDevice } from '../../testing/a-device.ts'
import { aFirstUser, aUser, type TestUser } from '../../testing/a-user.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'

const EUI = 'A81758FFFE0000AA'
let app: TestApp
let admin: TestUser
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp({ environment: { PLANS_TO_CHOOSE: 'light, basic' } })
  admin = await aFirstUser(app)
  owner = await aUser(app)
})
afterAll(() => app.close())

const change = (id: number, body: object, { token } = owner) =>
  app.call(api.updateSensor, { params: { id }, body }, token)

describe('[decisions §13] a device is changed', () => {
  test('each part alone, and what is left out stays', async () => {
    const device = await aDevice(app, owner)
    expect(await change(device.id, { name: 'North' })).toMatchObject({ name: 'North', device_name: device.device_name })
    const device_name = `${device.device_name}-corrected`
    expect(await change(device.id, { device_name })).toMatchObject({ name: 'North', device_name, plan: 'basic' })
    expect(await change(device.id, { eui: EUI.toLowerCase() })).toMatchObject({ eui: EUI })
    expect(await change(device.id, { plan: 'light' })).toMatchObject({ plan: 'light', eui: EUI })
    expect(await change(device.id, { eui: null })).toMatchObject({ eui: null })
  })

  test('only to plans that the installation lets people choose; administrators give any, and nothing measured is lost', async () => {
    const device = await aDevice(app, owner)
    await app.call(api.sendMeasurements, { body: { t: 21 } }, device.key)
    await expect(change(device.id, { plan: 'pro' })).rejects.toMatchObject({
      status: 403,
      errors: { plan: [expect.stringContaining('light, basic')] },
    })
    expect(await change(device.id, { plan: 'pro' }, admin)).toMatchObject({ plan: 'pro' })
    // Kept as it is while other things change.
    expect(await change(device.id, { name: 'East', plan: 'pro' })).toMatchObject({ plan: 'pro', name: 'East' })
    expect(await change(device.id, { plan: 'light' })).toMatchObject({ plan: 'light' })
    const last = await app.call(api.getLast, { query: { device_id: device.id } }, owner.token)
    expect(last.t?.value).toBe(21)
    const added = aDevice(app, owner, { plan: 'pro' })
    await expect(added).rejects.toMatchObject({ status: 403, errors: { plan: [expect.any(String)] } })
    expect((await aDevice(app, admin, { plan: 'pro' })).plan).toBe('pro')
  })

  test('never to what another device has', async () => {
    const [one, other] = [await aDevice(app, owner, { eui: EUI }), await aDevice(app, owner)]
    await expect(change(other.id, { eui: EUI, device_name: one.device_name })).rejects.toMatchObject({
      status: 409,
      errors: { eui: [expect.any(String)], device_name: [expect.any(String)] },
    })
    expect(await change(one.id, { eui: EUI, device_name: one.device_name, name: 'Same' })).toMatchObject({
      name: 'Same',
    })
  })

  test('by its owner; the EUI of one that has sent by an administrator alone', async () => {
    const [device, stranger] = [await aDevice(app, owner), await aUser(app)]
    await expect(change(device.id, { plan: 'light' }, stranger)).rejects.toMatchObject({ status: 404 })
    await app.call(api.sendMeasurements, { body: { t: 21 } }, device.key)
    await app.app.settle()
    const eui = 'A81758FFFE0000BB'
    await expect(change(device.id, { eui })).rejects.toMatchObject({
      status: 403,
      errors: { eui: [expect.any(String)] },
    })
    expect(await change(device.id, { eui }, admin)).toMatchObject({ eui })
  })
})

describe('[decisions §13] several devices are renamed at once', () => {
  const rename = (devices: { id: number; name: string }[], { token } = owner) =>
    app.call(api.renameSensors, { body: { devices } }, token)
  const namesOf = async (ids: number[]) => {
    const listed = await app.call(api.listSensors, { query: {} }, owner.token)
    return ids.map(id => listed.find(one => one.id === id)?.name)
  }

  test('each with its own name, and the audit log says so of those that changed', async () => {
    const [a, b] = [await aDevice(app, owner), await aDevice(app, owner, { name: 'Room 2' })]
    await rename([
      { id: a.id, name: ' Room 1 ' },
      { id: b.id, name: 'Room 2' },
    ])
    expect(await namesOf([a.id, b.id])).toEqual(['Room 1', 'Room 2'])
    const { db } = app.services
    const entries = await db.selectFrom('audit_entries').selectAll().where('action', '=', 'device_changed').execute()
    expect(entries.filter(one => one.device_id === a.id)).toHaveLength(1)
    expect(entries.filter(one => one.device_id === b.id)).toEqual([])
  })

  test('all or none: a device of somebody else, one that is gone and a name too long change nothing', async () => {
    const [mine, theirs] = [await aDevice(app, owner, { name: 'Mine' }), await aDevice(app, await aUser(app))]
    for (const id of [theirs.id, 2_000_000])
      await expect(
        rename([
          { id: mine.id, name: 'Other' },
          { id, name: 'x' },
        ]),
      ).rejects.toMatchObject({ status: 404 })
    await expect(rename([{ id: mine.id, name: 'x'.repeat(256) }])).rejects.toMatchObject({
      status: 422,
      errors: { 'devices.0.name': [expect.any(String)] },
    })
    const many = Array.from({ length: 201 }, () => ({ id: mine.id, name: 'x' }))
    await expect(rename(many)).rejects.toMatchObject({ status: 422 })
    expect(await namesOf([mine.id])).toEqual(['Mine'])
    await rename([{ id: theirs.id, name: 'By the administrator' }], admin)
  })

  test('not by who rents it, as long as it is lent', async () => {
    const [device, renter] = [await aDevice(app, owner), await aUser(app)]
    const { db } = app.services
    const row = await db.selectFrom('rentals').selectAll().where('device_id', '=', device.id).executeTakeFirstOrThrow()
    const { id: given_from, ...owned } = row
    await db
      .insertInto('rentals')
      .values({ ...owned, owner: 0, user_id: renter.id, email: renter.email, given_from })
      .execute()
    await expect(rename([{ id: device.id, name: 'x' }], renter)).rejects.toMatchObject({ status: 403 })
    await rename([{ id: device.id, name: 'Lent' }])
    expect(await namesOf([device.id])).toEqual(['Lent'])
  })
})
