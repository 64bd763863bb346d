import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { MAX_INSIGHTS } from '#shared/contract/measurements/insights.ts'
import { DAY_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import { aDevice } from '../testing/a-device.ts'
import { aFault } from '../testing/a-fault.ts'
import { aLocation } from '../testing/a-location.ts'
import { aPlacement } from '../testing/a-placement.ts'
import { aRental } from '../testing/a-rental.ts'
import { aFirstUser, aUser, type TestUser } from '../testing/a-user.ts'
import { countQueries } from '../testing/count-queries.ts'
import { insertReadings, type ReadingRow } from '../testing/insert-readings.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { findInsights } from './find.ts'

let app: TestApp
const PIG = 32
const DAIRY_CATTLE = 29
beforeAll(async () => {
  app = await startTestApp({ now: '2025-01-15T12:00:00Z' })
  await aFirstUser(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.set('2025-01-15T12:00:00Z')
  for (const table of ['insights', 'insight_runs', 'location_research'] as const)
    await app.services.db.deleteFrom(table).execute()
})

type NewArea = NonNullable<Parameters<typeof aLocation>[2]>['areas']
const aBarn = async (changes: { plan?: 'basic' | 'pro'; start?: string; areas?: NewArea } = {}) => {
  const owner = await aUser(app)
  const location = await aLocation(app, owner, {
    areas: changes.areas ?? [{ name: 'Barn 1', area_type_id: PIG }],
    lat: 51.2,
    lon: 5.7,
  })
  const device = await aDevice(app, owner, { plan: changes.plan ?? 'basic' })
  await aPlacement(app, owner, device, location, { start: changes.start ?? '2025-01-01T00:00:00Z' })
  return { owner, location, device }
}
type Barn = Awaited<ReturnType<typeof aBarn>>

/** Every five minutes up to noon of the 15th, from `from` on; nothing where the course says null. */
const readings = (id: number, key: string, from: string, course: (time: Date) => number | null) => {
  const rows: ReadingRow[] = []
  for (let at = Date.parse(from); at < Date.parse('2025-01-15T12:00:00Z'); at += 5 * MINUTE_MS) {
    const value = course(new Date(at))
    if (value !== null) rows.push([id, key, at, value])
  }
  return insertReadings(app, rows)
}
const seen = ({ owner, device }: Pick<Barn, 'device'> & { owner: TestUser }) =>
  app.call(
    api.listInsights,
    { query: { device_id: device.id, from: '2024-12-01T00:00:00Z', until: '2025-02-01T00:00:00Z' } },
    owner.token,
  )
/** Too much CO2 from 01:00 to 02:30 UTC of each night since the 14th. */
const stuffyNights = (id: number) =>
  readings(id, 'co2', '2025-01-13T12:00:00Z', time => {
    const minute = time.getUTCHours() * 60 + time.getUTCMinutes()
    return minute >= 60 && minute < 150 ? 3400 : 1500
  })

describe('[science §6] smart insights', () => {
  test('say of a night, soon after it, what led to them', async () => {
    const barn = await aBarn()
    await stuffyNights(barn.device.id)
    await findInsights(app.services)
    const [newest, ...others] = await seen(barn)
    expect(newest).toMatchObject({
      insight: 'night_ventilation',
      day: '2025-01-15',
      area_name: 'Barn 1',
      start: '2025-01-14T21:00:00.000Z',
      end: '2025-01-15T05:00:00.000Z',
      value: 90,
      threshold: 60,
      numbers: { minutes: 90, limit: 3000, peak: 3400 },
      quantities: ['co2'],
      times: [{ start: '2025-01-15T01:00:00.000Z', end: '2025-01-15T02:30:00.000Z' }],
      coverage: 1,
      device_ids: [barn.device.id],
      dismissed_at: null,
      may: ['edit'],
    })
    expect(others.map(({ day, insight }) => [day, insight])).toEqual([['2025-01-14', 'night_ventilation']])
  })

  test('come once for an insight, area and day, however often and by however many they are looked for', async () => {
    const barn = await aBarn()
    await stuffyNights(barn.device.id)
    await Promise.all([findInsights(app.services), findInsights(app.services)])
    await app.services.db.deleteFrom('insight_runs').execute()
    await findInsights(app.services)
    expect(await seen(barn)).toHaveLength(2)
  })

  test('are asked about together while nothing is due, however many places there are', async () => {
    for (let n = 0; n < 4; n++) await aBarn()
    await findInsights(app.services)
    expect(await countQueries(app, () => findInsights(app.services))).toBeLessThanOrEqual(2)
  })

  test('a night that goes on, or just ended, waits', async () => {
    const barn = await aBarn()
    await stuffyNights(barn.device.id)
    app.clock.set('2025-01-15T05:20:00Z')
    await findInsights(app.services)
    expect((await seen(barn)).map(({ day }) => day)).toEqual(['2025-01-14'])
    app.clock.set('2025-01-15T05:30:00Z')
    await findInsights(app.services)
    expect((await seen(barn)).map(({ day }) => day)).toEqual(['2025-01-15', '2025-01-14'])
  })

  test('doubtful readings say nothing, and are a trouble of the sensor themselves', async () => {
    const barn = await aBarn()
    await stuffyNights(barn.device.id)
    const suspect = { measurement: 'co2', fault: 'flatline', end: '2025-01-14T02:29:00.000Z' } as const
    await aFault(app, barn.device, { start: '2025-01-14T01:00:00.000Z', ...suspect })
    await findInsights(app.services)
    expect((await seen(barn)).map(({ day, insight, variant }) => [day, insight, variant])).toEqual([
      ['2025-01-15', 'night_ventilation', null],
      ['2025-01-14', 'sensor_trouble', 'doubted'],
    ])
  })

  test('a device that is silent for hours is one too, but not before it first spoke', async () => {
    const barn = await aBarn()
    await readings(barn.device.id, 't', '2025-01-13T12:00:00Z', time =>
      time.getUTCDate() === 14 && time.getUTCHours() >= 8 && time.getUTCHours() < 13 ? null : 20,
    )
    await findInsights(app.services)
    expect((await seen(barn)).map(({ day, variant, numbers }) => [day, variant, numbers.minutes])).toEqual([
      ['2025-01-14', 'silent', 300],
    ])
  })

  describe('of a barn without animals', () => {
    /** Warm while the animals are in, cold as a barn that stands open from the 11th on. */
    const anEmptiedBarn = async (areas?: NewArea) => {
      const barn = await aBarn(areas ? { areas } : {})
      await readings(barn.device.id, 't', '2025-01-05T00:00:00Z', time =>
        time.toISOString() < '2025-01-11T00:00:00Z' || time.toISOString() >= '2025-01-14T00:00:00Z' ? 21 : 4,
      )
      await readings(barn.device.id, 'co2', '2025-01-05T00:00:00Z', time =>
        time.toISOString() < '2025-01-11T00:00:00Z' ? 1500 : 3400,
      )
      return barn
    }
    const kinds = async (barn: Barn) => (await seen(barn)).map(({ day, insight }) => `${day} ${insight}`)

    test('nothing is said of its air between two rounds, and all of it where nobody keeps rounds', async () => {
      const [barn, unkept] = [await anEmptiedBarn(), await anEmptiedBarn()]
      const params = { id: barn.location.area.id }
      const round = { age_in: 0, animals: 100 }
      const { owner } = barn
      await app.call(
        api.createRound,
        { params, body: { ...round, date_in: '2024-12-01', date_out: '2025-01-10' } },
        owner.token,
      )
      await app.call(api.createRound, { params, body: { ...round, date_in: '2025-01-14' } }, owner.token)
      await findInsights(app.services)
      expect(await kinds(unkept)).toEqual(
        expect.arrayContaining(['2025-01-12 cold', '2025-01-12 night_ventilation', '2025-01-12 under_ventilated']),
      )
      // The night into the 14th was without animals, and so was the evening that the cold would have begun in.
      expect(await kinds(barn)).toEqual(['2025-01-15 night_ventilation', '2025-01-14 under_ventilated'])
    })

    test('nothing is said of one that somebody said is empty, but that its sensor is in trouble', async () => {
      const barn = await aBarn()
      app.clock.set('2025-01-12T08:00:00Z')
      await app.call(api.pauseArea, { params: { id: barn.location.area.id }, body: {} }, barn.owner.token)
      app.clock.set('2025-01-15T12:00:00Z')
      await readings(barn.device.id, 't', '2025-01-11T00:00:00Z', time =>
        time.getUTCDate() === 14 && time.getUTCHours() >= 8 && time.getUTCHours() < 13 ? null : 4,
      )
      await findInsights(app.services)
      expect(await kinds(barn)).toEqual(['2025-01-14 sensor_trouble', '2025-01-11 cold'])
    })
  })

  test('what needs the weather says nothing without it, and needs a pro device', async () => {
    const course = (time: Date) => 21 + 5 * Math.sin(((time.getUTCHours() - 9) / 24) * 2 * Math.PI)
    const [basic, pro] = [await aBarn(), await aBarn({ plan: 'pro' })]
    for (const { device, location } of [basic, pro]) {
      await readings(device.id, 't', '2025-01-13T22:00:00Z', course)
      const station = 2 ** 31 + location.id
      const hours = Array.from({ length: 50 }, (_, n) => Date.parse('2025-01-13T10:00:00Z') + n * 3_600_000)
      await insertReadings(
        app,
        hours.map(time => [station, 'weather_t', time, 4 + (new Date(time).getUTCHours() % 3)]),
      )
    }
    await findInsights(app.services)
    expect((await seen(basic)).map(({ insight }) => insight)).toEqual([])
    const [swing] = await seen(pro)
    expect(swing).toMatchObject({
      insight: 'temperature_swing',
      quantities: ['t', 'weather'],
      numbers: { outdoors: 1 },
    })
    expect(swing?.value).toBeGreaterThan(8)
  })

  test('days are those of the location, also where the clocks change', async () => {
    app.clock.set('2025-03-30T12:00:00Z')
    const barn = await aBarn({ start: '2025-03-20T00:00:00Z' })
    const rows: ReadingRow[] = []
    for (let at = Date.parse('2025-03-29T12:00:00Z'); at < Date.parse('2025-03-30T12:00:00Z'); at += 5 * MINUTE_MS)
      rows.push([barn.device.id, 'co2', at, 3200])
    await insertReadings(app, rows)
    await findInsights(app.services)
    const [night] = (
      await app.call(
        api.listInsights,
        { query: { from: '2025-03-29T00:00:00Z', until: '2025-03-31T00:00:00Z' } },
        barn.owner.token,
      )
    ).filter(({ insight }) => insight === 'night_ventilation')
    // 22 o'clock is 21:00Z, and 06 o'clock is 04:00Z: an hour is missing.
    expect(night).toMatchObject({
      day: '2025-03-30',
      start: '2025-03-29T21:00:00.000Z',
      end: '2025-03-30T04:00:00.000Z',
      value: 420,
    })
  })

  test('tell the owner, once for a day, and nobody who rents the device, that more is emitted than permitted', async () => {
    const groups = [
      { id: 1, name: 'A', animals: 60 },
      { id: 2, name: 'B', animals: 40 },
    ]
    const cows = { name: 'Barn 1', area_type_id: DAIRY_CATTLE, animal_places: 110, group_items: groups }
    const start = '2024-12-31T23:00:00Z'
    const barn = await aBarn({ start, areas: [{ ...cows, ammonia_factor: 6 }] })
    const unknown = await aBarn({ start, areas: [cows] })
    const courses = { co2: 1400, nh3: 8, t: 20 }
    for (const { device } of [barn, unknown])
      for (const [key, value] of Object.entries(courses))
        await readings(device.id, key, start, time => (time.getUTCMinutes() % 30 ? null : value))
    await Promise.all([findInsights(app.services), findInsights(app.services)])
    await app.services.db.deleteFrom('insight_runs').execute()
    await findInsights(app.services)
    const ofPermit = async (of: Parameters<typeof seen>[0]) =>
      (await seen(of)).filter(({ insight }) => insight === 'emission_above_permit')
    // The 14th is the first with fourteen valid days.
    const [found, ...others] = await ofPermit(barn)
    expect(others).toEqual([])
    expect(found).toMatchObject({
      day: '2025-01-14',
      variant: 'reckoned',
      start: '2024-12-27T23:00:00.000Z',
      end: '2025-01-14T23:00:00.000Z',
      times: [{ start: '2024-12-31T23:00:00.000Z', end: '2025-01-14T23:00:00.000Z' }],
      numbers: { index: 2.22, days: 14, emission: 13.31, permit: 6, animals: 100, animal_places: 110 },
      quantities: ['nh3', 'co2', 't'],
      coverage: 14 / 18,
      device_ids: [barn.device.id],
    })
    expect(await ofPermit(unknown)).toEqual([])
    const renter = await aUser(app)
    await aRental(app, barn.owner, barn.device, renter, { start: '2024-12-01T00:00:00Z' })
    expect(await ofPermit({ ...barn, owner: renter })).toEqual([])
  })

  test('compare with the factors of the emission settings that hold on each of the days, after their reducers', async () => {
    const start = '2024-12-31T23:00:00Z'
    const cows = { name: 'Barn 1', area_type_id: DAIRY_CATTLE, animal_places: 100, ammonia_factor: 30 }
    const barn = await aBarn({ start, areas: [cows] })
    const courses = { co2: 1400, nh3: 8, t: 20 }
    for (const [key, value] of Object.entries(courses))
      await readings(barn.device.id, key, start, time => (time.getUTCMinutes() % 30 ? null : value))
    const body = {
      factors: [{ valid_from: '2025-01-01', kg: 8 }],
      reducers: [{ name: 'Scrubber', percent: 50, valid_from: '2025-01-05' }],
    }
    await app.call(api.saveEmissionSettings, { params: { id: barn.location.area.id }, body }, barn.owner.token)
    await findInsights(app.services)
    expect(await seen(barn)).toContainEqual(
      expect.objectContaining({
        insight: 'emission_above_permit',
        // Four days at eight kg, and ten at four.
        numbers: expect.objectContaining({ permit: 5.143, index: 2.85 }),
      }),
    )
  })

  test('work out an emission with as many animals as the emission settings say of each day', async () => {
    const start = '2024-12-31T23:00:00Z'
    const cows = { name: 'Barn 1', area_type_id: DAIRY_CATTLE, animal_places: 100, ammonia_factor: 6 }
    const barn = await aBarn({ start, areas: [cows] })
    for (const [key, value] of Object.entries({ co2: 1400, nh3: 8, t: 20 }))
      await readings(barn.device.id, key, start, time => (time.getUTCMinutes() % 30 ? null : value))
    const body = { animals: [{ valid_from: '2020-01-01', animals: 20 }] }
    await app.call(api.saveEmissionSettings, { params: { id: barn.location.area.id }, body }, barn.owner.token)
    await findInsights(app.services)
    // Twenty cows on a hundred places emit 2.9 kg of each.
    expect((await seen(barn)).filter(({ insight }) => insight === 'emission_above_permit')).toEqual([])
  })

  test('work out an emission as the dashboard does: by the animals and the air outdoors of the settings, and of any kind', async () => {
    const start = '2024-12-31T23:00:00Z'
    const barnOf = async (area_type_id: number, ammonia_factor: number, body: object) => {
      const barn = await aBarn({
        start,
        areas: [{ name: 'Barn 1', area_type_id, animal_places: 100, ammonia_factor }],
      })
      for (const [key, value] of Object.entries({ co2: 1400, nh3: 8, t: 20 }))
        await readings(barn.device.id, key, start, time => (time.getUTCMinutes() % 30 ? null : value))
      await app.call(api.saveEmissionSettings, { params: { id: barn.location.area.id }, body }, barn.owner.token)
      return barn
    }
    const outdoors = { source: 'typed', values: { co2: 600, nh3: 1 } }
    const cows = await barnOf(DAIRY_CATTLE, 4, {
      animals: [{ valid_from: '2020-01-01', mass: 500, milk: 20 }],
      outdoors,
    })
    const pigs = await barnOf(PIG, 0.5, { animals: [{ valid_from: '2020-01-01', mass: 60 }] })
    await findInsights(app.services)
    for (const { owner, location, device } of [cows, pigs]) {
      const dashboard = await app.call(
        api.getEmissions,
        { query: { location_id: location.id, gas: 'nh3', date_start: '2025-01-01', date_end: '2025-01-14' } },
        owner.token,
      )
      const [found] = (await seen({ owner, device })).filter(({ insight }) => insight === 'emission_above_permit')
      const { index, kg_per_place_year, verdict } = dashboard.areas[0]?.total ?? {}
      expect(verdict).toBe('above')
      expect(found?.numbers.index).toBeCloseTo(index ?? 0, 2)
      expect(found?.numbers.emission).toBeCloseTo(kg_per_place_year ?? 0, 2)
    }
  })

  test('are put away and taken up again by who manages the place, and by nobody else', async () => {
    const barn = await aBarn()
    await stuffyNights(barn.device.id)
    await findInsights(app.services)
    const [insight] = await seen(barn)
    const say = (dismissed: boolean, user = barn.owner) =>
      app.call(api.dismissInsight, { params: { id: insight?.id ?? 0 }, body: { dismissed } }, user.token)
    expect(await say(true)).toMatchObject({ dismissed_at: '2025-01-15T12:00:00.000Z', dismissed_by: barn.owner.name })
    await findInsights(app.services)
    expect((await seen(barn))[0]?.dismissed_at).not.toBeNull()
    expect(await say(false)).toMatchObject({ dismissed_at: null, dismissed_by: null })
    const renter = await aUser(app)
    await aRental(app, barn.owner, barn.device, renter, { start: '2025-01-01T00:00:00Z' })
    await expect(say(true, renter)).rejects.toMatchObject({ code: 'not_allowed' })
    await expect(say(true, await aUser(app))).rejects.toMatchObject({ code: 'not_found' })
  })

  test('stay with their area when the device that told them is deleted', async () => {
    const barn = await aBarn()
    await stuffyNights(barn.device.id)
    await findInsights(app.services)
    const ofAreas = () =>
      app.call(
        api.listInsights,
        { query: { from: '2025-01-13T00:00:00Z', until: '2025-01-16T00:00:00Z' } },
        barn.owner.token,
      )
    const before = await ofAreas()
    expect(before).toHaveLength(2)
    await app.call(api.deleteSensor, { params: { id: barn.device.id } }, barn.owner.token)
    expect(await ofAreas()).toEqual(before)
  })

  test('are asked for a month of all areas at most, and the newest of one device', async () => {
    const barn = await aBarn()
    const from = '2019-01-01T00:00:00.000Z'
    const days = Array.from({ length: MAX_INSIGHTS + 100 }, (_, n) =>
      new Date(Date.parse(from) + n * DAY_MS).toISOString().slice(0, 10),
    )
    const rowOf = (day: string) => ({
      ...{ area_id: barn.location.area.id, insight: 'cold' as const, variant: 'cold', day },
      ...{ start: `${day}T00:00:00.000Z`, end: `${day}T23:00:00.000Z`, value: 5, threshold: 4, coverage: 1 },
      ...{ holds: 'more' as const, numbers: '{}', quantities: '[]', times: '[]', device_ids: `[${barn.device.id}]` },
      ...{ found_at: `${day}T23:30:00.000Z`, dismissed_at: null, dismissed_by: null },
    })
    for (let at = 0; at < days.length; at += 500)
      await app.services.db
        .insertInto('insights')
        .values(days.slice(at, at + 500).map(rowOf) as never)
        .execute()
    const asked = (query: { device_id?: number; until: string }) =>
      app.call(api.listInsights, { query: { from, ...query } }, barn.owner.token)
    const found = await asked({ device_id: barn.device.id, until: '2025-01-15T00:00:00Z' })
    expect(found.map(({ day }) => day)).toEqual(days.toReversed().slice(0, MAX_INSIGHTS))
    expect(await asked({ until: '2019-02-01T00:00:00Z' })).toHaveLength(31)
    await expect(asked({ until: '2019-02-02T00:00:00Z' })).rejects.toMatchObject({ code: 'too_much_data' })
  })

  test('who rents the device sees those that lie in the rental', async () => {
    const barn = await aBarn()
    await stuffyNights(barn.device.id)
    await findInsights(app.services)
    const renter = await aUser(app)
    await aRental(app, barn.owner, barn.device, renter, { start: '2025-01-14T12:00:00Z' })
    expect((await seen({ ...barn, owner: renter })).map(({ day, may }) => [day, may])).toEqual([['2025-01-15', []]])
    await expect(seen({ ...barn, owner: await aUser(app) })).rejects.toMatchObject({ code: 'not_found' })
  })
})
