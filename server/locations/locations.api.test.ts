import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { locationEndpoints } from '#shared/contract/places/locations.ts'
import { aLocation, BROILER } from '../testing/a-location.ts'
import { aUser, type TestUser } from '../testing/a-user.ts'
import { accepted } from '../testing/accepted.ts'
import { meanwhile } from '../testing/meanwhile.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'

const {
  listLocations,
  getLocation,
  createLocation,
  updateLocation,
  deleteLocation,
  restoreLocation,
  createArea,
  updateArea,
  deleteArea,
} = locationEndpoints
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

describe('a location', () => {
  test('[decisions §12] is created with its areas in one call', async () => {
    const body = {
      name: 'Zonneveld',
      country_code: 'NL',
      postal_code: '6708 PB',
      city: 'Wageningen',
      street: 'Droevendaalsesteeg',
      number: '4',
      lat: 51.98,
      lon: 5.66,
      details: { roof: 'steel', stories: 2, heated: true },
      areas: [
        {
          name: 'Barn 1',
          area_type_id: BROILER,
          color: '#2c3e7e',
          width: 20.5,
          animal_places: 20_000,
          ammonia_factor: 0.068,
        },
        { name: 'Barn 2', area_type_id: 39, group_items: [{ id: 1, name: 'Pen', animals: 12 }] },
      ],
    }
    const made = await app.call(createLocation, { body }, owner.token)
    expect(made).toMatchObject({
      name: 'Zonneveld',
      type: 41,
      time_zone: 'Europe/Amsterdam',
      address: 'Droevendaalsesteeg 4, 6708 PB Wageningen',
      details: body.details,
      has_details: true,
      lat: 51.98,
      owners: [owner.email],
      may: ['edit', 'delete', 'place', 'share'],
    })
    expect(made.areas).toMatchObject(body.areas)
    expect(made.areas[1]).toMatchObject({ color: null })
    const listed = await app.call(listLocations, {}, owner.token)
    expect(listed.find(one => one.id === made.id)).toEqual(made)
  })

  test('[decisions §3] is changed and deleted by its owner', async () => {
    const location = await aLocation(app, owner)
    const params = { id: location.id }
    const changed = await app.call(updateLocation, { params, body: { name: 'De Eik' } }, owner.token)
    expect(changed).toMatchObject({ name: 'De Eik', owners: [owner.email], areas: [{ id: location.area.id }] })
    await app.call(deleteLocation, { params }, owner.token)
    await expect(app.call(deleteLocation, { params }, owner.token)).rejects.toMatchObject(NOT_THERE)
  })

  test('[specification §3] is owned by e-mail, also by somebody who registers later', async () => {
    const email = 'later@farm.example'
    const location = await aLocation(app, owner, { owners: [email.toUpperCase()] })
    expect(location).toMatchObject({ owners: [owner.email], offers: [{ email, state: 'waiting' }] })
    const later = await aUser(app, { email })
    expect(await app.call(listLocations, {}, later.token)).toEqual([])
    await accepted(app, later)
    const listed = await app.call(listLocations, {}, later.token)
    expect(listed.map(one => one.id)).toEqual([location.id])
  })

  test('[decisions §3] goes to other owners when the owners change', async () => {
    const location = await aLocation(app, owner)
    const next = await aUser(app)
    const body = { name: location.name, owners: [next.email, owner.email] }
    await app.call(updateLocation, { params: { id: location.id }, body }, owner.token)
    await accepted(app, next)
    const handed = { name: location.name, owners: [next.email] }
    await app.call(updateLocation, { params: { id: location.id }, body: handed }, next.token)
    const seen = (await app.call(listLocations, {}, owner.token)).map(one => one.id)
    expect(seen).not.toContain(location.id)
  })

  test('is no longer theirs to say who owns it, who is taken out while they save it', async () => {
    const [leaving, staying] = [await aUser(app), await aUser(app)]
    const params = { id: (await aLocation(app, leaving)).id }
    const leaveTo = (owners: TestUser[], by: TestUser) =>
      app.call(updateLocation, { params, body: { name: 'S', owners: owners.map(({ email }) => email) } }, by.token)
    await leaveTo([leaving, staying], leaving)
    await accepted(app, staying)
    const save = meanwhile(
      app,
      () => leaveTo([leaving], leaving),
      () => leaveTo([staying], staying),
    )
    await expect(save).rejects.toMatchObject(NOT_THERE)
    expect(await app.call(getLocation, { params }, staying.token)).toMatchObject({ owners: [staying.email] })
  })

  test('[decisions §1] is not there for a stranger', async () => {
    const location = await aLocation(app, owner)
    const params = { id: location.id }
    expect(await app.call(listLocations, {}, stranger.token)).toEqual([])
    await expect(app.call(updateLocation, { params, body: { name: 'x' } }, stranger.token)).rejects.toMatchObject(
      NOT_THERE,
    )
    await expect(app.call(deleteLocation, { params }, stranger.token)).rejects.toMatchObject(NOT_THERE)
    await expect(
      app.call(createArea, { body: { location_id: location.id, name: 'x', area_type_id: BROILER } }, stranger.token),
    ).rejects.toMatchObject(NOT_THERE)
  })

  test.each([
    ['no name', { name: '' }, 'name'],
    ['a latitude beyond the pole', { name: 'x', lat: 90.1 }, 'lat'],
    ['a country that is none', { name: 'x', country_code: 'XX' }, 'country_code'],
    ['an unknown time zone', { name: 'x', time_zone: 'Europe/Atlantis' }, 'time_zone'],
    ['an unknown type', { name: 'x', type: 999 }, 'type'],
    ['an area of no known animal', { name: 'x', areas: [{ name: 'a', area_type_id: 999 }] }, 'area_type_id'],
    ['an area without a name', { name: 'x', areas: [{ name: '', area_type_id: BROILER }] }, 'areas.0.name'],
    ['an owner who is no address', { name: 'x', owners: ['me'] }, 'owners.0'],
    ['a name of 256 letters', { name: 'x'.repeat(256) }, 'name'],
    ['a tag of 41 letters', { name: 'x', tag: 'x'.repeat(41) }, 'tag'],
    ['a tag in two lines', { name: 'x', tag: 'organic\ntrial' }, 'tag'],
  ])('[specification §5] refuses %s and names the field', async (_, body, field) => {
    await expect(app.call(createLocation, { body }, owner.token)).rejects.toMatchObject({
      status: 422,
      code: 'no_valid_input',
      errors: { [field]: [expect.any(String)] },
    })
  })

  test('[decisions §3] the mark of the demo farm is for administrators', async () => {
    await expect(app.call(createLocation, { body: { name: 'x', demo: true } }, owner.token)).rejects.toMatchObject({
      status: 403,
    })
  })
})

describe('a tag', () => {
  test('is set, trimmed and cleared by the owner of a location', async () => {
    const { id, name, tag } = await aLocation(app, owner, { tag: ' organic ' })
    expect(tag).toBe('organic')
    const params = { id }
    const tagged = async (tag?: string | null) =>
      (await app.call(updateLocation, { params, body: { name, tag } }, owner.token)).tag
    expect(await tagged('x'.repeat(40))).toBe('x'.repeat(40))
    expect(await tagged(' ')).toBeNull()
    expect(await tagged('trial 2026')).toBe('trial 2026')
    expect((await app.call(listLocations, {}, owner.token)).find(one => one.id === id)?.tag).toBe('trial 2026')
    expect(await tagged(null)).toBeNull()
  })

  test('is refused when it is changed to one too long, and stays', async () => {
    const { id, name } = await aLocation(app, owner, { tag: 'organic' })
    const params = { id }
    await expect(
      app.call(updateLocation, { params, body: { name, tag: 'x'.repeat(41) } }, owner.token),
    ).rejects.toMatchObject({ status: 422, code: 'no_valid_input', errors: { tag: [expect.any(String)] } })
    expect((await app.call(getLocation, { params }, owner.token)).tag).toBe('organic')
  })

  test('is not set by a stranger', async () => {
    const { id, name } = await aLocation(app, owner, { tag: 'organic' })
    const params = { id }
    await expect(
      app.call(updateLocation, { params, body: { name, tag: 'mine' } }, stranger.token),
    ).rejects.toMatchObject(NOT_THERE)
    expect((await app.call(getLocation, { params }, owner.token)).tag).toBe('organic')
  })

  test('comes back with a deleted location', async () => {
    const { id } = await aLocation(app, owner, { tag: 'organic' })
    const params = { id }
    await app.call(deleteLocation, { params }, owner.token)
    expect((await app.call(restoreLocation, { params }, owner.token)).tag).toBe('organic')
  })
})

describe('an area', () => {
  test('[decisions §12] is added, changed and deleted by the owner of its location', async () => {
    const location = await aLocation(app, owner)
    const body = { location_id: location.id, name: 'Barn 2', area_type_id: BROILER, width: 12.5 }
    const area = await app.call(createArea, { body }, owner.token)
    expect(area).toMatchObject({ name: 'Barn 2', width: 12.5, location_id: location.id })
    const params = { id: area.id }
    const change = { name: 'Barn 3', area_type_id: 39 }
    expect(await app.call(updateArea, { params, body: change }, owner.token)).toMatchObject({ ...change, width: null })
    await app.call(deleteArea, { params }, owner.token)
    await expect(app.call(updateArea, { params, body: change }, owner.token)).rejects.toMatchObject(NOT_THERE)
  })

  test('[decisions §1] is not there for a stranger', async () => {
    const { area } = await aLocation(app, owner)
    const params = { id: area.id }
    const body = { name: 'x', area_type_id: BROILER }
    await expect(app.call(updateArea, { params, body }, stranger.token)).rejects.toMatchObject(NOT_THERE)
    await expect(app.call(deleteArea, { params }, stranger.token)).rejects.toMatchObject(NOT_THERE)
  })
})

test('a location is made with no more areas than one may have', async () => {
  const owner = await aUser(app)
  const { quotas } = app.services.environment
  const before = quotas.areas
  quotas.areas = 2
  const make = (...names: string[]) =>
    aLocation(app, owner, { areas: names.map(name => ({ name, area_type_id: BROILER })) })
  try {
    await expect(make('North', 'Middle', 'South')).rejects.toMatchObject({ code: 'quota_reached' })
    expect(await app.call(locationEndpoints.listLocations, {}, owner.token)).toEqual([])
    expect((await make('North', 'South')).areas).toHaveLength(2)
  } finally {
    quotas.areas = before
  }
})
