import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { aDevice } from '../testing/a-device.ts'
import { aLocation, BROILER } from '../testing/a-location.ts'
import { aPlacement } from '../testing/a-placement.ts'
import { aFirstUser, aUser, signIn, type TestUser } from '../testing/a-user.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { locationJobs } from './jobs.ts'
import { onOwnersChange } from './owners.ts'

const NOT_THERE = { status: 404, code: 'not_found' }
let app: TestApp
let admin: TestUser
let owner: TestUser
let stranger: TestUser
beforeAll(async () => {
  app = await startTestApp()
  admin = await aFirstUser(app)
  owner = await aUser(app)
  stranger = await aUser(app)
})
afterAll(() => app.close())

const aPlacedDevice = async () => {
  const location = await aLocation(app, owner, { name: 'Zonneveld' })
  const device = await aDevice(app, owner)
  const placement = await aPlacement(app, owner, device, location)
  return { location, device, placement, params: { id: location.id } }
}
const remove = (location: { id: number; name: string }, token = owner.token) =>
  app.call(api.deleteLocation, { params: { id: location.id } }, token)
const placementOf = async (deviceId: number, token = owner.token) =>
  (await app.call(api.getSensor, { params: { id: deviceId } }, token)).placement

describe('deleting a location', () => {
  test('says first what goes with it', async () => {
    const { params } = await aPlacedDevice()
    expect(await app.call(api.getLocationLoss, { params }, owner.token)).toEqual({
      areas: 1,
      placements: 1,
      devices: 1,
      bring_back_days: 30,
    })
  })

  test('[decisions §13] needs no name: the question of the screen asks for it', async () => {
    const { params } = await aPlacedDevice()
    await app.call(api.deleteLocation, { params }, owner.token)
    await expect(app.call(api.getLocation, { params }, owner.token)).rejects.toMatchObject(NOT_THERE)
  })

  test('takes it out of every reading, ends its placements and leaves the measurements', async () => {
    const { location, device, params } = await aPlacedDevice()
    await app.call(api.sendMeasurements, { body: { t: 21 } }, device.key)
    await remove(location)
    await expect(app.call(api.getLocation, { params }, owner.token)).rejects.toMatchObject(NOT_THERE)
    await expect(app.call(api.updateLocation, { params, body: { name: 'x' } }, owner.token)).rejects.toMatchObject(
      NOT_THERE,
    )
    await expect(app.call(api.getArea, { params: { id: location.area.id } }, owner.token)).rejects.toMatchObject(
      NOT_THERE,
    )
    for (const { token } of [owner, admin]) {
      const listed = await app.call(api.listLocations, {}, token)
      expect(listed.map(one => one.id)).not.toContain(location.id)
      const placed = await app.call(api.listLocationResearch, { query: {} }, token)
      expect(placed.map(one => one.location_id)).not.toContain(location.id)
    }
    expect(await placementOf(device.id)).toBeNull()
    expect(await app.call(api.getLast, { query: { device_id: device.id } }, owner.token)).toHaveProperty('t')
  })

  test('lets its devices be placed elsewhere', async () => {
    const { location, device } = await aPlacedDevice()
    await remove(location)
    const other = await aLocation(app, owner)
    const start = new Date(app.clock.now() + 1000).toISOString()
    expect(await aPlacement(app, owner, device, other, { start })).toMatchObject({ location_id: other.id })
  })
})

describe('bringing a location back', () => {
  test('is possible for 30 days, with its areas and placements as they were', async () => {
    const { location, device, placement, params } = await aPlacedDevice()
    await remove(location)
    const all = await app.call(api.listDeletedLocations, {}, owner.token)
    const listed = all.find(({ id }) => id === location.id)
    expect(listed).toMatchObject({ name: 'Zonneveld', areas: 1 })
    expect(Date.parse(listed?.gone_at ?? '') - Date.parse(listed?.deleted_at ?? '')).toBe(30 * DAY_MS)
    const back = await app.call(api.restoreLocation, { params }, owner.token)
    expect(back).toMatchObject({ id: location.id, areas: [{ id: location.area.id }] })
    expect(await placementOf(device.id)).toMatchObject({ location_research_id: placement.id, end: null })
    await expect(app.call(api.restoreLocation, { params }, owner.token)).rejects.toMatchObject(NOT_THERE)
  })

  test('leaves a device where it is that was placed elsewhere meanwhile', async () => {
    const { location, device, params } = await aPlacedDevice()
    await remove(location)
    const other = await aLocation(app, owner)
    await aPlacement(app, owner, device, other, { start: new Date(app.clock.now()).toISOString() })
    await app.call(api.restoreLocation, { params }, owner.token)
    expect(await placementOf(device.id)).toMatchObject({ location_id: other.id })
  })

  test('[decisions §3] does not take a device back that belongs to somebody else now', async () => {
    const { location, device, params } = await aPlacedDevice()
    await remove(location)
    const next = await aUser(app)
    await app.services.db.updateTable('rentals').set({ user_id: next.id }).where('device_id', '=', device.id).execute()
    await app.call(api.restoreLocation, { params }, owner.token)
    expect(await placementOf(device.id, next.token)).toBeNull()
  })

  test('[decisions §13] comes with its company number, which others may have meanwhile', async () => {
    const first = await aLocation(app, owner, { ubn: '77-1' })
    await remove(first)
    await aLocation(app, owner, { ubn: '77-1' })
    const back = await app.call(api.restoreLocation, { params: { id: first.id } }, owner.token)
    expect(back.ubn).toBe('77-1')
  })

  test('[decisions §1] is not there for a stranger', async () => {
    const { location, params } = await aPlacedDevice()
    await remove(location)
    expect(await app.call(api.listDeletedLocations, {}, stranger.token)).toEqual([])
    await expect(app.call(api.restoreLocation, { params }, stranger.token)).rejects.toMatchObject(NOT_THERE)
  })

  test('ends after 30 days: then it is gone for good', async () => {
    const { location, params } = await aPlacedDevice()
    await remove(location)
    app.clock.set(app.clock.now() + 30 * DAY_MS)
    const { token } = await import('../testing/a-user.ts').then(users => users.signIn(app, owner.email))
    expect((await app.call(api.listDeletedLocations, {}, token)).map(one => one.id)).not.toContain(location.id)
    await expect(app.call(api.restoreLocation, { params }, token)).rejects.toMatchObject(NOT_THERE)
    for (const job of locationJobs) await job.run(app.services)
    const rows = await app.services.db.selectFrom('locations').select('id').where('id', '=', location.id).execute()
    expect(rows).toEqual([])
    owner = { ...owner, token }
  })

  test('one that cannot be deleted keeps no other here, and is told', async () => {
    const [broken, whole] = [await aLocation(app, owner), await aLocation(app, owner)]
    await remove(broken)
    await remove(whole)
    app.clock.set(app.clock.now() + 30 * DAY_MS)
    let isBroken = true
    onOwnersChange(async (_, __, ids) => {
      if (isBroken && ids.includes(broken.id)) throw new Error('a ledger that cannot be read')
    })
    const purge = async () => {
      for (const job of locationJobs) await job.run(app.services)
    }
    await expect(purge()).rejects.toThrow('a ledger that cannot be read')
    const left = () =>
      app.services.db.selectFrom('locations').select('id').where('id', 'in', [broken.id, whole.id]).execute()
    expect(await left()).toEqual([{ id: broken.id }])
    isBroken = false
    await purge()
    expect(await left()).toEqual([])
    owner = { ...owner, token: await signIn(app, owner.email).then(({ token }) => token) }
  })
})

describe('an area', () => {
  test('is deleted, listed and brought back with the device that hung there', async () => {
    const { location, device, params } = await aPlacedDevice()
    const area = { params: { id: location.area.id } }
    expect(await app.call(api.getAreaLoss, area, owner.token)).toMatchObject({ areas: 1, devices: 1 })
    await app.call(api.deleteArea, area, owner.token)
    expect(await app.call(api.getLocation, { params }, owner.token)).toMatchObject({ areas: [] })
    expect(await placementOf(device.id)).toBeNull()
    const deleted = await app.call(api.listDeletedAreas, {}, owner.token)
    expect(deleted).toMatchObject([{ id: location.area.id, location_name: 'Zonneveld' }])
    expect(await app.call(api.listDeletedAreas, {}, stranger.token)).toEqual([])
    expect(await app.call(api.restoreArea, area, owner.token)).toMatchObject({ id: location.area.id })
    expect(await placementOf(device.id)).toMatchObject({ area_id: location.area.id })
  })

  test('that was deleted by itself stays so when its location comes back', async () => {
    const location = await aLocation(app, owner)
    const body = { location_id: location.id, name: 'Barn 2', area_type_id: BROILER }
    const second = await app.call(api.createArea, { body }, owner.token)
    await app.call(api.deleteArea, { params: { id: second.id } }, owner.token)
    await remove(location)
    const back = await app.call(api.restoreLocation, { params: { id: location.id } }, owner.token)
    expect(back.areas.map(area => area.id)).toEqual([location.area.id])
  })
})
