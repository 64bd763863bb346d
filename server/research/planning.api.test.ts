import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { aDevice } from '../testing/a-device.ts'
import { aLocation, BROILER } from '../testing/a-location.ts'
import { aPlacement } from '../testing/a-placement.ts'
import { aFirstUser, aUser, type TestUser } from '../testing/a-user.ts'
import { someMeasurements } from '../testing/some-measurements.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'

let app: TestApp
let owner: TestUser
let stranger: TestUser
beforeAll(async () => {
  app = await startTestApp()
  await aFirstUser(app)
  owner = await aUser(app)
  stranger = await aUser(app)
})
afterAll(() => app.close())

const START = '2025-01-10T00:00:00.000Z'
const END = '2025-02-10T00:00:00.000Z'

const aFarm = async () => {
  const areas = ['Room 1', 'Room 2'].map(name => ({ name, area_type_id: BROILER }))
  const location = await aLocation(app, owner, { areas })
  const devices = [await aDevice(app, owner), await aDevice(app, owner)] as const
  return { location, areas: location.areas.map(area => area.id) as [number, number], devices }
}

describe('[specification §2] quick start', () => {
  test('places several devices in several areas in one go', async () => {
    const { location, areas, devices } = await aFarm()
    const { research, location_research } = await app.call(
      api.quickStart,
      {
        body: {
          location_id: location.id,
          start: START,
          research_subject_id: 1382,
          devices: devices.map((device, index) => ({ device_id: device.id, area_id: areas[index] as number })),
        },
      },
      owner.token,
    )
    expect(research).toBeNull()
    expect(
      location_research.map(({ device_id, area_id, research_subject_id }) => [device_id, area_id, research_subject_id]),
    ).toEqual([
      [devices[0].id, areas[0], 1382],
      [devices[1].id, areas[1], 1382],
    ])
  })

  test('says in the audit log that it made a project', async () => {
    const { location, areas, devices } = await aFarm()
    const body = {
      ...{ location_id: location.id, start: START, research: { name: 'Quick audit', people: [] } },
      devices: [{ device_id: devices[0].id, area_id: areas[0] }],
    }
    await app.call(api.quickStart, { body }, owner.token)
    const entries = await app.call(api.listAudit, { query: { action: 'project_created' } }, owner.token)
    expect(entries.map(({ object_name }) => object_name)).toEqual(['Quick audit'])
  })

  test('makes nothing at all when one device is busy, and names it with the reason', async () => {
    const { location, areas, devices } = await aFarm()
    await aPlacement(app, owner, devices[1], location, { start: '2024-12-01T00:00:00Z', end: '2025-01-20T00:00:00Z' })
    const before = await app.call(api.listLocationResearch, { query: {} }, owner.token)
    const projects = await app.call(api.listResearch, {}, owner.token)
    const body = {
      location_id: location.id,
      start: START,
      end: END,
      research: { name: 'Never' },
      devices: devices.map(device => ({ device_id: device.id, area_id: areas[0] })),
    }
    await expect(app.call(api.quickStart, { body }, owner.token)).rejects.toMatchObject({
      status: 422,
      errors: { 'devices.1.device_id': [expect.stringContaining('Room 1')] },
    })
    expect(await app.call(api.listLocationResearch, { query: {} }, owner.token)).toEqual(before)
    expect(await app.call(api.listResearch, {}, owner.token)).toEqual(projects)
  })

  test('an area of another place, and a project somebody else manages, are refused', async () => {
    const [{ location, areas, devices }, other] = [await aFarm(), await aFarm()]
    const theirs = await app.call(api.createResearch, { body: { name: 'Theirs', start: START } }, stranger.token)
    const plan = (area_id: number, research_id?: number) =>
      app.call(
        api.quickStart,
        {
          body: {
            location_id: location.id,
            start: START,
            research_id,
            devices: [{ device_id: devices[0].id, area_id }],
          },
        },
        owner.token,
      )
    await expect(plan(other.areas[0])).rejects.toMatchObject({ status: 422, errors: { area_id: [expect.any(String)] } })
    await expect(plan(areas[0], theirs.id)).rejects.toMatchObject({ status: 404 })
  })
})

describe('[decisions §4] availability', () => {
  test('says of each device whether it is free, and what would do instead', async () => {
    const { location, devices } = await aFarm()
    const [busy, rented] = devices
    const running = await aPlacement(app, owner, busy, location, {
      start: '2024-12-01T00:00:00Z',
      end: '2025-01-20T00:00:00Z',
    })
    await app.services.db
      .updateTable('rentals')
      .set({ end: '2025-02-01T00:00:00.000Z' })
      .where('device_id', '=', rented.id)
      .execute()
    const ask = async (query: object = {}) => {
      const all = await app.call(api.listAvailability, { query: { start: START, end: END, ...query } }, owner.token)
      return [busy.id, rented.id].map(id => all.find(one => one.device_id === id))
    }
    expect(await ask()).toMatchObject([
      {
        obstacles: ['busy'],
        suggestion: { start: '2025-01-20T00:00:00.000Z', end: END },
        uses: [{ location_research_id: running.id, area_name: 'Room 1' }],
      },
      { obstacles: ['outside_rental'], suggestion: { start: START, end: '2025-02-01T00:00:00.000Z' }, uses: [] },
    ])
    expect((await ask({ location_research_id: running.id }))[0]).toMatchObject({
      obstacles: [],
      suggestion: null,
      uses: [],
    })
  })

  test('a use at a place the caller may not know of has no name, also where it is refused', async () => {
    const { location, areas, devices } = await aFarm()
    const renter = await aUser(app)
    await aPlacement(app, owner, devices[0], location)
    await app.services.db
      .insertInto('rentals')
      .values({
        device_id: devices[0].id,
        user_id: renter.id,
        email: renter.email,
        owner: 0,
        start: '2000-01-01T00:00:00.000Z',
        end: null,
      })
      .execute()
    const [one] = await app.call(api.listAvailability, { query: { start: START } }, renter.token)
    expect(one).toMatchObject({
      obstacles: ['busy'],
      uses: [{ location_name: null, area_name: null, location_research_id: null }],
    })
    const own = await aLocation(app, renter)
    const body = { location_id: own.id, area_id: own.area.id, device_ids: [devices[0].id], start: START }
    const failure = await app.call(api.createLocationResearch, { body }, renter.token).catch(error => error)
    expect(failure).toMatchObject({ status: 422 })
    expect(JSON.stringify(failure.errors)).not.toMatch(/Room 1|De Linde/)
    expect(areas).toHaveLength(2)
  })
})

describe('[decisions §4] going on with another device or in another area', () => {
  const NOW = '2025-01-15T06:00:00.000Z'

  test('a broken device is swapped, and the place still has one series', async () => {
    const { location, areas, devices } = await aFarm()
    const [broken, spare] = devices
    const placement = await aPlacement(app, owner, broken, location, { start: START })
    await someMeasurements(app, broken, {
      from: '2025-01-14T12:00:00Z',
      until: '2025-01-15T08:00:00Z',
      value: () => 10,
    })
    await someMeasurements(app, spare, { from: '2025-01-15T00:00:00Z', until: '2025-01-15T12:00:01Z', value: () => 20 })
    const next = await app.call(
      api.continueLocationResearch,
      { params: { id: placement.id }, body: { at: NOW, device_id: spare.id } },
      owner.token,
    )
    expect(next).toMatchObject({ device_id: spare.id, area_id: areas[0], start: NOW, end: null })
    const all = await app.call(api.listLocationResearch, { query: {} }, owner.token)
    expect(all.find(({ id }) => id === placement.id)).toMatchObject({ device_id: broken.id, end: NOW })
    const query = { area_id: areas[0], interval: 'day' as const, measurements: 't' }
    const frame = await app.call(api.getSeries, { query }, owner.token)
    const filled = frame.time.filter((_, index) => (frame.series.t?.count[index] ?? 0) > 0)
    const at = (time: string) => frame.series.t?.mean[frame.time.indexOf(Date.parse(time))]
    expect(frame.device_id).toBe(spare.id)
    expect(filled).toHaveLength(288)
    expect([at('2025-01-15T05:55:00Z'), at('2025-01-15T06:00:00Z')]).toEqual([10, 20])
    await expect(app.call(api.getSeries, { query }, stranger.token)).rejects.toMatchObject({ status: 404 })
  })

  test('a device moves to another area: one placement ends, another begins, history stays with the place', async () => {
    const { location, areas, devices } = await aFarm()
    const placement = await aPlacement(app, owner, devices[0], location, { start: START, end: END })
    const next = await app.call(
      api.continueLocationResearch,
      { params: { id: placement.id }, body: { at: NOW, area_id: areas[1] } },
      owner.token,
    )
    expect(next).toMatchObject({ device_id: devices[0].id, area_id: areas[1], start: NOW, end: END })
  })

  test.each([
    ['at its beginning', START],
    ['before it', '2025-01-01T00:00:00Z'],
    ['after its end', END],
  ])('refuses a time %s, and leaves all as it was', async (_, at) => {
    const { location, areas, devices } = await aFarm()
    const placement = await aPlacement(app, owner, devices[0], location, { start: START, end: END })
    const go = { params: { id: placement.id }, body: { at, area_id: areas[1] } }
    await expect(app.call(api.continueLocationResearch, go, owner.token)).rejects.toMatchObject({
      status: 422,
      errors: { at: [expect.any(String)] },
    })
    const busy = await aPlacement(app, owner, devices[1], location, { start: '2025-01-12T00:00:00Z', end: END })
    expect(busy.id).toBeGreaterThan(placement.id)
    const swap = { params: { id: placement.id }, body: { at: NOW, device_id: devices[1].id } }
    await expect(app.call(api.continueLocationResearch, swap, owner.token)).rejects.toMatchObject({ status: 422 })
    const all = await app.call(api.listLocationResearch, { query: {} }, owner.token)
    expect(all.find(({ id }) => id === placement.id)).toMatchObject({ start: START, end: END })
  })
})
