import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { aDevice } from '../../testing/a-device.ts'
import { aLocation, BROILER } from '../../testing/a-location.ts'
import { aPlacement } from '../../testing/a-placement.ts'
import { aRental } from '../../testing/a-rental.ts'
import { aFirstUser, aUser, type TestUser } from '../../testing/a-user.ts'
import { anInspection } from '../../testing/an-inspection.ts'
import { insertReadings } from '../../testing/insert-readings.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'

let app: TestApp
let admin: TestUser
let owner: TestUser
let renter: TestUser
let place: Awaited<ReturnType<typeof aLocation>>
beforeAll(async () => {
  app = await startTestApp()
  admin = await aFirstUser(app)
  owner = await aUser(app, { name: 'Änne Groß' })
  renter = await aUser(app)
  const areas = ['Stall 1', 'Stall 2'].map(name => ({ name, area_type_id: BROILER }))
  place = await aLocation(app, owner, { name: 'Überhof', areas })
})
afterAll(() => app.close())

const find = async (query: object, user = owner) =>
  app.call(api.pageInspections, { query: { limit: 100, ...query } }, user.token)
const idsOf = async (query: object, user = owner) => (await find(query, user)).inspections.map(one => one.id)

describe('[decisions §3] inspections', () => {
  test('are for the owners of the location and administrators; a renter of its devices has none', async () => {
    const device = await aDevice(app, owner)
    await aRental(app, owner, device, renter)
    await aPlacement(app, owner, device, place)
    const { id } = await anInspection(app, owner, place)
    expect([await idsOf({}), await idsOf({}, admin), await idsOf({}, renter)]).toEqual([[id], [id], []])
    expect(await idsOf({ location_ids: String(place.id) }, renter)).toEqual([])
    expect((await app.call(api.getInspection, { params: { id } }, admin.token)).may).toEqual(['edit', 'delete'])
  })

  test('go with their place, and come back with it', async () => {
    const other = await aLocation(app, owner, {
      name: 'Elders',
      areas: ['A', 'B'].map(name => ({ name, area_type_id: BROILER })),
    })
    const [a, b] = other.areas.map(area => area.id) as [number, number]
    const ofA = await anInspection(app, owner, other, { area_ids: [a] })
    const ofBoth = await anInspection(app, owner, other, { area_ids: [a, b] })
    const whole = await anInspection(app, owner, other)
    const here = { location_ids: String(other.id) }
    await app.call(api.deleteArea, { params: { id: a } }, owner.token)
    expect(await idsOf(here)).toEqual([whole.id, ofBoth.id])
    expect((await find(here)).inspections[1]?.areas.map(area => area.id)).toEqual([b])
    await app.call(api.restoreArea, { params: { id: a } }, owner.token)
    expect(await idsOf(here)).toEqual([whole.id, ofBoth.id, ofA.id])
    await app.call(api.deleteLocation, { params: { id: other.id } }, owner.token)
    expect(await idsOf(here)).toEqual([])
    expect(await idsOf(here, admin)).toEqual([])
    await app.call(api.restoreLocation, { params: { id: other.id } }, owner.token)
    expect(await idsOf(here)).toHaveLength(3)
  })

  test('stay when the account of who wrote them goes', async () => {
    const leaving = await aUser(app, { name: 'Leaving' })
    const shared = await aLocation(app, owner, { name: 'Shared', with: [leaving] })
    const { id } = await anInspection(app, leaving, shared, { notes: 'mine' })
    await app.call(api.deleteUser, { body: { password: 'Stable-Air-42' } }, leaving.token)
    expect(await app.call(api.getInspection, { params: { id } }, owner.token)).toMatchObject({
      notes: 'mine',
      created_by: null,
    })
  })
})

describe('[specification §7] GET /inspections', () => {
  test('finds words in what was written and in names, whatever their case and accents', async () => {
    const lot = await aLocation(app, owner, { name: 'Ñandú', areas: [{ name: 'Küken 7', area_type_id: BROILER }] })
    const { id } = await anInspection(app, owner, lot, {
      area_ids: [lot.area.id],
      notes: 'Große LÜCKE in der Wand',
      reminder: 'Handwerker',
    })
    for (const search of [
      'lücke',
      'LUCKE',
      'grosse',
      'handw',
      'ÑANDÚ',
      'kuken 7',
      'anne GROSS lucke',
      'Wand_',
      '%lucke',
    ])
      expect(await idsOf({ search }), search).toContain(id)
    for (const search of ['lücke fehlt', 'lukke', 'luecke']) expect(await idsOf({ search }), search).not.toContain(id)
  })

  test('filters by what was noted, area, reminder and day of the place', async () => {
    const lot = await aLocation(app, owner, { name: 'Filtered', time_zone: 'Europe/Amsterdam' })
    const early = await anInspection(app, owner, lot, { date: '2025-01-10T22:59:00Z', impression: 'bad' })
    const late = await anInspection(app, owner, lot, {
      date: '2025-01-10T23:00:00Z',
      impression: 'good',
      needs_attention: true,
      area_ids: [lot.area.id],
      reminder_date: app.clock.iso(MINUTE_MS),
    })
    const here = { location_ids: String(lot.id) }
    const got = (query: object) => idsOf({ ...here, ...query })
    expect(await got({ impression: 'bad,neutral' })).toEqual([early.id])
    expect(await got({ needs_attention: '1' })).toEqual([late.id])
    expect(await got({ area_ids: String(lot.area.id) })).toEqual([late.id])
    expect(await got({ reminder: '1' })).toEqual([late.id])
    expect(await got({ reminder: '0' })).toEqual([early.id])
    expect(await got({ photos: '1' })).toEqual([])
    expect(await got({ date_end: '2025-01-10' })).toEqual([early.id])
    expect(await got({ date_start: '2025-01-11', date_end: '2025-01-11' })).toEqual([late.id])
    await expect(got({ date_start: 'soon' })).rejects.toMatchObject({ status: 422 })
  })

  test('comes a page at a time, and a page holds nothing twice when another is written meanwhile', async () => {
    const lot = await aLocation(app, owner, { name: 'Paged' })
    for (let count = 0; count < 7; count++) await anInspection(app, owner, lot, { notes: String(count) })
    const here = { location_ids: String(lot.id), limit: 3 }
    const first = await find(here)
    await anInspection(app, owner, lot, { notes: 'new', date: app.clock.iso(MINUTE_MS) })
    const second = await find({ ...here, cursor: first.next })
    const third = await find({ ...here, cursor: second.next })
    expect([first, second, third].flatMap(page => page.inspections.map(one => one.notes))).toEqual([
      ...['6', '5', '4'],
      ...['3', '2', '1'],
      '0',
    ])
    expect([first.total, third.total, third.next]).toEqual([7, 8, null])
    await expect(find({ cursor: 'x' })).rejects.toMatchObject({ status: 422 })
  })

  test('[decisions §13] is an array to programs: the headers tell where the next page begins and how many match', async () => {
    const lot = await aLocation(app, owner, { name: 'Listed' })
    for (let count = 0; count < 5; count++) await anInspection(app, owner, lot, { notes: String(count) })
    const headers = { authorization: `Bearer ${owner.token}` }
    const read = async (url: string) => {
      const answer = await app.inject({ url, headers })
      const next = /^<([^>]+)>; rel="next"$/.exec(String(answer.headers.link ?? ''))?.[1]
      return { status: answer.statusCode, total: answer.headers['x-total-count'], next, list: answer.json() }
    }
    const first = await read(`/api/inspections?location_ids=${lot.id}&limit=2`)
    expect([first.total, first.list.length]).toEqual(['5', 2])
    // The one a page ends with may be deleted before the next is read.
    await app.call(api.deleteInspection, { params: { id: first.list[1].id } }, owner.token)
    const second = await read(first.next ?? '')
    const third = await read(second.next ?? '')
    expect([first, second, third].flatMap(({ list }) => list.map(({ notes }: { notes: string }) => notes))).toEqual([
      ...['4', '3'],
      ...['2', '1'],
      '0',
    ])
    expect([third.total, third.next]).toEqual(['4', undefined])
    expect((await read(`/api/inspections?location_ids=${lot.id}&search=nowhere`)).list).toEqual([])
    const stranger = await aUser(app)
    await expect(
      app.call(api.listInspections, { query: { before: first.list[0].id } }, stranger.token),
    ).rejects.toMatchObject({ status: 404 })
  })
})

describe('[specification §5] the date of an inspection', () => {
  const refused = (errors: object) => ({ status: 422, errors })

  test('is not in the future and not before 2000', async () => {
    for (const date of [app.clock.iso(11 * MINUTE_MS), '1999-12-31T23:59:59Z'])
      await expect(anInspection(app, owner, place, { date })).rejects.toMatchObject(
        refused({ date: expect.anything() }),
      )
    expect((await anInspection(app, owner, place, { date: app.clock.iso(9 * MINUTE_MS) })).date).toBe(
      app.clock.iso(9 * MINUTE_MS),
    )
  })

  test('lies within the period of its research, or the sentence names both', async () => {
    const body = { name: 'Litter trial', start: '2025-01-01T00:00:00Z', end: '2025-01-10T00:00:00Z' }
    const { id: research_id } = await app.call(api.createResearch, { body }, owner.token)
    const sentence = '“Litter trial” runs from 2025-01-01 01:00 until 2025-01-10 01:00. Choose a date within it.'
    for (const date of ['2024-12-31T23:59:59Z', '2025-01-10T00:00:00Z'])
      await expect(anInspection(app, owner, place, { research_id, date })).rejects.toMatchObject(
        refused({ date: [sentence] }),
      )
    const good = await anInspection(app, owner, place, { research_id, date: '2025-01-01T00:00:00Z' })
    expect(good.research_id).toBe(research_id)
    const move = { params: { id: good.id }, body: { version: 1, date: '2025-01-11T00:00:00Z' } }
    await expect(app.call(api.updateInspection, move, owner.token)).rejects.toMatchObject(refused({ date: [sentence] }))
    const theirs = await app.call(api.createResearch, { body }, renter.token)
    await expect(anInspection(app, owner, place, { research_id: theirs.id })).rejects.toMatchObject(
      refused({ research_id: expect.anything() }),
    )
  })
})

describe('[beyond 9] the climate around inspections', () => {
  test('is the mean of the devices in its areas within half an hour, calibrated and graded, from one query', async () => {
    const areas = ['North', 'South'].map(name => ({ name, area_type_id: BROILER }))
    const lot = await aLocation(app, owner, { name: 'Climate', areas })
    const devices = await Promise.all(lot.areas.map(() => aDevice(app, owner)))
    for (const [index, area] of lot.areas.entries())
      await aPlacement(app, owner, devices[index] as { id: number }, { id: lot.id, area })
    const [north, south] = devices.map(device => device.id) as [number, number]
    const time = Date.parse('2025-01-14T12:00:00Z')
    const at = (minutes: number) => time + minutes * MINUTE_MS
    await insertReadings(app, [
      [north, 't', at(-31), 99],
      [north, 't', at(-30), 20],
      [north, 't', at(29), 22],
      [north, 't', at(30), 99],
      [north, 'rssi', at(0), -80],
      [south, 't', at(0), 30],
    ])
    const calibration = { device_id: north, measurement: 't', method: 'manual', offset: 1 } as const
    await app.call(api.createCalibration, { body: { ...calibration, valid_from: '2025-01-01T00:00:00Z' } }, owner.token)
    const date = new Date(time).toISOString()
    const ofNorth = await anInspection(app, owner, lot, { date, area_ids: [lot.area.id] })
    const whole = await anInspection(app, owner, lot, { date })
    const silent = await anInspection(app, owner, lot, { date: '2025-01-13T12:00:00Z' })
    const queries: unknown[] = []
    const { query } = app.services.series
    app.services.series.query = ((asked: never) => {
      queries.push(asked)
      return query.call(app.services.series, asked)
    }) as typeof query
    const ids = [whole.id, silent.id, ofNorth.id]
    const climate = await app.call(api.listInspectionClimate, { query: { inspection_ids: ids.join(',') } }, owner.token)
    app.services.series.query = query
    expect(queries).toHaveLength(1)
    expect(climate).toEqual([
      { inspection_id: whole.id, values: [{ measurement: 't', unit: '°C', value: 26, grade: expect.any(Number) }] },
      { inspection_id: silent.id, values: [] },
      { inspection_id: ofNorth.id, values: [{ measurement: 't', unit: '°C', value: 22, grade: expect.any(Number) }] },
    ])
    const grades = climate.flatMap(one => one.values.map(value => value.grade ?? 0))
    expect(grades[0]).toBeLessThan(grades[1] ?? 0)
  })
})
