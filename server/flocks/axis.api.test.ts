import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CallInput } from '#shared/contract/endpoint.ts'
import { api } from '#shared/contract/index.ts'
import type { AxisMeasure } from '#shared/rules/locations/exposure.ts'
import { DAY_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import { aDevice } from '../testing/a-device.ts'
import { aLocation } from '../testing/a-location.ts'
import { aPlacement } from '../testing/a-placement.ts'
import { aUser, type TestUser } from '../testing/a-user.ts'
import { insertReadings, type ReadingRow } from '../testing/insert-readings.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'

const BROILER = 25
const NOON = Date.parse('2026-04-20T10:00:00Z')
let app: TestApp
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp({ now: NOON })
  owner = await aUser(app)
})
afterAll(() => app.close())

/** Readings every ten minutes of the days from one local date (winter or summer time) until another. */
const readings = (
  device: number,
  key: string,
  from: string,
  until: string,
  value: (day: number) => number,
): ReadingRow[] => {
  const rows: ReadingRow[] = []
  const start = Date.parse(`${from}T00:00:00Z`) - 2 * 60 * MINUTE_MS
  for (let at = start; at < Date.parse(`${until}T00:00:00Z`) - 2 * 60 * MINUTE_MS; at += 10 * MINUTE_MS)
    rows.push([device, key, at, value(Math.floor((at - start) / DAY_MS))])
  return rows
}

const CURVE = {
  points: [
    { age: 0, temperature: 32, mass: 0.04 },
    { age: 10, temperature: 22, mass: 0.34 },
  ],
}

const aBarn = async () => {
  const location = await aLocation(app, owner, {
    time_zone: 'Europe/Amsterdam',
    areas: [{ name: 'Broilers', area_type_id: BROILER, animal_places: 1000 }],
  })
  const device = await aDevice(app, owner)
  await aPlacement(app, owner, device, location, { start: '2026-01-01T00:00:00Z' })
  return { area: location.area.id, id: device.id }
}
const newRound = (area: number, body: CallInput<typeof api.createRound>['body']) =>
  app.call(api.createRound, { params: { id: area }, body }, owner.token)
const axisOf = (area: number, measure: AxisMeasure = 't', of = owner) =>
  app.call(api.getRoundAxis, { params: { id: area }, query: { measure } }, of.token)
const emptied = async (area: number) => (await app.call(api.getEmptied, { params: { id: area } }, owner.token)).round

describe('[beyond 7] rounds by day of age', () => {
  test('a round that began more than two years ago and still runs is there with its last two years', async () => {
    const { area, id } = await aBarn()
    await newRound(area, { name: 'Old', date_in: '2021-01-01', date_out: '2021-12-01', animals: 500 })
    const round = await newRound(area, { name: 'Hens', date_in: '2024-01-01', animals: 1000 })
    await insertReadings(
      app,
      readings(id, 't', '2026-04-10', '2026-04-20', () => 20),
    )
    const { rounds } = await axisOf(area)
    expect(rounds.map(one => one.id)).toEqual([round.id])
    const [hens] = rounds
    // 731 days back is 19 April 2024, 109 days after it began.
    expect([hens?.date_in, hens?.age.at(0), hens?.age.at(-1)]).toEqual(['2024-01-01', 109, 840])
    expect(hens?.value.at(0)).toBeNull()
    expect(hens?.value.at(-2)).toBeCloseTo(20, 5)
  })

  test('lie over each other with the band of the newest curve, and tell the best from the worst', async () => {
    const { area, id } = await aBarn()
    const old = await newRound(area, {
      name: 'A',
      date_in: '2026-04-01',
      date_out: '2026-04-09',
      animals: 1000,
      curve: CURVE,
    })
    const now = await newRound(area, {
      name: 'B',
      date_in: '2026-04-10',
      age_in: 1,
      animals: 900,
      preset: null,
      curve: CURVE,
    })
    await app.call(api.createLoss, { params: { id: old.id }, body: { date: '2026-04-03', animals: 12 } }, owner.token)
    await insertReadings(app, [
      ...readings(id, 't', '2026-04-01', '2026-04-09', day => 32 - day),
      ...readings(id, 't', '2026-04-10', '2026-04-20', day => (day < 3 ? 40 : 31 - day)),
      ...readings(id, 'weight', '2026-04-01', '2026-04-09', day => 0.04 + 0.03 * day),
      ...readings(id, 'weight', '2026-04-10', '2026-04-20', () => 0.05),
    ])
    const { rounds, band, ...rest } = await axisOf(area)
    expect(rest).toMatchObject({ measure: 't', unit: '°C', judged_by: 'exposure', best: old.id, worst: now.id })
    expect(
      rounds.map(({ name, age, value, lost }) => ({ name, first: age[0], days: age.length, value: value[0], lost })),
    ).toEqual([
      { name: 'B', first: 1, days: 11, value: 40, lost: 0 },
      { name: 'A', first: 0, days: 8, value: 32, lost: 12 },
    ])
    // The day that runs has no whole mean yet, and the share of what is over.
    expect(rounds[0]?.value.at(-1)).toBeNull()
    expect(rounds.map(({ score }) => score)).toEqual([expect.closeTo(3 / 10, 2), 0])
    expect(band).toMatchObject({ round_id: now.id, preset: null })
    expect([band?.age[3], band?.value[3], band?.low[3], band?.high[3]]).toEqual([3, 29, 27.5, 30.5])
    const weights = await axisOf(area, 'weight')
    expect(weights).toMatchObject({
      judged_by: 'curve',
      best: old.id,
      worst: now.id,
      band: { value: expect.anything() },
    })
    expect(weights.rounds[1]?.score).toBeCloseTo(1, 6)
    expect(await axisOf(area, 'nh3')).toMatchObject({ judged_by: null, best: null, worst: null })
    expect((await axisOf(area, 'h')).band).toBeNull()
  })

  test('of a gas have comfort and limit of the kind of animals with its source, at any age that a round reached', async () => {
    const { area } = await aBarn()
    expect((await axisOf(area, 'nh3')).band).toBeNull()
    await newRound(area, { date_in: '2026-04-15', age_in: 2, animals: 1000 })
    const { band } = await axisOf(area, 'nh3')
    expect(band).toMatchObject({
      kind: 'limit',
      round_id: null,
      limit: 20,
      source: '2007/43/EC, annex II',
      since: null,
    })
    expect([band?.age, band?.low, band?.high]).toEqual([
      [2, 3, 4, 5, 6, 7],
      [0, 0, 0, 0, 0, 0],
      [10, 10, 10, 10, 10, 10],
    ])
    expect((await axisOf(area, 'co2')).band).toMatchObject({ kind: 'limit', limit: 3000 })
  })

  test('have the band that was typed with the newest round, at all their ages, beside the limit of a gas', async () => {
    const { area } = await aBarn()
    const bands = [
      { measure: 't' as const, points: [{ age: 4, low: 20, high: 24 }] },
      {
        measure: 'nh3' as const,
        points: [
          { age: 0, low: 0, high: 8 },
          { age: 8, low: 0, high: 12 },
        ],
      },
      { measure: 'emission' as const, points: [{ age: 0, low: 0, high: 1 }] },
    ]
    const own = await newRound(area, {
      date_in: '2026-04-01',
      date_out: '2026-04-09',
      animals: 1000,
      bands,
      curve: CURVE,
    })
    const t = (await axisOf(area)).band
    expect(t).toMatchObject({ kind: 'own', round_id: own.id, preset: null, source: null, limit: null })
    expect(t?.age).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    expect([new Set(t?.low), new Set(t?.high), new Set(t?.value)]).toEqual([
      new Set([20]),
      new Set([24]),
      new Set([null]),
    ])
    const nh3 = (await axisOf(area, 'nh3')).band
    expect(nh3).toMatchObject({ kind: 'own', round_id: own.id, limit: 20, source: '2007/43/EC, annex II' })
    expect(nh3?.high).toEqual([8, 8.5, 9, 9.5, 10, 10.5, 11, 11.5, 12])
    expect((await axisOf(area, 'emission')).band).toMatchObject({ kind: 'own' })
    expect((await axisOf(area, 'weight')).band).toMatchObject({ kind: 'curve', round_id: own.id })
    // A newer round with a curve says what is wanted now; of a gas it says nothing.
    const newer = await newRound(area, { date_in: '2026-04-10', animals: 1000, curve: CURVE })
    expect((await axisOf(area)).band).toMatchObject({ kind: 'curve', round_id: newer.id })
    expect((await axisOf(area, 'nh3')).band).toMatchObject({ kind: 'own', round_id: own.id })
  })

  test('of the emission have what is permitted for each place and day, by the factor of each day and its typed source', async () => {
    const { area } = await aBarn()
    await newRound(area, { date_in: '2026-04-15', animals: 1000 })
    expect((await axisOf(area, 'emission')).band).toBeNull()
    const { version } = await app.call(api.getEmissionSettings, { params: { id: area } }, owner.token)
    const factor = { code: null, other_kg: null, unit: 'place_year' as const }
    const body = {
      version,
      factors: [
        { ...factor, valid_from: '2025-01-01', kg: 0.073, source: 'Old permit' },
        { ...factor, valid_from: '2026-04-18', kg: 0.0365, source: 'Permit 2026/12' },
      ],
      reducers: [{ name: 'Scrubber', percent: 50, scrubber: false, valid_from: '2026-04-19', valid_until: null }],
    }
    await app.call(api.saveEmissionSettings, { params: { id: area }, body }, owner.token)
    const { band } = await axisOf(area, 'emission')
    expect(band).toMatchObject({ kind: 'permit', source: 'Permit 2026/12', since: '2026-04-18', limit: null })
    const [before, after, reduced] = [0.2, 0.1, 0.05].map(grams => expect.closeTo(grams, 9))
    expect(band?.age).toEqual([0, 1, 2, 3, 4, 5])
    expect(band?.high).toEqual([before, before, before, after, reduced, reduced])
  })

  test('emit g for each animal and day, and less is better', async () => {
    const { area, id } = await aBarn()
    const rounds = [
      await newRound(area, { date_in: '2026-03-20', date_out: '2026-04-01', animals: 1000, curve: CURVE }),
      await newRound(area, { date_in: '2026-04-02', date_out: '2026-04-15', animals: 1000, curve: CURVE }),
    ]
    for (const [key, value] of Object.entries({ t: 25, co2: 1500 }))
      await insertReadings(
        app,
        readings(id, key, '2026-03-20', '2026-04-15', () => value),
      )
    await insertReadings(app, [
      ...readings(id, 'nh3', '2026-03-20', '2026-04-01', () => 20),
      ...readings(id, 'nh3', '2026-04-01', '2026-04-15', () => 5),
    ])
    const axis = await axisOf(area, 'emission')
    expect(axis).toMatchObject({
      unit: 'g',
      judged_by: 'emission',
      best: rounds[1]?.id,
      worst: rounds[0]?.id,
      band: null,
    })
    const days = axis.rounds[0]?.value ?? []
    expect(days).toHaveLength(13)
    // Animals that grow emit more by the same air.
    expect(days[6] ?? 0).toBeGreaterThan(days[1] ?? 0)
  })

  test('have no value of the day that runs, of which a part alone is known', async () => {
    const { area, id } = await aBarn()
    await newRound(area, { date_in: '2026-04-10', animals: 1000, curve: CURVE })
    for (const [key, value] of Object.entries({ t: 25, co2: 1500, nh3: 10 }))
      await insertReadings(
        app,
        readings(id, key, '2026-04-10', '2026-04-21', () => value),
      )
    for (const measure of ['t', 'emission'] as const) {
      const [round] = (await axisOf(area, measure)).rounds
      expect(round?.value.slice(-2)).toEqual([expect.any(Number), null])
      expect(round?.coverage.at(-1)).toBe(1)
    }
  })

  test('are none of an area without rounds, and nobody else sees them', async () => {
    const { area } = await aBarn()
    expect(await axisOf(area)).toMatchObject({ rounds: [], band: null, judged_by: null })
    await expect(axisOf(area, 't', await aUser(app))).rejects.toMatchObject({ status: 404 })
  })
})

describe('a barn that seems empty', () => {
  test('is asked about, not ended; who says that animals are there is not asked again', async () => {
    const { area, id } = await aBarn()
    const round = await newRound(area, { date_in: '2026-04-01', animals: 1000 })
    await insertReadings(
      app,
      readings(id, 'co2', '2026-04-10', '2026-04-18', () => 1500),
    )
    expect(await emptied(area)).toBeNull()
    await insertReadings(
      app,
      readings(id, 'co2', '2026-04-18', '2026-04-20', () => 430),
    )
    expect(await emptied(area)).toEqual({ id: round.id, since: '2026-04-18' })
    expect((await app.call(api.listRounds, { params: { id: area } }, owner.token))[0]?.state).toBe('running')
    await app.call(api.sayOccupied, { params: { id: round.id } }, owner.token)
    expect(await emptied(area)).toBeNull()
    await expect(
      app.call(api.sayOccupied, { params: { id: round.id } }, (await aUser(app)).token),
    ).rejects.toMatchObject({ status: 404 })
  })

  test('is not asked about once the round has ended', async () => {
    const { area, id } = await aBarn()
    await newRound(area, { date_in: '2026-04-01', date_out: '2026-04-18', animals: 1000 })
    await insertReadings(app, [
      ...readings(id, 'co2', '2026-04-10', '2026-04-18', () => 1500),
      ...readings(id, 'co2', '2026-04-18', '2026-04-20', () => 430),
    ])
    expect(await emptied(area)).toBeNull()
  })
})
