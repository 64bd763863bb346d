import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CallInput } from '#shared/contract/endpoint.ts'
import { api } from '#shared/contract/index.ts'
import type { ExposureMeasure } from '#shared/rules/locations/exposure.ts'
import { thiCattle } from '#shared/rules/science/humidity.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import { sumHours } from '../series/summaries/summing.ts'
import { aDevice } from '../testing/a-device.ts'
import { aFault } from '../testing/a-fault.ts'
import { aLocation } from '../testing/a-location.ts'
import { aPlacement } from '../testing/a-placement.ts'
import { aUser, giveRoles, type TestUser } from '../testing/a-user.ts'
import { everyFiveMinutes, insertReadings } from '../testing/insert-readings.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'

type Query = CallInput<typeof api.getExposure>['query']

const [PIG, BROILER, DAIRY] = [32, 25, 29]
const NOON = Date.parse('2026-03-20T11:00:00Z')
/** Midnight of Monday, 9 March in the barns of these tests. */
const MONDAY = Date.parse('2026-03-08T23:00:00Z')
const WEEK = { date_start: '2026-03-09', date_end: '2026-03-15' }
let app: TestApp
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp({ now: NOON })
  owner = await aUser(app)
})
afterAll(() => app.close())

const every = everyFiveMinutes(MONDAY)

const aBarn = async (area_type_id = PIG, count = 1) => {
  const location = await aLocation(app, owner, {
    time_zone: 'Europe/Amsterdam',
    areas: [{ name: 'Barn', area_type_id }],
  })
  const devices = []
  for (let n = 0; n < count; n++) {
    const device = await aDevice(app, owner)
    await aPlacement(app, owner, device, location, { start: '2026-01-01T00:00:00Z' })
    devices.push(device)
  }
  return { location, area: location.area.id, ids: devices.map(({ id }) => id), id: devices[0]?.id ?? 0, devices }
}

const exposure = (query: Partial<Query>, of: TestUser = owner) =>
  app.call(api.getExposure, { query: { ...WEEK, ...query } as Query }, of.token)
const partsOf = async (query: Partial<Query>) => (await exposure(query)).areas[0]?.parts ?? []
const measureOf = async (query: Partial<Query>, measure: ExposureMeasure) =>
  (await partsOf(query))[0]?.measures.find(one => one.measure === measure)
const newRound = (area: number, body: CallInput<typeof api.createRound>['body']) =>
  app.call(api.createRound, { params: { id: area }, body }, owner.token)

describe('[beyond 6] the exposure of a week', () => {
  test('is the hours beyond comfort and limits, by means of five minutes', async () => {
    const { id, area } = await aBarn()
    await insertReadings(app, [
      // Each hour is a quarter too cold (below 16 °C) and half too warm (above 22 °C), by 2 K.
      ...every(id, 't', [0, 2 * DAY_MS], index => (index % 4 === 0 ? 15.9 : index % 4 === 1 ? 22 : 24)),
      ...every(id, 'nh3', [0, DAY_MS], index => (index < 12 ? 25 : index % 2 ? 20 : 22)),
    ])
    expect(await measureOf({ area_id: area }, 't')).toEqual({
      measure: 't',
      low: 16,
      high: 22,
      by_age: false,
      hours: 48,
      coverage: expect.closeTo(2 / 7, 6),
      below: expect.closeTo(12, 9),
      above: expect.closeTo(24, 9),
      load: expect.closeTo(48, 9),
    })
    expect(await measureOf({ area_id: area }, 'nh3')).toMatchObject({
      low: null,
      high: 20,
      above: expect.closeTo(1 + 23 / 2, 9),
      load: expect.closeTo(5 + 23, 9),
    })
    expect(await measureOf({ area_id: area }, 'h2s')).toBeUndefined()
  })

  test('holds nothing of the other place that a device came from within an hour', async () => {
    const aPlace = () =>
      aLocation(app, owner, { time_zone: 'Europe/Amsterdam', areas: [{ name: 'Barn', area_type_id: PIG }] })
    const [before, after] = [await aPlace(), await aPlace()]
    const device = await aDevice(app, owner)
    const came = 90 * MINUTE_MS
    const start = new Date(MONDAY + came).toISOString()
    await aPlacement(app, owner, device, before, { start: '2026-01-01T00:00:00Z', end: start })
    await aPlacement(app, owner, device, after, { start })
    await insertReadings(app, [
      ...every(device.id, 't', [0, came], () => 30),
      ...every(device.id, 't', [came, 3 * HOUR_MS], index => (index < 6 && index % 2 === 0 ? 24 : 20)),
    ])
    expect(await measureOf({ area_id: after.area.id }, 't')).toMatchObject({
      hours: 1.5,
      above: expect.closeTo(0.25, 9),
      load: expect.closeTo(0.5, 9),
    })
  })

  test('of heat is the sum of what the hours have above the THI at which stress begins', async () => {
    const { id, area } = await aBarn(DAIRY)
    await insertReadings(app, [
      ...every(id, 't', [0, 2 * HOUR_MS], () => 26),
      ...every(id, 't', [2 * HOUR_MS, 3 * HOUR_MS], () => 10),
      ...every(id, 'h', [0, 3 * HOUR_MS], () => 70),
    ])
    expect(await measureOf({ area_id: area }, 'thi')).toMatchObject({
      high: 68,
      hours: 3,
      above: 2,
      load: expect.closeTo(2 * (thiCattle(26, 70) - 68), 6),
    })
  })

  test('of light is the hours of dark and of light, and of slow senders the time until their next value', async () => {
    const { id, area } = await aBarn()
    const lux = every(id, 'light', [0, DAY_MS], index => (index % 288 < 72 ? 1 : index % 288 < 96 ? 20 : 60))
    await insertReadings(
      app,
      lux.filter((_, index) => index % 6 === 0),
    )
    expect(await measureOf({ area_id: area }, 'light')).toMatchObject({
      low: 5,
      high: 40,
      hours: 24,
      below: 6,
      above: 16,
      load: null,
    })
  })

  test('follows the age of the animals, and an empty barn exposes nobody', async () => {
    const { id, area } = await aBarn(BROILER)
    await insertReadings(
      app,
      every(id, 't', [0, 7 * DAY_MS], () => 30),
    )
    const curve = {
      points: [
        { age: 0, temperature: 30 },
        { age: 10, temperature: 20 },
      ],
    }
    await newRound(area, { name: 'Spring', date_in: '2026-03-11', date_out: '2026-03-14', animals: 100, curve })
    await newRound(area, { date_in: '2026-01-01', date_out: '2026-03-10', animals: 100 })
    const [week] = await partsOf({ area_id: area })
    expect(week).toMatchObject({ from: '2026-03-09', until: '2026-03-16', round: null, days: 7, empty_days: 3 })
    const t = week?.measures.find(({ measure }) => measure === 't')
    // On Monday by kind (above 23 °C); then 30, 29 and 28 °C are wanted, ±1.5 K.
    expect(t).toMatchObject({ hours: 96, coverage: 1, below: 0, above: 48, by_age: true, low: 26.5, high: 29.5 })
    const rounds = await partsOf({ area_id: area, by: 'round' })
    expect(rounds.map(({ from, until, round, days }) => [from, until, round?.name, days])).toEqual([
      ['2026-03-11', '2026-03-14', 'Spring', 3],
      ['2026-03-09', '2026-03-10', null, 1],
    ])
    expect(rounds[0]?.measures).toMatchObject([{ measure: 't', hours: 72, above: 24, load: expect.closeTo(12, 9) }])
  })

  test('counts no week before measuring began, and none of the time to come', async () => {
    const { id, location } = await aBarn()
    await insertReadings(
      app,
      every(id, 't', [4 * DAY_MS, 9 * DAY_MS], () => 18),
    )
    const { areas } = await exposure({ location_id: location.id, date_start: '2026-03-01', date_end: '2026-04-30' })
    expect(areas.map(({ parts }) => parts.map(({ from, until, days }) => [from, until, days]))).toEqual([
      [
        ['2026-03-16', '2026-03-23', 5],
        ['2026-03-09', '2026-03-16', 7],
        ['2026-03-02', '2026-03-09', 7],
        ['2026-03-01', '2026-03-02', 1],
      ],
    ])
    expect(
      (await exposure({ location_id: location.id, date_start: '2026-05-01', date_end: '2026-05-30' })).areas,
    ).toEqual([expect.objectContaining({ parts: [] })])
  })

  test('is of one place, at most of a year, and of nobody else', async () => {
    const { area, location } = await aBarn()
    const stranger = await aUser(app)
    for (const query of [{ area_id: area }, { location_id: location.id }])
      await expect(exposure(query, stranger)).rejects.toMatchObject({ status: 404 })
    for (const query of [{}, { area_id: area, location_id: location.id }, { area_id: area, date_end: '2026-03-01' }])
      await expect(exposure(query)).rejects.toMatchObject({ status: 422 })
    await expect(exposure({ area_id: area, date_start: '2025-01-01' })).rejects.toMatchObject({ code: 'too_much_data' })
    expect(await partsOf({ area_id: area })).toEqual([])
  })

  // Readings put past every door after hours were summed up are not seen.
  test('is what the table of the dashboard says, with several devices, a doubtful stretch and slow senders', async () => {
    await giveRoles(app, owner.id, ['pro_analyst'])
    const { area, ids, devices } = await aBarn(PIG, 2)
    const [one = 0, two = 0] = ids
    await insertReadings(app, [
      ...every(one, 't', [0, 7 * DAY_MS], index => 18 + 7 * Math.sin(index / 40)),
      ...every(two, 't', [0, 7 * DAY_MS], index => 18 + 7 * Math.sin(index / 40 + 0.5)),
      ...every(one, 'nh3', [0, 7 * DAY_MS], index => 15 + 10 * Math.sin(index / 100)),
    ])
    const [first] = devices
    if (first)
      await aFault(app, first, {
        measurement: 'nh3',
        start: '2026-03-11T00:00:00.000Z',
        end: '2026-03-11T09:30:00.000Z',
      })
    const agree = async () => {
      for (const measure of ['t', 'nh3'] as const) {
        const query = { area_ids: String(area), measurements: measure, interval: 'selection', ...WEEK } as const
        const answer = await app.call(api.getStatistics, { query: { ...query, calculation: 'PEAK' } }, owner.token)
        const peak = answer.areas[0]?.measurements[measure]?.peak
        const found = await measureOf({ area_id: area }, measure)
        if (measure === 't')
          expect([(1 - (peak?.in_comfort ?? 0)) * 168, peak?.hours_outside_comfort]).toEqual([
            expect.closeTo((found?.below ?? 0) + (found?.above ?? 0), 6),
            expect.closeTo((found?.below ?? 0) + (found?.above ?? 0), 6),
          ])
        else expect(found?.above).toBeCloseTo(peak?.hours_over_limit ?? 0, 6)
      }
      return exposure({ area_id: area })
    }
    const ofReadings = await agree()
    await sumHours(app.services)
    const ofHours = await agree()
    expect(ofHours).toEqual(ofReadings)
  })
})
