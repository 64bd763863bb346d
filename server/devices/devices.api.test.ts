import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deviceEndpoints } from '#shared/contract/devices/devices.ts'
import { measurementEndpoints } from '#shared/contract/measurements/measurements.ts'
import { aDevice } from '../testing/a-device.ts'
import { aLocation } from '../testing/a-location.ts'
import { aPlacement } from '../testing/a-placement.ts'
import { aUser, type TestUser } from '../testing/a-user.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'

const { createSensor, getSensor, listSensors, updateSensor, deleteSensor, createKey, deleteKey, listKeys } =
  deviceEndpoints
const { listSensorsWithRentals, listRentals, readSensor } = deviceEndpoints
const { sendMeasurements, getLast } = measurementEndpoints
let app: TestApp
let owner: TestUser
let stranger: TestUser
beforeAll(async () => {
  app = await startTestApp()
  owner = await aUser(app)
  stranger = await aUser(app)
})
afterAll(() => app.close())

const NOT_THERE = { status: 404, code: 'not_found' }
const send = (key: string, value = 20) => app.call(sendMeasurements, { body: { t: value } }, key)

describe('a device', () => {
  test('[decisions §4] belongs to who adds it, from the earliest time on', async () => {
    const body = { name: 'Barn 1', device_name: 'BM-0001', eui: '00a1b2c3d4e5f607', plan: 'pro' as const }
    const device = await app.call(createSensor, { body }, owner.token)
    expect(device).toMatchObject({
      ...body,
      eui: '00A1B2C3D4E5F607',
      online: null,
      active: false,
      upload_interval: 300,
    })
    expect(device.may).toEqual(['edit', 'delete', 'keys', 'place', 'own'])
    const rentals = await app.call(listRentals, {}, owner.token)
    expect(rentals.find(one => one.device_id === device.id)).toMatchObject({ owner: true, end: null })
    expect(await app.call(getSensor, { params: { id: device.id } }, owner.token)).toEqual(device)
    expect(await app.call(readSensor, { params: { id: device.id } }, owner.token)).toEqual(device)
    const listed = await app.call(listSensorsWithRentals, {}, owner.token)
    expect(listed.find(one => one.id === device.id)?.rentals).toHaveLength(1)
  })

  test('[decisions §1] has a printed name and EUI of its own: a second one is a conflict, also at the same time', async () => {
    const body = { name: 'x', device_name: 'BM-0002', eui: 'FFFFFFFFFFFFFFFF' }
    const answers = await Promise.allSettled([1, 2, 3].map(() => app.call(createSensor, { body }, owner.token)))
    expect(answers.filter(answer => answer.status === 'fulfilled')).toHaveLength(1)
    for (const answer of answers)
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ status: 409, code: 'conflict' })
    await expect(app.call(createSensor, { body }, stranger.token)).rejects.toMatchObject({
      errors: { device_name: [expect.any(String)], eui: [expect.any(String)] },
    })
  })

  test('[decisions §1] is added beside many others of one owner at the same time', async () => {
    const add = (_: unknown, n: number) =>
      app.call(createSensor, { body: { name: 'x', device_name: `BM-4${n}` } }, owner.token)
    expect(new Set((await Promise.all(Array.from({ length: 60 }, add))).map(({ id }) => id)).size).toBe(60)
  })

  test('[decisions §3] is renamed and deleted by who rents it, and is not there for a stranger', async () => {
    const device = await aDevice(app, owner)
    const params = { id: device.id }
    await expect(app.call(getSensor, { params }, stranger.token)).rejects.toMatchObject(NOT_THERE)
    await expect(app.call(updateSensor, { params, body: { name: 'x' } }, stranger.token)).rejects.toMatchObject(
      NOT_THERE,
    )
    await expect(app.call(deleteSensor, { params }, stranger.token)).rejects.toMatchObject(NOT_THERE)
    expect(await app.call(updateSensor, { params, body: { name: 'North' } }, owner.token)).toMatchObject({
      name: 'North',
    })
    await app.call(deleteSensor, { params }, owner.token)
    await expect(app.call(getSensor, { params }, owner.token)).rejects.toMatchObject(NOT_THERE)
    await expect(send(device.key)).rejects.toMatchObject({ status: 401 })
  })

  test('[decisions §3] is seen, not managed, by the owner of the place it hangs in', async () => {
    const farmer = await aUser(app)
    const location = await aLocation(app, owner, { with: [farmer] })
    const device = await aDevice(app, owner)
    await aPlacement(app, owner, device, location)
    const params = { id: device.id }
    const seen = await app.call(getSensor, { params }, farmer.token)
    expect(seen).toMatchObject({ may: [], active: true, placement: { location_name: 'De Linde', area_name: 'Barn 1' } })
    await expect(app.call(updateSensor, { params, body: { name: 'x' } }, farmer.token)).rejects.toMatchObject({
      status: 403,
      code: 'not_allowed',
    })
    await expect(app.call(listKeys, { params }, farmer.token)).rejects.toMatchObject({ status: 403 })
    await expect(app.call(createKey, { params, body: {} }, farmer.token)).rejects.toMatchObject({ status: 403 })
  })

  test('[specification §7] the list parts those in use from the others', async () => {
    const user = await aUser(app)
    const [placed, idle] = [await aDevice(app, user), await aDevice(app, user)]
    await aPlacement(app, user, placed, await aLocation(app, user))
    const ids = async (active: '0' | '1') =>
      (await app.call(listSensors, { query: { active } }, user.token)).map(device => device.id)
    expect(await ids('1')).toEqual([placed.id])
    expect(await ids('0')).toEqual([idle.id])
  })

  test('[decisions §4] is online while its last message is younger than ten minutes, and tells its battery', async () => {
    const device = await aDevice(app, owner)
    await app.call(sendMeasurements, { body: { t: 20, battery: 87 } }, device.key)
    await app.app.settle()
    const state = () => app.call(getSensor, { params: { id: device.id } }, owner.token)
    expect(await state()).toMatchObject({ online: true, last_msg_min: 0, battery_percentage: 87 })
    app.clock.forward(10 * 60_000)
    expect(await state()).toMatchObject({ online: false, last_msg_min: 10 })
  })
})

describe('a key', () => {
  test('[decisions §4] is shown once; the store keeps its hash, the list its tail', async () => {
    const device = await aDevice(app, owner)
    const rows = await app.services.db.selectFrom('device_keys').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(device.key)
    const keys = await app.call(listKeys, { params: { id: device.id } }, owner.token)
    expect(keys).toMatchObject([{ tail: device.key.slice(-4), last_used_at: null, replaced: false }])
    expect(JSON.stringify(keys)).not.toContain(device.key)
    await send(device.key)
    const [used] = await app.call(listKeys, { params: { id: device.id } }, owner.token)
    expect(used?.last_used_at).toBe(app.clock.iso())
    expect(app.logged()).not.toContain(device.key)
  })

  test('[decisions §4] an old key ends when the new one is first used', async () => {
    const device = await aDevice(app, owner)
    const params = { id: device.id }
    await send(device.key)
    const next = await app.call(createKey, { params, body: {} }, owner.token)
    await send(device.key)
    expect((await app.call(listKeys, { params }, owner.token)).map(key => key.replaced)).toEqual([false, true])
    await send(next.key)
    await expect(send(device.key)).rejects.toMatchObject({ status: 401, code: 'invalid_token' })
    expect(await app.call(listKeys, { params }, owner.token)).toHaveLength(1)
  })

  test('[decisions §4] an old key ends with the first use of a newer one, also where a third was made and thrown away', async () => {
    const device = await aDevice(app, owner)
    const params = { id: device.id }
    await send(device.key)
    const next = await app.call(createKey, { params, body: {} }, owner.token)
    const third = await app.call(createKey, { params, body: {} }, owner.token)
    await app.call(deleteKey, { params: { ...params, key_id: third.id } }, owner.token)
    expect((await app.call(listKeys, { params }, owner.token)).map(key => key.replaced)).toEqual([false, true])
    expect(await send(device.key)).toMatchObject({ accepted: 1 })
    await send(next.key)
    await expect(send(device.key)).rejects.toMatchObject({ status: 401 })
  })

  test('[decisions §4] an old key ends at once on request', async () => {
    const device = await aDevice(app, owner)
    await send(device.key)
    const body = { stop_old_at_once: true }
    const next = await app.call(createKey, { params: { id: device.id }, body }, owner.token)
    await expect(send(device.key)).rejects.toMatchObject({ status: 401 })
    expect(await send(next.key)).toMatchObject({ accepted: 1 })
  })

  test('[decisions §4] of another’s device is not touched by who asks to delete it, nor are the old ones that it ends', async () => {
    const [device, mine] = [await aDevice(app, owner), await aDevice(app, stranger)]
    await send(device.key)
    const next = await app.call(createKey, { params: { id: device.id }, body: {} }, owner.token)
    const foreign = { id: mine.id, key_id: next.id }
    await expect(app.call(deleteKey, { params: foreign }, stranger.token)).rejects.toMatchObject(NOT_THERE)
    await send(next.key)
    await expect(send(device.key)).rejects.toMatchObject({ status: 401 })
  })

  test('[decisions §4] is revoked at once, and only for its own device', async () => {
    const [device, other] = [await aDevice(app, owner), await aDevice(app, owner)]
    await send(device.key)
    const foreign = { id: other.id, key_id: device.key_id }
    await expect(app.call(deleteKey, { params: foreign }, owner.token)).rejects.toMatchObject(NOT_THERE)
    await app.call(deleteKey, { params: { id: device.id, key_id: device.key_id } }, owner.token)
    await expect(send(device.key)).rejects.toMatchObject({ status: 401 })
  })

  test('[decisions §5] only ever writes to its own device', async () => {
    const [device, other] = [await aDevice(app, owner), await aDevice(app, owner)]
    await app.call(sendMeasurements, { body: { t: 21, device_id: other.id } }, device.key)
    expect(await app.call(getLast, { query: { device_id: other.id } }, owner.token)).toEqual({})
    expect(await app.call(getLast, { query: { device_id: device.id } }, owner.token)).toMatchObject({
      t: { value: 21 },
    })
  })

  test.each(['Bearer', 'Token', 'token'])('[decisions §5] comes as %s', async scheme => {
    const { key } = await aDevice(app, owner)
    const headers = { authorization: `${scheme} ${key}` }
    const answer = await app.inject({ method: 'POST', url: '/api/measurements', payload: { t: 1 }, headers })
    expect(answer.statusCode).toBe(201)
  })

  test("[decisions §5] comes as X-Api-Key, and a user's token is no key", async () => {
    const { key } = await aDevice(app, owner)
    const post = (secret: string) =>
      app.inject({ method: 'POST', url: '/api/measurements', payload: { t: 1 }, headers: { 'x-api-key': secret } })
    expect((await post(key)).statusCode).toBe(201)
    expect((await post(owner.token)).statusCode).toBe(401)
    const asUser = { method: 'GET', url: '/api/sensors', headers: { authorization: `Bearer ${key}` } } as const
    expect((await app.inject(asUser)).statusCode).toBe(401)
  })
})
