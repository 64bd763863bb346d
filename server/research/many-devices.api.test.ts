import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { wordsIn } from '../kit/language.ts'
import { aDevice } from '../testing/a-device.ts'
import { aGroup } from '../testing/a-group.ts'
import { aLocation } from '../testing/a-location.ts'
import { aPlacement } from '../testing/a-placement.ts'
import { aUser, type TestUser } from '../testing/a-user.ts'
import { noteStatements } from '../testing/note-statements.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { placementHandlers } from './placement-handlers.ts'
import { planningHandlers } from './planning-handlers.ts'

let app: TestApp
let owner: TestUser
let stranger: TestUser
beforeAll(async () => {
  app = await startTestApp()
  owner = await aUser(app)
  stranger = await aUser(app)
})
afterAll(() => app.close())

const MAY = '2024-05-01T00:00:00.000Z'
const JUNE = '2024-06-01T00:00:00.000Z'
const JULY = '2024-07-01T00:00:00.000Z'

type Place = Awaited<ReturnType<typeof aLocation>>

const place = (location: Place, device_ids: number[], more: object = {}, { token } = owner) =>
  app.call(
    api.createLocationResearch,
    { body: { location_id: location.id, area_id: location.area.id, device_ids, start: JUNE, ...more } },
    token,
  )

const end = (location_research_ids: number[], at: string, { token } = owner) =>
  app.call(api.endLocationResearch, { body: { location_research_ids, end: at } }, token)

/** Placements of a device in order, as its owner reads them: where, from, until. */
const spansOf = async (id: number) => {
  const listed = await app.call(api.listLocationResearch, { query: {} }, owner.token)
  return listed.filter(one => one.device_id === id).map(one => [one.location_name, one.start, one.end])
}

describe('[decisions §4] several devices are moved in one call', () => {
  test('what they do elsewhere ends where they are placed; one that hangs nowhere comes along', async () => {
    const [barn, other] = [await aLocation(app, owner), await aLocation(app, owner, { name: 'De Eik' })]
    const [a, b, fresh] = [await aDevice(app, owner), await aDevice(app, owner), await aDevice(app, owner)]
    for (const device of [a, b]) await aPlacement(app, owner, device, barn, { start: MAY })
    await place(other, [a.id, b.id, fresh.id], { move: true })
    for (const { id } of [a, b])
      expect(await spansOf(id)).toEqual([
        ['De Linde', MAY, JUNE],
        ['De Eik', JUNE, null],
      ])
    expect(await spansOf(fresh.id)).toEqual([['De Eik', JUNE, null]])
  })

  test('none is moved where one of them is in the way later, and the answer names it with the reason', async () => {
    const [barn, other] = [await aLocation(app, owner), await aLocation(app, owner, { name: 'De Eik' })]
    const [a, b] = [await aDevice(app, owner), await aDevice(app, owner, { name: 'Room 7' })]
    await aPlacement(app, owner, a, barn, { start: MAY })
    await aPlacement(app, owner, b, barn, { start: JULY })
    await expect(place(other, [a.id, b.id], { move: true })).rejects.toMatchObject({
      status: 422,
      errors: { 'device_ids.1': [expect.stringMatching(/^Room 7: .*De Linde, Barn 1/)] },
    })
    expect(await spansOf(a.id)).toEqual([['De Linde', MAY, null]])
    // Both are in the way for who does not wish to move them.
    await aPlacement(app, owner, b, barn, { start: '2024-04-01T00:00:00Z', end: JULY })
    await expect(place(other, [a.id, b.id])).rejects.toMatchObject({
      errors: { 'device_ids.0': [expect.any(String)], 'device_ids.1': [expect.any(String)] },
    })
  })

  test('what is over stays as it was: a start before its end is refused, and named', async () => {
    const [barn, other] = [await aLocation(app, owner), await aLocation(app, owner, { name: 'De Eik' })]
    const device = await aDevice(app, owner)
    await aPlacement(app, owner, device, barn, { start: MAY, end: JULY })
    await expect(place(other, [device.id], { move: true })).rejects.toMatchObject({
      status: 422,
      errors: { device_ids: [expect.stringContaining('De Linde, Barn 1')] },
    })
    expect(await spansOf(device.id)).toEqual([['De Linde', MAY, JULY]])
  })

  test('sent again, or to where a device is already, it changes nothing more', async () => {
    const [barn, other] = [await aLocation(app, owner), await aLocation(app, owner, { name: 'De Eik' })]
    const [a, b] = [await aDevice(app, owner), await aDevice(app, owner)]
    await aPlacement(app, owner, a, barn, { start: MAY })
    const first = await place(other, [a.id], { move: true })
    const again = await place(other, [a.id, b.id], { move: true, start: '2024-06-01T00:01:00Z' })
    expect(again.map(({ id }) => id)).toContain(first[0]?.id)
    expect(await spansOf(a.id)).toEqual([
      ['De Linde', MAY, JUNE],
      ['De Eik', JUNE, null],
    ])
    expect(await spansOf(b.id)).toEqual([['De Eik', '2024-06-01T00:01:00.000Z', null]])
  })

  test('an answer names five devices at most', async () => {
    const barn = await aLocation(app, owner)
    const devices: number[] = []
    for (let n = 0; n < 7; n++) {
      const device = await aDevice(app, owner)
      await aPlacement(app, owner, device, barn, { start: MAY })
      devices.push(device.id)
    }
    const failure = await place(barn, devices).catch((error: unknown) => error)
    expect(Object.keys((failure as { errors: object }).errors)).toHaveLength(5)
  })

  test('nobody moves what somebody else has', async () => {
    const [barn, theirs] = [await aLocation(app, owner), await aLocation(app, stranger)]
    const device = await aDevice(app, owner)
    await aPlacement(app, owner, device, barn, { start: MAY })
    await expect(place(theirs, [device.id], { move: true }, stranger)).rejects.toMatchObject({ status: 404 })
    expect(await spansOf(device.id)).toEqual([['De Linde', MAY, null]])
  })
})

test('[decisions §4] a device that is named twice is in its own way', async () => {
  const barn = await aLocation(app, owner)
  const device = await aDevice(app, owner)
  const devices = [device, device].map(({ id }) => ({ device_id: id, area_id: barn.area.id }))
  const body = { location_id: barn.id, research_subject_id: 100, start: JUNE, devices }
  await expect(app.call(api.quickStart, { body }, owner.token)).rejects.toMatchObject({
    status: 422,
    errors: { 'devices.1.device_id': [expect.stringContaining('De Linde, Barn 1')] },
  })
  expect(await spansOf(device.id)).toEqual([])
})

describe('[decisions §6] many devices take as many statements as a few', () => {
  const MANY = 12
  /** Statements that a call takes for the first two of its rows, and for all of them. */
  const statementsOf = async <Row>(
    user: TestUser,
    rows: readonly Row[],
    call: (context: never, some: Row[]) => unknown,
  ) => {
    const counts: number[] = []
    for (const some of [rows.slice(0, 2), rows.slice(2)]) {
      const { db, kinds } = noteStatements(app.services.db)
      const more = { user, request: { ip: '127.0.0.1', headers: {} }, t: wordsIn('en'), language: 'en' }
      await call({ ...app.services, db, ...more } as never, some)
      counts.push(kinds.length)
    }
    return counts
  }

  test.each([false, true])('to be placed in areas, moved and ended (by an administrator: %s)', async admin => {
    const user = { ...owner, admin }
    const areas = Array.from({ length: MANY }, (_, nr) => ({ name: `Room ${nr + 1}`, area_type_id: 25 }))
    const barn = await aLocation(app, owner, { areas })
    const other = await aLocation(app, owner, { name: 'De Eik' })
    const devices: number[] = []
    for (let nr = 0; nr < MANY; nr++) devices.push((await aDevice(app, owner)).id)
    const { areas: rooms } = await app.call(api.getLocation, { params: { id: barn.id } }, owner.token)
    const wanted = devices.map((device_id, nr) => ({ device_id, area_id: rooms[nr]?.id ?? 0 }))
    const common = { research_subject_id: 100, start: JUNE }
    const [few, many] = await statementsOf(user, wanted, (context, some) =>
      planningHandlers.quickStart(
        { body: { ...common, location_id: barn.id, devices: some }, params: {}, query: {} } as never,
        context,
      ),
    )
    expect(many).toBe(few)
    const [moved, movedMany] = await statementsOf(user, devices, (context, device_ids) => {
      const place = { location_id: other.id, area_id: other.area.id }
      const body = { ...common, ...place, device_ids, start: JULY, move: true }
      return placementHandlers.createLocationResearch({ body, params: {}, query: {} } as never, context)
    })
    expect(movedMany).toBe(moved)
    const placed = await app.call(api.listLocationResearch, { query: {} }, owner.token)
    const ids = placed.filter(one => one.location_id === other.id).map(one => one.id)
    expect(ids).toHaveLength(MANY)
    const [ended, endedMany] = await statementsOf(user, ids, (context, location_research_ids) => {
      const body = { location_research_ids, end: '2024-08-01T00:00:00.000Z' }
      return placementHandlers.endLocationResearch({ body, params: {}, query: {} } as never, context)
    })
    expect(endedMany).toBe(ended)
    for (const id of devices)
      expect(await spansOf(id)).toEqual([
        ['De Linde', JUNE, JULY],
        ['De Eik', JULY, '2024-08-01T00:00:00.000Z'],
      ])
  })
})

describe('[decisions §4] several placements are ended in one call', () => {
  test('at one time, and what was measured stays with the area', async () => {
    const barn = await aLocation(app, owner)
    const [a, b] = [await aDevice(app, owner), await aDevice(app, owner)]
    const made = [
      await aPlacement(app, owner, a, barn, { start: MAY }),
      await aPlacement(app, owner, b, barn, { start: MAY }),
    ]
    await end(
      made.map(one => one?.id ?? 0),
      JUNE,
    )
    for (const { id } of [a, b]) expect(await spansOf(id)).toEqual([['De Linde', MAY, JUNE]])
    // The answer may have been lost.
    await end(
      made.map(one => one?.id ?? 0),
      JUNE,
    )
    for (const { id } of [a, b]) expect(await spansOf(id)).toEqual([['De Linde', MAY, JUNE]])
  })

  test('none where somebody else placed one of them, which the answer names', async () => {
    const reader = await aUser(app)
    const barn = await aLocation(app, owner)
    const [a, b] = [await aDevice(app, owner), await aDevice(app, owner, { name: 'Room 9' })]
    const made = [
      await aPlacement(app, owner, a, barn, { start: MAY }),
      await aPlacement(app, owner, b, barn, { start: MAY }),
    ]
    await aGroup(app, owner, { people: [[reader, 'member']], shares: [{ location_id: barn.id, may: 'read' }] })
    const ids = made.map(one => one?.id ?? 0)
    await expect(end(ids, JUNE, reader)).rejects.toMatchObject({
      status: 422,
      errors: { 'location_research_ids.1': ['Room 9: You may not remove it from there.'] },
    })
    for (const { id } of [a, b]) expect(await spansOf(id)).toEqual([['De Linde', MAY, null]])
  })

  test('none where the time lies outside one of them, and the answer names it', async () => {
    const barn = await aLocation(app, owner)
    const [a, b] = [await aDevice(app, owner), await aDevice(app, owner, { name: 'Room 8' })]
    const made = [
      await aPlacement(app, owner, a, barn, { start: MAY }),
      await aPlacement(app, owner, b, barn, { start: JUNE }),
    ]
    const ids = made.map(one => one?.id ?? 0)
    for (const at of ['2024-05-20T00:00:00Z', JUNE])
      await expect(end(ids, at)).rejects.toMatchObject({
        status: 422,
        errors: { 'location_research_ids.1': [expect.stringMatching(/^Room 8: /)] },
      })
    expect(await spansOf(a.id)).toEqual([['De Linde', MAY, null]])
  })

  test('none where one is of somebody else, or gone', async () => {
    const [barn, theirs] = [await aLocation(app, owner), await aLocation(app, stranger)]
    const [a, b] = [await aDevice(app, owner), await aDevice(app, stranger)]
    const mine = await aPlacement(app, owner, a, barn, { start: MAY })
    const other = await aPlacement(app, stranger, b, theirs, { start: MAY })
    for (const id of [other?.id ?? 0, 2_000_000])
      await expect(end([mine?.id ?? 0, id], JUNE)).rejects.toMatchObject({ status: 404 })
    expect(await spansOf(a.id)).toEqual([['De Linde', MAY, null]])
    await expect(end([], JUNE)).rejects.toMatchObject({ status: 422 })
  })
})
