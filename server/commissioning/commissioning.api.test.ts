import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commissioningEndpoints } from '#shared/contract/devices/commissioning.ts'
import { deviceEndpoints } from '#shared/contract/devices/devices.ts'
import { measurementEndpoints } from '#shared/contract/measurements/measurements.ts'
import { researchEndpoints } from '#shared/contract/places/research.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { aLocation, BROILER } from '../testing/a-location.ts'
import { aUser, type TestUser } from '../testing/a-user.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'

const { commissionSensor } = commissioningEndpoints
let app: TestApp
let owner: TestUser
let stranger: TestUser
beforeAll(async () => {
  app = await startTestApp({ environment: { PLANS_TO_CHOOSE: 'basic' } })
  await aUser(app)
  owner = await aUser(app)
  stranger = await aUser(app)
})
afterAll(() => app.close())

const devicesOf = (user: TestUser) => app.call(deviceEndpoints.listSensors, { query: {} }, user.token)

describe('a device is added where it hangs', () => {
  test('is placed from now on, and its key sends at once', async () => {
    const { id, area } = await aLocation(app, owner)
    const body = { name: 'Monitor of the barn', area_id: area.id }
    const { device, key } = await app.call(commissionSensor, { body }, owner.token)
    expect(device).toMatchObject({
      name: body.name,
      device_name: expect.stringMatching(/^Monitor of the barn [0-9a-f]{6}$/),
      needs_key: false,
      placement: { location_id: id, area_id: area.id, area_type_id: BROILER, end: null },
    })
    const sent = await app.call(measurementEndpoints.sendMeasurements, { body: { t: 21.4 } }, key?.key)
    expect(sent).toMatchObject({ accepted: 1 })
    const [placement] = await app.call(researchEndpoints.listLocationResearch, { query: {} }, owner.token)
    expect(placement).toMatchObject({ device_id: device.id, research_subject_id: 100, start: app.clock.iso() })
  })

  test('hangs nowhere without an area, and one with an EUI gets no key', async () => {
    const body = { name: 'Radio', eui: 'a84041ffff5a5a18' }
    const { device, key } = await app.call(commissionSensor, { body }, owner.token)
    expect(device).toMatchObject({ placement: null, eui: 'A84041FFFF5A5A18' })
    expect(key).toBeNull()
  })

  test('sent twice, also at once, it is one device in one place, and every key that was shown works', async () => {
    const { area } = await aLocation(app, owner)
    const body = { name: 'Twice', device_name: 'BM 2', area_id: area.id }
    const send = () => app.call(commissionSensor, { body }, owner.token)
    const made = [...(await Promise.all([send(), send()])), await send()]
    expect(new Set(made.map(({ device }) => device.id)).size).toBe(1)
    expect(made.map(({ again }) => again).sort()).toEqual([false, true, true])
    expect((await devicesOf(owner)).filter(({ name }) => name === 'Twice')).toHaveLength(1)
    const placements = await app.call(researchEndpoints.listLocationResearch, { query: {} }, owner.token)
    expect(placements.filter(({ area_id }) => area_id === area.id)).toHaveLength(1)
    const [first] = made
    const sent = await app.call(measurementEndpoints.sendMeasurements, { body: { t: 21.4 } }, first?.key?.key)
    expect(sent).toMatchObject({ accepted: 1 })
    // From its first message on it is a device that is there, and its name is taken.
    await expect(send()).rejects.toMatchObject({ code: 'conflict', errors: { device_name: [expect.any(String)] } })
  })

  test('without a printed name, it is the same device for two minutes only', async () => {
    const { area } = await aLocation(app, owner)
    const body = { name: 'Sensor', area_id: area.id }
    const send = () => app.call(commissionSensor, { body }, owner.token)
    const [one, other] = await Promise.all([send(), send()])
    const [first, twin] = one.again ? [other, one] : [one, other]
    expect(twin).toMatchObject({ again: true, device: { id: first.device.id } })
    app.clock.forward(2 * MINUTE_MS - 1)
    const again = await send()
    app.clock.forward(1)
    const second = await send()
    expect([first.again, again.again, second.again]).toEqual([false, true, false])
    expect(again.device.id).toBe(first.device.id)
    expect(second.device.id).not.toBe(first.device.id)
    // The key of each goes on beside that of the other.
    for (const { key } of [second, first])
      expect(await app.call(measurementEndpoints.sendMeasurements, { body: { t: 21.4 } }, key?.key)).toMatchObject({
        accepted: 1,
      })
  })

  test('two farms may each have a device of one name on which nothing is printed', async () => {
    const body = { name: 'Monitor 1' }
    const one = await app.call(commissionSensor, { body }, owner.token)
    const other = await app.call(commissionSensor, { body }, stranger.token)
    expect(other).toMatchObject({ again: false, device: { name: 'Monitor 1' } })
    expect(other.device.id).not.toBe(one.device.id)
    expect(other.device.device_name).not.toBe(one.device.device_name)
  })

  test('a device whose printed name was typed is another one than that without', async () => {
    const body = { name: 'Half printed' }
    await app.call(commissionSensor, { body: { ...body, device_name: 'BM 4' } }, owner.token)
    expect(await app.call(commissionSensor, { body }, owner.token)).toMatchObject({ again: false })
  })

  test('is not the same device in another area, under another name, or of somebody else', async () => {
    const [one, other] = [await aLocation(app, owner), await aLocation(app, owner)]
    const body = { name: 'Once', device_name: 'BM 3', area_id: one.area.id }
    await app.call(commissionSensor, { body }, owner.token)
    const elsewhere = await aLocation(app, stranger)
    for (const [change, user] of [
      [{ area_id: other.area.id }, owner],
      [{ name: 'Another' }, owner],
      [{ area_id: elsewhere.area.id }, stranger],
    ] as const)
      await expect(app.call(commissionSensor, { body: { ...body, ...change } }, user.token)).rejects.toMatchObject({
        code: 'conflict',
      })
  })
})

describe('nothing of it is left where a part is refused', () => {
  test('an area nobody shares with the caller looks like not there, and no device is added', async () => {
    const { area } = await aLocation(app, owner)
    const before = await devicesOf(stranger)
    for (const area_id of [area.id, 2_147_483_647])
      await expect(
        app.call(commissionSensor, { body: { name: 'Mine', area_id } }, stranger.token),
      ).rejects.toMatchObject({ code: 'not_found' })
    expect(await devicesOf(stranger)).toEqual(before)
  })

  test('a taken name leaves no placement', async () => {
    const [one, other] = [await aLocation(app, owner), await aLocation(app, owner)]
    const body = { name: 'Taken', device_name: 'BM 5' }
    await app.call(commissionSensor, { body: { ...body, area_id: one.area.id } }, owner.token)
    const placements = () => app.call(researchEndpoints.listLocationResearch, { query: {} }, owner.token)
    const before = await placements()
    await expect(
      app.call(commissionSensor, { body: { ...body, area_id: other.area.id } }, owner.token),
    ).rejects.toMatchObject({ code: 'conflict' })
    expect(await placements()).toEqual(before)
  })

  test('a plan that people may not choose is refused', async () => {
    await expect(app.call(commissionSensor, { body: { name: 'Pro', plan: 'pro' } }, owner.token)).rejects.toMatchObject(
      { code: 'not_allowed', errors: { plan: [expect.any(String)] } },
    )
  })
})
