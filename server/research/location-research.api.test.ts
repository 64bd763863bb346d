import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deviceEndpoints } from '#shared/contract/devices/devices.ts'
import { api } from '#shared/contract/index.ts'
import { locationEndpoints } from '#shared/contract/places/locations.ts'
import { researchEndpoints } from '#shared/contract/places/research.ts'
import { aDevice } from '../testing/a-device.ts'
import { aLocation, BROILER } from '../testing/a-location.ts'
import { aPlacement } from '../testing/a-placement.ts'
import { aRental } from '../testing/a-rental.ts'
import { aSale } from '../testing/a-sale.ts'
import { aSharedProject } from '../testing/a-shared-project.ts'
import { aUser, type TestUser } from '../testing/a-user.ts'
import { countRows } from '../testing/count-rows.ts'
import { meanwhile } from '../testing/meanwhile.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'

const { createLocationResearch, listLocationResearch, updateLocationResearch, deleteLocationResearch } =
  researchEndpoints
let app: TestApp
let owner: TestUser
let stranger: TestUser
beforeAll(async () => {
  app = await startTestApp()
  owner = await aUser(app)
  stranger = await aUser(app)
})
afterAll(() => app.close())

const [MAY, JUNE, JULY] = ['2024-05-01T00:00:00Z', '2024-06-01T00:00:00Z', '2024-07-01T00:00:00Z']
const refusedIn = (field: string, sentence: RegExp | string) => ({
  status: 422,
  code: 'no_valid_input',
  errors: { [field]: [expect.stringMatching(sentence)] },
})

/** Ends the rental that came with a device. */
const endRental = (deviceId: number, end: string) =>
  app.services.db.updateTable('rentals').set({ end }).where('device_id', '=', deviceId).execute()

describe('planning', () => {
  test('a placement that was ended at the same moment is not gone on from, and stays ended', async () => {
    const location = await aLocation(app, owner)
    const [broken, next] = [await aDevice(app, owner), await aDevice(app, owner)]
    const { id } = await aPlacement(app, owner, broken, location, { start: MAY })
    const end = () =>
      app.call(api.endLocationResearch, { body: { location_research_ids: [id], end: JUNE } }, owner.token)
    const goOn = () =>
      app.call(api.continueLocationResearch, { params: { id }, body: { at: JULY, device_id: next.id } }, owner.token)
    await expect(meanwhile(app, goOn, end)).rejects.toMatchObject(refusedIn('at', /./))
    const placed = await app.call(listLocationResearch, { query: {} }, owner.token)
    expect(placed.find(one => one.id === id)).toMatchObject({ end: '2024-06-01T00:00:00.000Z' })
    expect(placed.filter(({ device_id }) => device_id === next.id)).toEqual([])
  })

  test('a placement that its renter ended at the same moment is not made longer by who lends the device', async () => {
    const [renter, device] = [await aUser(app), await aDevice(app, owner)]
    await aRental(app, owner, device, renter, { start: MAY })
    const { id } = await aPlacement(app, renter, device, await aLocation(app, renter), { start: MAY })
    const end = () =>
      app.call(api.endLocationResearch, { body: { location_research_ids: [id], end: JUNE } }, renter.token)
    const takeBack = () => app.call(deleteLocationResearch, { params: { id } }, owner.token)
    await expect(meanwhile(app, takeBack, end)).rejects.toMatchObject({ code: 'not_allowed' })
    const placed = await app.call(listLocationResearch, { query: {} }, renter.token)
    expect(placed.find(one => one.id === id)).toMatchObject({ end: '2024-06-01T00:00:00.000Z' })
  })

  test('a placement that got into a project at the same moment goes on in it', async () => {
    const [barn, researcher] = [await aUser(app), await aUser(app)]
    const { location, research, say, at } = await aSharedProject(app, { owner: barn, researcher })
    const { id } = await aPlacement(app, barn, await aDevice(app, barn), location, { start: at(-5) })
    const next = await aDevice(app, barn)
    const goOn = () =>
      app.call(api.continueLocationResearch, { params: { id }, body: { at: at(-2), device_id: next.id } }, barn.token)
    const made = await meanwhile(app, goOn, () => say('yes', at(-10), { measurements: ['t', 'h'] }))
    expect(made.research_id).toBe(research.id)
    const placed = await app.call(listLocationResearch, { query: {} }, barn.token)
    expect(placed.find(one => one.id === id)).toMatchObject({ research_id: research.id })
  })

  test('reads as much for a change, and for the tabs of the product, however much hangs besides', async () => {
    const location = await aLocation(app, owner)
    const device = await aDevice(app, owner)
    const { id, start } = await aPlacement(app, owner, device, location, { start: MAY, end: JUNE })
    const change = () => app.call(updateLocationResearch, { params: { id }, body: { start, end: JUNE } }, owner.token)
    const tabs = () => app.call(api.getResearchSummary, {}, owner.token)
    const before = [await countRows(app, change), await countRows(app, tabs)]
    for (let n = 0; n < 8; n++)
      await aPlacement(app, owner, device, location, {
        start: `2023-0${n + 1}-01T00:00:00Z`,
        end: `2023-0${n + 1}-02T00:00:00Z`,
      })
    // The placements of the device itself are looked at for what is in the way.
    expect(await countRows(app, tabs)).toBe(before[1])
    expect(await countRows(app, change)).toBeLessThanOrEqual((before[0] ?? 0) + 8)
  })

  test('[decisions §4] places several devices at once, with the names around them', async () => {
    const location = await aLocation(app, owner, { time_zone: 'Europe/Berlin' })
    const [a, b] = [await aDevice(app, owner), await aDevice(app, owner)]
    const body = { location_id: location.id, area_id: location.area.id, device_ids: [a.id, b.id], start: MAY }
    const made = await app.call(createLocationResearch, { body }, owner.token)
    expect(made.map(one => one.device_id).sort()).toEqual([a.id, b.id].sort())
    expect(made[0]).toMatchObject({
      location_name: 'De Linde',
      area_name: 'Barn 1',
      area_type_id: BROILER,
      research_subject_id: 100,
      start: '2024-05-01T00:00:00.000Z',
      end: null,
      time_zone: 'Europe/Berlin',
      may: ['edit', 'delete'],
    })
    expect(made[0]?.rentals).toHaveLength(1)
  })

  test('[specification §5] refuses an end that is not after the start', async () => {
    const location = await aLocation(app, owner)
    const device = await aDevice(app, owner)
    for (const end of [MAY, '2024-04-30T23:59:59Z', '2024-05-01T02:00:00+02:00'])
      await expect(aPlacement(app, owner, device, location, { start: MAY, end })).rejects.toMatchObject(
        refusedIn('end', 'after'),
      )
  })

  test('[decisions §4] refuses an overlap and names the place in the way; periods that touch are no overlap', async () => {
    const [first, second] = [await aLocation(app, owner), await aLocation(app, owner, { name: 'De Eik' })]
    const device = await aDevice(app, owner)
    await aPlacement(app, owner, device, first, { start: MAY, end: JULY })
    const inTheWay = refusedIn('device_ids', 'De Linde, Barn 1')
    const overlapping = { start: JUNE }
    await expect(aPlacement(app, owner, device, second, overlapping)).rejects.toMatchObject(inTheWay)
    await expect(
      aPlacement(app, owner, device, second, { start: '2024-04-01T00:00:00Z', end: JUNE }),
    ).rejects.toMatchObject(inTheWay)
    expect(await aPlacement(app, owner, device, second, { start: JULY })).toMatchObject({ location_name: 'De Eik' })
    expect(await aPlacement(app, owner, device, second, { start: '2024-04-01T00:00:00Z', end: MAY })).toBeDefined()
  })

  test('[decisions §4] refuses a period outside the rental and says so', async () => {
    const location = await aLocation(app, owner)
    const device = await aDevice(app, owner)
    await endRental(device.id, '2025-02-01T00:00:00.000Z')
    await expect(aPlacement(app, owner, device, location, { start: MAY })).rejects.toMatchObject(
      refusedIn('device_ids', 'rented'),
    )
    expect(await aPlacement(app, owner, device, location, { start: MAY, end: JUNE })).toBeDefined()
  })

  test('[decisions §4] of two plans made at the same time one is refused', async () => {
    const location = await aLocation(app, owner)
    const [a, b] = [await aDevice(app, owner), await aDevice(app, owner)]
    const plan = (device_ids: number[]) =>
      app.call(
        createLocationResearch,
        { body: { location_id: location.id, area_id: location.area.id, device_ids, start: MAY } },
        owner.token,
      )
    const answers = await Promise.allSettled([plan([a.id, b.id]), plan([b.id, a.id]), plan([a.id])])
    expect(answers.filter(answer => answer.status === 'fulfilled')).toHaveLength(1)
    for (const answer of answers) if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ status: 422 })
    const rows = await app.services.db
      .selectFrom('location_research')
      .selectAll()
      .where('device_id', '=', a.id)
      .execute()
    expect(rows).toHaveLength(1)
  })

  test('[decisions §4] places none of several devices when one of them is busy', async () => {
    const location = await aLocation(app, owner)
    const [free, busy] = [await aDevice(app, owner), await aDevice(app, owner)]
    await aPlacement(app, owner, busy, location)
    const body = { location_id: location.id, area_id: location.area.id, device_ids: [free.id, busy.id], start: MAY }
    await expect(app.call(createLocationResearch, { body }, owner.token)).rejects.toMatchObject({ status: 422 })
    const listed = await app.call(listLocationResearch, { query: {} }, owner.token)
    expect(listed.filter(one => one.device_id === free.id)).toEqual([])
  })

  test('[decisions §4] refuses an area of another location and an unknown subject', async () => {
    const [here, there] = [await aLocation(app, owner), await aLocation(app, owner)]
    const device = await aDevice(app, owner)
    await expect(aPlacement(app, owner, device, { id: here.id, area: there.area })).rejects.toMatchObject(
      refusedIn('area_id', 'another'),
    )
    const body = {
      location_id: here.id,
      area_id: here.area.id,
      device_ids: [device.id],
      start: MAY,
      research_subject_id: 7,
    }
    await expect(app.call(createLocationResearch, { body }, owner.token)).rejects.toMatchObject(
      refusedIn('research_subject_id', 'exist'),
    )
  })
})

describe('a placement', () => {
  test('[decisions §4] moving a device ends one and begins another; history stays with the place', async () => {
    const [from, to] = [await aLocation(app, owner), await aLocation(app, owner, { name: 'De Eik' })]
    const device = await aDevice(app, owner)
    const first = await aPlacement(app, owner, device, from, { start: MAY })
    const body = { start: first.start, end: JUNE }
    const ended = await app.call(updateLocationResearch, { params: { id: first.id }, body }, owner.token)
    expect(ended).toMatchObject({ end: '2024-06-01T00:00:00.000Z', location_id: from.id })
    await aPlacement(app, owner, device, to, { start: JUNE })
    const sensor = await app.call(deviceEndpoints.getSensor, { params: { id: device.id } }, owner.token)
    expect(sensor.placement).toMatchObject({ location_name: 'De Eik' })
    const longer = { start: first.start, end: JULY }
    await expect(
      app.call(updateLocationResearch, { params: { id: first.id }, body: longer }, owner.token),
    ).rejects.toMatchObject(refusedIn('start', 'De Eik'))
  })

  test('begins at once for who was just given the device, and moves where it was just placed: "now" is a minute', async () => {
    const [device, buyer] = [await aDevice(app, owner), await aUser(app)]
    const [first, second] = [await aLocation(app, buyer), await aLocation(app, buyer)]
    app.clock.set(Math.ceil(app.clock.now() / 60_000) * 60_000)
    const start = app.clock.iso()
    const place = (location: typeof first) => {
      const body = { location_id: location.id, area_id: location.area.id, device_ids: [device.id], start, move: true }
      return app.call(createLocationResearch, { body }, buyer.token)
    }
    app.clock.forward(20_000)
    await aSale(app, device, owner, buyer)
    app.clock.forward(10_000)
    expect(await place(first)).toMatchObject([{ start: app.clock.iso(), end: null }])
    app.clock.forward(10_000)
    expect(await place(second)).toMatchObject([{ start: app.clock.iso(), end: null }])
    // Sent again, as its answer was lost.
    app.clock.forward(5000)
    expect(await place(second)).toMatchObject([{ start: app.clock.iso(-5000) }])
    const placed = await app.call(listLocationResearch, { query: {} }, buyer.token)
    expect(placed.map(({ location_id, end }) => [location_id, end])).toEqual([
      [first.id, app.clock.iso(-5000)],
      [second.id, null],
    ])
    app.clock.forward(20_000)
    // Another minute: what was before the sale is its former owner's.
    await expect(place(first)).rejects.toMatchObject(refusedIn('device_ids', /./))
  })

  test('keeps its subject and its project when only its period is changed', async () => {
    const [location, device] = [await aLocation(app, owner), await aDevice(app, owner)]
    const research = await app.call(
      researchEndpoints.createResearch,
      { body: { name: 'Air', start: MAY } },
      owner.token,
    )
    const place = { location_id: location.id, area_id: location.area.id, device_ids: [device.id] }
    const body = { ...place, start: MAY, research_subject_id: 1382, research_id: research.id }
    const [made] = await app.call(createLocationResearch, { body }, owner.token)
    const params = { id: made?.id ?? 0 }
    const ended = await app.call(updateLocationResearch, { params, body: { start: MAY, end: JUNE } }, owner.token)
    expect(ended).toMatchObject({ research_subject_id: 1382, research_id: research.id, research_name: 'Air' })
  })

  test('keeps its end when only its start is changed: what is over does not go on', async () => {
    const [location, device] = [await aLocation(app, owner), await aDevice(app, owner)]
    const placement = await aPlacement(app, owner, device, location, { start: MAY, end: JULY })
    const change = (body: { start: string; end?: string | null }) =>
      app.call(updateLocationResearch, { params: { id: placement.id }, body }, owner.token)
    expect(await change({ start: JUNE })).toMatchObject({ end: '2024-07-01T00:00:00.000Z' })
    await expect(change({ start: JULY })).rejects.toMatchObject(refusedIn('end', 'after'))
    expect(await change({ start: JUNE, end: null })).toMatchObject({ end: null })
  })

  test('[decisions §3] is not there for a stranger, who can place nothing of others', async () => {
    const [location, device] = [await aLocation(app, owner), await aDevice(app, owner)]
    const placement = await aPlacement(app, owner, device, location, { start: MAY, end: JUNE })
    const params = { id: placement.id }
    const notFound = { status: 404, code: 'not_found' }
    expect(await app.call(listLocationResearch, { query: {} }, stranger.token)).toEqual([])
    await expect(
      app.call(updateLocationResearch, { params, body: { start: MAY } }, stranger.token),
    ).rejects.toMatchObject(notFound)
    await expect(app.call(deleteLocationResearch, { params }, stranger.token)).rejects.toMatchObject(notFound)
    const [own, ownDevice] = [await aLocation(app, stranger), await aDevice(app, stranger)]
    await expect(aPlacement(app, stranger, device, own, { start: JULY })).rejects.toMatchObject(notFound)
    await expect(aPlacement(app, stranger, ownDevice, location)).rejects.toMatchObject(notFound)
  })

  test('[specification §7] lists running, ended and coming ones as asked', async () => {
    const user = await aUser(app)
    const location = await aLocation(app, user)
    const device = await aDevice(app, user)
    const place = (start: string, end: string | null) => aPlacement(app, user, device, location, { start, end })
    const ended = (await place(MAY, JUNE)).id
    const running = (await place(JULY, '2026-01-01T00:00:00Z')).id
    const coming = (await place('2026-01-01T00:00:00Z', null)).id
    const ids = async (query: object) =>
      (await app.call(listLocationResearch, { query }, user.token)).map(one => one.id)
    expect(await ids({ active: '1' })).toEqual([running])
    expect(await ids({ active: '0' })).toEqual([ended])
    expect(await ids({ active: '1', show_future: '1' })).toEqual([running, coming])
    expect(await ids({ timezone: 'Europe/Amsterdam' })).toEqual([ended, running, coming])
    const query = { timezone: 'Europe/Amsterdam', show_future: '1' as const }
    const there = await app.call(listLocationResearch, { query }, user.token)
    expect(there.find(({ id }) => id === running)).toMatchObject({
      start: expect.stringMatching(/T\d\d:00:00\.000\+02:00$/),
      end: '2026-01-01T01:00:00.000+01:00',
    })
    expect(Date.parse(there.find(({ id }) => id === running)?.start ?? '')).toBe(Date.parse(JULY))
    expect(there.find(({ id }) => id === coming)).toMatchObject({ start: '2026-01-01T01:00:00.000+01:00', end: null })
  })

  test('[decisions §12] goes with its area, the device stays', async () => {
    const [location, device] = [await aLocation(app, owner), await aDevice(app, owner)]
    const placement = await aPlacement(app, owner, device, location)
    await app.call(locationEndpoints.deleteArea, { params: { id: location.area.id } }, owner.token)
    await expect(app.call(deleteLocationResearch, { params: { id: placement.id } }, owner.token)).rejects.toMatchObject(
      { status: 404 },
    )
    expect(await app.call(deviceEndpoints.getSensor, { params: { id: device.id } }, owner.token)).toMatchObject({
      placement: null,
    })
  })
})
