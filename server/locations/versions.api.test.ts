import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { aDevice } from '../testing/a-device.ts'
import { aLocation, BROILER } from '../testing/a-location.ts'
import { aPlacement } from '../testing/a-placement.ts'
import { aFirstUser, aUser, type TestUser } from '../testing/a-user.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'

const NOT_THERE = { status: 404, code: 'not_found' }
const CHANGED = { status: 409, code: 'changed_meanwhile' }
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

describe('two people change one place', () => {
  test('the second is told and nothing is overwritten: a location', async () => {
    const { id, version, name } = await aLocation(app, owner)
    const change = (body: { name: string; description?: string }) =>
      app.call(api.updateLocation, { params: { id }, body: { ...body, version } }, owner.token)
    expect(await change({ name, description: 'first' })).toMatchObject({ version: version + 1 })
    await expect(change({ name, description: 'second' })).rejects.toMatchObject(CHANGED)
    const kept = await app.call(api.getLocation, { params: { id } }, owner.token)
    expect(kept).toMatchObject({ description: 'first', version: version + 1 })
  })

  test('the second is told and nothing is overwritten: an area', async () => {
    const { area } = await aLocation(app, owner)
    const change = (name: string) => {
      const body = { name, area_type_id: BROILER, version: area.version }
      return app.call(api.updateArea, { params: { id: area.id }, body }, owner.token)
    }
    await change('First')
    await expect(change('Second')).rejects.toMatchObject(CHANGED)
    expect((await app.call(api.getArea, { params: { id: area.id } }, owner.token)).name).toBe('First')
  })

  test('of many at once exactly one wins', async () => {
    const { id, version } = await aLocation(app, owner)
    const tries = Array.from({ length: 8 }, (_, nth) =>
      app.call(api.updateLocation, { params: { id }, body: { name: `Farm ${nth}`, version } }, owner.token),
    )
    const settled = await Promise.allSettled(tries)
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of settled) if (one.status === 'rejected') expect(one.reason).toMatchObject(CHANGED)
  })

  test.each([
    ['de', 'jemand anderem'],
    ['es', 'Otra persona'],
    ['nl', 'Iemand anders'],
    ['en', 'Someone else'],
  ])('it is said in %s', async (language, words) => {
    const { id } = await aLocation(app, owner)
    const told = app.call(
      api.updateLocation,
      { params: { id }, body: { name: 'x', version: 9 } },
      owner.token,
      language,
    )
    await expect(told).rejects.toThrow(words)
  })
})

describe('a company number', () => {
  test('groups locations: several share one, trimmed, also those of others', async () => {
    const first = await aLocation(app, owner, { ubn: '1284507' })
    const others = [
      await aLocation(app, owner, { ubn: ' 1284507 ' }),
      await aLocation(app, stranger, { ubn: '1284507' }),
    ]
    expect(others.map(({ ubn }) => ubn)).toEqual(['1284507', '1284507'])
    const changed = { params: { id: first.id }, body: { name: first.name, ubn: '1284507' } }
    expect(await app.call(api.updateLocation, changed, owner.token)).toMatchObject({ ubn: '1284507' })
  })
})

describe('[decisions §1] the time zone of a location', () => {
  test.each([
    ['its position', { lat: 40.42, lon: -3.7 }, 'Europe/Madrid'],
    ['what was chosen, whatever the position', { lat: 40.42, lon: -3.7, time_zone: 'Europe/Berlin' }, 'Europe/Berlin'],
    ['the Netherlands without either', {}, 'Europe/Amsterdam'],
  ])('is that of %s', async (_, place, zone) => {
    expect(await aLocation(app, owner, place)).toMatchObject({ time_zone: zone })
  })
})

describe('[decisions §3] who sees a location and its areas', () => {
  test('its owner and an administrator all of it, a device owner and a stranger nothing', async () => {
    const location = await aLocation(app, owner)
    const renter = await aUser(app)
    const device = await aDevice(app, owner)
    await aPlacement(app, owner, device, location)
    await app.services.db
      .updateTable('rentals')
      .set({ user_id: renter.id })
      .where('device_id', '=', device.id)
      .execute()
    const [place, area] = [{ params: { id: location.id } }, { params: { id: location.area.id } }]
    for (const { token } of [owner, admin]) {
      expect(await app.call(api.getLocation, place, token)).toMatchObject({ may: ['edit', 'delete', 'place', 'share'] })
      expect(await app.call(api.getArea, area, token)).toMatchObject({ may: ['edit', 'delete'] })
      expect((await app.call(api.listLocations, {}, token)).map(({ id }) => id)).toContain(location.id)
    }
    for (const { token } of [renter, stranger]) {
      await expect(app.call(api.getLocation, place, token)).rejects.toMatchObject(NOT_THERE)
      await expect(app.call(api.getArea, area, token)).rejects.toMatchObject(NOT_THERE)
      await expect(app.call(api.getLocationLoss, place, token)).rejects.toMatchObject(NOT_THERE)
      expect((await app.call(api.listLocations, {}, token)).map(({ id }) => id)).not.toContain(location.id)
    }
    expect((await app.call(api.listSensors, { query: {} }, renter.token)).map(({ id }) => id)).toEqual([device.id])
  })
})
