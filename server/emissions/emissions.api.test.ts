import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CallInput } from '#shared/contract/endpoint.ts'
import { api } from '#shared/contract/index.ts'
import { MAX_MANUAL_ENTRIES } from '#shared/contract/places/emissions.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import { fromJson, jsonOf } from '../kit/database/json.ts'
import { sumHours } from '../series/summaries/summing.ts'
import { AREA_TYPES } from '../taxonomy/area-types.ts'
import { aDevice } from '../testing/a-device.ts'
import { aFault } from '../testing/a-fault.ts'
import { aLocation } from '../testing/a-location.ts'
import { aPlacement } from '../testing/a-placement.ts'
import { aFirstUser, aUser, type TestUser } from '../testing/a-user.ts'
import { countQueries } from '../testing/count-queries.ts'
import { insertReadings, type ReadingRow } from '../testing/insert-readings.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'

type Settings = CallInput<typeof api.saveEmissionSettings>['body']
type Query = CallInput<typeof api.getEmissions>['query']

const DAIRY = 29
const HUMAN = 39
/** Midnight of 1 March in the barns of these tests. */
const FROM = Date.parse('2026-02-28T23:00:00Z')
const NOON = Date.parse('2026-03-31T10:00:00Z')
const MARCH = { date_start: '2026-03-01', date_end: '2026-03-31', interval: 'week' } as const
let app: TestApp
let admin: TestUser
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp({ now: NOON })
  admin = await aFirstUser(app)
  owner = await aUser(app)
})
afterAll(() => app.close())

/** The air of the cow of the worked example (science §1.7, O5). */
const COW_AIR = { co2: 1000, nh3: 4, t: 10 }

const readings = (
  device: number,
  air: Record<string, number>,
  days: readonly [number, number] = [0, 30],
): ReadingRow[] => {
  const rows: ReadingRow[] = []
  for (let at = FROM + days[0] * DAY_MS; at < FROM + days[1] * DAY_MS; at += 10 * MINUTE_MS)
    for (const [key, value] of Object.entries(air)) rows.push([device, key, at, value])
  return rows
}

const aBarn = async (
  of: TestUser,
  {
    ubn = null as string | null,
    places = 120,
    factor = 13 as number | null,
    name = 'Barn 1',
    air = COW_AIR as Record<string, number>,
  } = {},
) => {
  const areas = [{ name, area_type_id: DAIRY, animal_places: places, ammonia_factor: factor }]
  const location = await aLocation(app, of, { time_zone: 'Europe/Amsterdam', ubn, areas })
  const device = await aDevice(app, of)
  await aPlacement(app, of, device, location)
  await insertReadings(app, readings(device.id, air))
  return { location, device, area: location.area.id }
}

/** Settings of the worked example: cows of 650 kg, 30 kg milk, 0.5 ppm NH3 and 420 ppm CO2 outdoors. */
const COWS = {
  animals: [{ valid_from: '2020-01-01', animals: 120, mass: 650, milk: 30, days_pregnant: 160 }],
  outdoors: { source: 'typed', values: { co2: 420, nh3: 0.5 } },
} as const satisfies Settings

const save = (area: number, body: Settings, of: TestUser = owner) =>
  app.call(api.saveEmissionSettings, { params: { id: area }, body }, of.token)
const emissions = (query: Partial<Query>, of: TestUser = owner) =>
  app.call(api.getEmissions, { query: { ...MARCH, ...query } as Query }, of.token)
const onlyArea = async (query: Partial<Query>, of: TestUser = owner) => {
  const answer = await emissions(query, of)
  expect(answer.areas).toHaveLength(1)
  const [area] = answer.areas
  if (!area) throw new Error('no area')
  return area
}

describe('[science §1.7] the emission of a barn', () => {
  test('O5: 120 cows at 10 °C emit 11.657 kg a place and year', async () => {
    const { area, device } = await aBarn(owner)
    await save(area, COWS)
    const found = await onlyArea({ area_id: area })
    // The pressure is that of the sea where nobody measured one, as in the example.
    expect(found.total.kg_per_place_year).toBeCloseTo(11.657, 2)
    expect(found.total.kg_per_animal_year).toBeCloseTo(11.657, 2)
    expect(found.total.grams_per_unit_hour).toBeCloseTo(1.0237, 3)
    expect(found.inputs).toMatchObject({ co2: 1000, co2_outdoors: 420, gas: 4, gas_outdoors: 0.5, temperature: 10 })
    expect(found.inputs?.flow).toBeCloseTo(518.72 * 120, -1)
    expect(found.inputs?.kg_by_day_means).toBeCloseTo(found.inputs?.valid_kg ?? 0, 6)
    expect(found.inputs?.pressure_assumed).toBe(1)
    expect(found.problems).toEqual([])
    expect(found.plausible).toEqual({ least: 0.7, most: 17.5, holds: true })
    expect(found.total).toMatchObject({ valid_days: 30, days: 31, verdict: 'below', annual: false })
    // The day of the clock change has 23 hours and is a day of the permit all the same.
    expect(found.total.index).toBeCloseTo(11.657 / 13, 2)
    // A late calibration counts at once, without anything being worked out anew.
    await app.call(
      api.createCalibration,
      {
        body: {
          device_id: device.id,
          measurement: 'nh3',
          method: 'manual',
          offset: 3.5,
          valid_from: '2026-03-01T00:00:00Z',
        },
      },
      owner.token,
    )
    const twice = await onlyArea({ area_id: area })
    expect(twice.inputs?.gas).toBeCloseTo(7.5, 1)
  })

  test('changing the factor shows a new index at once, and from its day on', async () => {
    const { area } = await aBarn(owner)
    await save(area, { ...COWS, factors: [{ valid_from: '2026-03-16', kg: 6.5, source: 'Permit 2026-14' }] })
    const { total, periods, state } = await onlyArea({ area_id: area })
    expect(total.ceiling_kg).toBeCloseTo((120 * (15 * 13 + 16 * 6.5)) / 365, 6)
    expect(periods.map(({ from, until }) => [from, until])).toEqual([
      ['2026-03-01', '2026-03-02'],
      ['2026-03-02', '2026-03-09'],
      ['2026-03-09', '2026-03-16'],
      ['2026-03-16', '2026-03-23'],
      ['2026-03-23', '2026-03-30'],
      ['2026-03-30', '2026-04-01'],
    ])
    expect(periods.map(({ index }) => Math.round(10 * (index ?? 0)) / 10)).toEqual([0.9, 0.9, 0.9, 1.8, 1.8, 1.8])
    expect(periods[3]?.verdict).toBe('above_unsure')
    expect(state).toMatchObject({ factor: 6.5, reduced_factor: 6.5, animals: 120, animals_from: 'settings' })
  })

  test('without a factor there is an emission and no index, and the answer says what is missing', async () => {
    const { area } = await aBarn(owner, { factor: null })
    const { total, problems } = await onlyArea({ area_id: area })
    expect(problems).toEqual(['no_factor'])
    expect(total.kg).toBeGreaterThan(0)
    expect(total).toMatchObject({ permitted_kg: null, index: null, verdict: 'no_permit' })
  })

  test('an area without measurements is not zero: nothing is known of it', async () => {
    const location = await aLocation(app, owner, {
      areas: [{ name: 'New', area_type_id: DAIRY, animal_places: 10, ammonia_factor: 13 }],
    })
    const answer = await emissions({ location_id: location.id })
    expect(answer.total).toMatchObject({ kg: null, index: null, coverage: 0, verdict: 'not_enough', missing_days: 31 })
    expect(answer.areas[0]).toMatchObject({ inputs: null, gases: [] })
    expect(answer.forecast).toBeNull()
  })

  test('an office takes neither ceiling, index nor forecast from the barn beside it', async () => {
    const person = await aUser(app)
    const { area, location } = await aBarn(person)
    await save(area, COWS, person)
    const year = { location_id: location.id, date_start: '2026-01-01', date_end: '2026-12-31' } as const
    const alone = await emissions(year, person)
    const office = { name: 'Office', area_type_id: HUMAN, location_id: location.id }
    await app.call(api.createArea, { body: office }, person.token)
    const both = await emissions(year, person)
    expect(both.total).toEqual(alone.total)
    expect(both.total.index).not.toBeNull()
    expect(both.forecast).toEqual(alone.forecast)
    expect(both.cumulative).toEqual(alone.cumulative)
    expect(both.areas.map(({ in_sum, problems }) => [in_sum, problems])).toEqual([
      [true, []],
      [false, ['no_species']],
    ])
  })

  test('a location without areas has no emission, and says so', async () => {
    const location = await aLocation(app, owner, { ubn: '77-7' })
    await app.call(api.deleteArea, { params: { id: location.area.id } }, owner.token)
    for (const query of [{ location_id: location.id }, { ubn: '77-7' }])
      expect(await emissions(query)).toMatchObject({ areas: [], total: { kg: null }, cumulative: { date: [] } })
  })

  test('doubtful readings do not count, and a silent week is filled by its month', async () => {
    const { area, device } = await aBarn(owner)
    await save(area, COWS)
    await aFault(app, device, {
      measurement: 'nh3',
      start: '2026-03-09T00:00:00.000Z',
      end: '2026-03-15T23:59:00.000Z',
    })
    const { total } = await onlyArea({ area_id: area })
    expect(total.kg_per_place_year).toBeCloseTo(11.657, 2)
    expect(total.filled).toBeGreaterThan(7 / 31)
    expect(total.coverage).toBeLessThan(24 / 31)
    expect(total.verdict).toBe('below')
  })

  test('rounds say how many animals there are; between them the barn is empty', async () => {
    const { area } = await aBarn(owner)
    await save(area, COWS)
    const params = { id: area }
    await app.call(
      api.createRound,
      { params, body: { date_in: '2026-03-01', date_out: '2026-03-11', animals: 60 } },
      owner.token,
    )
    const { total } = await onlyArea({ area_id: area })
    expect(total.vacant).toBeCloseTo(21 / 31, 10)
    expect(total.kg_per_animal_year).toBeCloseTo(11.657, 2)
    expect(total.kg_per_place_year).toBeLessThan(2.1)
  })

  test('deep litter needs its own CO2 said; a typed flow needs none', async () => {
    const { area } = await aBarn(owner)
    await save(area, { ...COWS, ventilation: { floor: 'litter' } })
    expect(await onlyArea({ area_id: area })).toMatchObject({ problems: ['other_co2'], inputs: null })
    const typed = [{ valid_from: '2020-01-01', m3_per_hour: 518.72 * 120 }]
    await save(area, { ...COWS, ventilation: { floor: 'litter', method: 'typed', typed } })
    const found = await onlyArea({ area_id: area })
    expect(found.problems).toEqual([])
    expect(found.total.kg_per_place_year).toBeCloseTo(11.657, 2)
    expect(found.parts.production).toBe(0)
  })

  test('an hour counts with half of the means that it regularly has', async () => {
    const areas = [{ name: 'Barn 1', area_type_id: DAIRY, animal_places: 120, ammonia_factor: 13 }]
    const location = await aLocation(app, owner, { time_zone: 'Europe/Amsterdam', areas })
    const device = await aDevice(app, owner)
    await aPlacement(app, owner, device, location)
    const first = (count: number, days: readonly [number, number]) =>
      readings(device.id, COW_AIR, days).filter(([, , at]) => (at - FROM) % HOUR_MS < count * 10 * MINUTE_MS)
    await insertReadings(app, [...readings(device.id, COW_AIR, [0, 10]), ...first(3, [10, 11]), ...first(2, [11, 12])])
    const days = { area_id: location.area.id, date_start: '2026-03-11', date_end: '2026-03-12' } as const
    const { total, inputs } = await onlyArea(days)
    expect(inputs?.hours).toBe(24)
    expect(total).toMatchObject({ valid_days: 1, filled: 0.5, coverage: 0.5 })
  })

  test('dust by an air flow that was typed needs no temperature', async () => {
    const { area } = await aBarn(owner, { air: { dust_pm10: 200 } })
    await save(area, { ventilation: { method: 'typed', typed: [{ valid_from: '2020-01-01', m3_per_hour: 10_000 }] } })
    const found = await onlyArea({ area_id: area, gas: 'dust_pm10' })
    expect(found.inputs).toMatchObject({ temperature: null, gas: 200, flow: 10_000 })
    expect(found.total.kg).toBeGreaterThan(0)
  })

  test('a device outdoors is the air that comes in, and no part of the barn', async () => {
    const { area, location } = await aBarn(owner)
    const outdoors = await aDevice(app, owner)
    await aPlacement(app, owner, outdoors, location)
    await insertReadings(app, readings(outdoors.id, { co2: 500, nh3: 0.5, t: 4 }))
    await save(area, { ...COWS, outdoors: { source: 'device', device_id: outdoors.id } })
    const { inputs } = await onlyArea({ area_id: area })
    expect(inputs).toMatchObject({
      co2: 1000,
      co2_outdoors: 500,
      gas_outdoors: 0.5,
      temperature: 10,
      co2_outdoors_assumed: 0,
      gas_outdoors_assumed: 0,
    })
  })

  test('another device outdoors from a day on leaves the days before as they were', async () => {
    const { area, location } = await aBarn(owner)
    const [first, second] = [await aDevice(app, owner), await aDevice(app, owner)]
    for (const [device, co2] of [
      [first, 500],
      [second, 600],
    ] as const) {
      await aPlacement(app, owner, device, location)
      await insertReadings(app, readings(device.id, { co2, nh3: 0.5, t: 4 }))
    }
    const of = (id: number) => ({ source: 'device', device_id: id }) as const
    await save(area, { ...COWS, outdoors: of(first.id) })
    const weeks = async () => (await onlyArea({ area_id: area })).periods.map(({ kg }) => kg)
    const before = await weeks()
    await save(area, {
      ...COWS,
      outdoors: of(first.id),
      outdoors_history: [{ valid_from: '2026-03-16', ...of(second.id) }],
    })
    const after = await weeks()
    // Until then the second device hung in the barn, as any other.
    expect(after.slice(0, 3)).toEqual(before.slice(0, 3))
    expect(after[3]).not.toBeCloseTo(before[3] ?? 0, 2)
    const week = await onlyArea({ area_id: area, date_start: '2026-03-16', date_end: '2026-03-22' })
    expect(week.inputs).toMatchObject({ co2_outdoors: 600 })
    const log = await app.call(api.getEmissionLogbook, { query: { ...MARCH, area_id: area } }, owner.token)
    expect(log.filter(({ kind }) => kind === 'outdoors').map(({ at }) => at)).toEqual(['2026-03-15T23:00:00.000Z'])
    const settings = await app.call(api.getEmissionSettings, { params: { id: area } }, owner.token)
    expect(settings.outdoors_history).toMatchObject([{ valid_from: '2026-03-16', device_id: second.id }])
  })

  test('other animal places from a day on leave the days before as they were, in shares, permit and number of animals', async () => {
    const { area } = await aBarn(owner)
    const { outdoors } = COWS
    await save(area, { outdoors })
    const shown = async () => {
      const { periods, animal_places, places } = await onlyArea({ area_id: area })
      return { periods, animal_places, places }
    }
    const before = await shown()
    expect(before.places).toEqual([{ since: null, places: 120 }])
    await save(area, { outdoors, places_history: [{ valid_from: '2026-03-16', places: 60 }] })
    const after = await shown()
    expect(after.periods.slice(0, 3)).toEqual(before.periods.slice(0, 3))
    expect(after.animal_places).toBe(60)
    expect(after.places).toEqual([
      { since: null, places: 120 },
      { since: '2026-03-16', places: 60 },
    ])
    // No group says how many cows there are, so there is one on each place.
    expect(after.periods[3]?.kg).toBeCloseTo((before.periods[3]?.kg ?? 0) / 2, 6)
    expect(after.periods[3]?.permitted_kg).toBeCloseTo((before.periods[3]?.permitted_kg ?? 0) / 2, 6)
    expect(after.periods[3]?.kg_per_place_year).toBeCloseTo(before.periods[3]?.kg_per_place_year ?? 0, 6)
    const log = await app.call(api.getEmissionLogbook, { query: { ...MARCH, area_id: area } }, owner.token)
    expect(log.filter(({ kind }) => kind === 'places').map(({ at }) => at)).toEqual(['2026-03-15T23:00:00.000Z'])
    const settings = await app.call(api.getEmissionSettings, { params: { id: area } }, owner.token)
    expect(settings).toMatchObject({ animal_places: 120, places_history: [{ valid_from: '2026-03-16', places: 60 }] })
    // An animal stands on each place, and the answer says since when there are as many.
    const { state } = await onlyArea({ area_id: area })
    expect(state).toMatchObject({ animals: 60, animals_from: 'places', animals_since: '2026-03-16' })
    const { state: earlier } = await onlyArea({ area_id: area, date_end: '2026-03-15' })
    expect(earlier).toMatchObject({ animals: 120, animals_from: 'places', animals_since: null })
    // Places are those of days in the numbers: no day to come is one, nor one whose places nobody knows.
    const ahead = await onlyArea({ area_id: area, date_start: '2026-03-30', date_end: '2026-04-20' })
    expect(ahead.places).toEqual([{ since: '2026-03-16', places: 60 }])
    const changes = [16, 20].map(day => ({ valid_from: `2026-04-${day}`, places: day }))
    await save(area, {
      outdoors,
      places_history: [{ valid_from: '2026-03-16', places: 60 }, ...changes],
      animal_places: null,
    })
    const april = { area_id: area, date_start: '2026-03-01', date_end: '2026-04-20' }
    const begun = await onlyArea(april)
    expect([begun.places, begun.animal_places, begun.problems]).toEqual([
      [{ since: '2026-03-16', places: 60 }],
      60,
      expect.arrayContaining(['no_places']),
    ])
  })

  test('an area says the places of today and every later change, and keeps those before when it is saved', async () => {
    const { area, location } = await aBarn(owner)
    const read = () => app.call(api.getArea, { params: { id: area } }, owner.token)
    const plain = await read()
    expect(plain).toMatchObject({ animal_places: 120, places_today: 120, places_since: null })
    expect(plain).not.toHaveProperty('later_places')
    // A word that looks like settings in which places change is none.
    await save(area, { reducers: [{ name: '"places_history":[{', percent: 1 }] })
    expect(await read()).not.toHaveProperty('later_places')
    const later = [
      { valid_from: '2026-05-01', places: 40 },
      { valid_from: '2026-03-16', places: 60 },
    ]
    await save(area, { places_history: later })
    const said = {
      ...{ animal_places: 120, places_today: 60, places_since: '2026-03-16' },
      later_places: later.toReversed(),
    }
    expect(await read()).toMatchObject(said)
    expect(await app.call(api.getLocation, { params: { id: location.id } }, owner.token)).toMatchObject({
      areas: [said],
    })
    const listed = await app.call(api.listLocations, {}, owner.token)
    expect(listed.find(({ id }) => id === location.id)?.areas).toMatchObject([said])
    const body = { name: 'Barn 1', area_type_id: DAIRY, animal_places: 130, ammonia_factor: 13 }
    const saved = await app.call(api.updateArea, { params: { id: area }, body }, owner.token)
    expect(saved).toMatchObject({ ...said, animal_places: 130 })
    // Changes to come alone leave those of the area.
    await save(area, { places_history: later.slice(0, 1) })
    expect(await read()).toMatchObject({ places_today: 130, places_since: null, later_places: later.slice(0, 1) })
  })

  test('a barn that is closed from a day on has no places, no animals and no emission', async () => {
    const { area } = await aBarn(owner)
    const places_history = [{ valid_from: '2026-03-16', places: 0 }]
    await save(area, { outdoors: COWS.outdoors, places_history })
    const { periods, places, problems } = await onlyArea({ area_id: area })
    expect(periods[3]).toMatchObject({ kg: 0, permitted_kg: 0 })
    expect([places.at(-1), problems]).toEqual([{ since: '2026-03-16', places: 0 }, []])
  })

  test('a device whose area outdoors is deleted since stays the air of its days, and is logged for each barn it serves', async () => {
    const { location, area } = await aBarn(owner)
    const add = (name: string) =>
      app.call(
        api.createArea,
        { body: { location_id: location.id, name, area_type_id: DAIRY, animal_places: 120, ammonia_factor: 13 } },
        owner.token,
      )
    const [yard, second] = [await add('Yard'), await add('Barn 2')]
    const outdoors = await aDevice(app, owner)
    await aPlacement(app, owner, outdoors, { ...location, area: yard }, { end: app.clock.iso(-HOUR_MS) })
    await insertReadings(app, readings(outdoors.id, { co2: 500, nh3: 0.5, t: 4 }))
    const settings = { ...COWS, outdoors: { source: 'device', device_id: outdoors.id } } as const
    for (const id of [area, second.id]) await save(id, settings)
    const calibration = { measurement: 'co2', method: 'manual', offset: 1, valid_from: '2026-03-25T08:00:00Z' } as const
    await app.call(api.createCalibration, { body: { device_id: outdoors.id, ...calibration } }, owner.token)
    await app.call(api.deleteArea, { params: { id: yard.id } }, owner.token)
    expect((await onlyArea({ area_id: area })).inputs).toMatchObject({ co2_outdoors_assumed: 0 })
    expect((await save(area, settings)).devices).toContainEqual(expect.objectContaining({ id: outdoors.id }))
    const log = await app.call(api.getEmissionLogbook, { query: { ...MARCH, location_id: location.id } }, owner.token)
    expect(log.filter(({ kind }) => kind === 'calibration').map(({ area_name }) => area_name)).toEqual([
      'Barn 1',
      'Barn 2',
    ])
  })

  test('the logbook asks for all calibrations at once, however many devices there are', async () => {
    const { area, location } = await aBarn(owner)
    await save(area, COWS)
    const logbook = () => app.call(api.getEmissionLogbook, { query: { ...MARCH, area_id: area } }, owner.token)
    await logbook()
    const before = await countQueries(app, logbook)
    for (let n = 0; n < 3; n++)
      await aPlacement(app, owner, await aDevice(app, owner), location, { start: `${MARCH.date_start}T00:00:00Z` })
    expect(await countQueries(app, logbook)).toBe(before)
  })

  test('settings that were kept before there was a history hold from the beginning', async () => {
    const { area } = await aBarn(owner)
    await save(area, {
      ...COWS,
      ventilation: { method: 'typed', typed: [{ valid_from: '2020-01-01', m3_per_hour: 9 }] },
    })
    const found = await onlyArea({ area_id: area })
    const rows = app.services.db.updateTable('emission_settings').where('area_id', '=', area)
    const { settings } = await app.services.db
      .selectFrom('emission_settings')
      .select('settings')
      .where('area_id', '=', area)
      .executeTakeFirstOrThrow()
    const { ventilation_history: _, outdoors_history: __, places_history: ___, ...old } = fromJson(settings)
    await rows.set({ settings: jsonOf(old) }).execute()
    expect(await onlyArea({ area_id: area })).toEqual(found)
    const shown = await app.call(api.getEmissionSettings, { params: { id: area } }, owner.token)
    expect(shown).toMatchObject({ ventilation: { method: 'typed' }, ventilation_history: [], outdoors_history: [] })
  })

  test('other gases are worked out where they are measured', async () => {
    const { area, device } = await aBarn(owner)
    await insertReadings(app, readings(device.id, { ch4: 50 }))
    const { gases } = await onlyArea({ area_id: area })
    expect(gases).toEqual(['nh3', 'ch4', 'co2'])
    // The settings ask for the air outdoors of what is measured.
    const settings = await app.call(api.getEmissionSettings, { params: { id: area } }, owner.token)
    expect(settings.gases).toEqual(['nh3', 'ch4', 'co2'])
    const { total } = await onlyArea({ area_id: area, gas: 'ch4' })
    expect(total.kg).toBeGreaterThan(0)
    expect(total).toMatchObject({ permitted_kg: null, verdict: 'no_permit' })
    // The balance gives back the CO2 it was made of, with the error of the animals alone.
    const co2 = await onlyArea({ area_id: area, gas: 'co2' })
    expect(co2.parts).toMatchObject({ co2_outdoors: 0, own: expect.closeTo(0, 6) })
  })
})

describe('[specification §3] company numbers', () => {
  test('the sum of all areas of a number, whatever location they are at, is the sum of the locations', async () => {
    const person = await aUser(app)
    const barns = [
      await aBarn(person, { ubn: '0931672', places: 100 }),
      await aBarn(person, { ubn: ' 0931672 ', places: 60 }),
      await aBarn(person, { ubn: '931672' }),
    ]
    for (const { area } of barns) await save(area, COWS, person)
    const all = await emissions({ ubn: '0931672' }, person)
    expect(all.areas.map(({ area_id }) => area_id).toSorted()).toEqual([barns[0]?.area, barns[1]?.area].toSorted())
    const each = []
    for (const { location } of barns.slice(0, 2)) each.push(await emissions({ location_id: location.id }, person))
    expect(all.total.kg).toBeCloseTo(
      each.reduce((sum, { total }) => sum + (total.kg ?? 0), 0),
      8,
    )
    // Uncertainty that areas share does not shrink in their sum; each one's own does.
    const spread = (total: (typeof all)['total']) => ((total.kg_high ?? 0) - (total.kg ?? 0)) / (total.kg ?? 1)
    expect(spread(all.total)).toBeLessThan(spread(each[0]?.total ?? all.total))
    expect(spread(all.total)).toBeGreaterThan(0.15)
    expect(all.cumulative.kg.at(-1)).toBeCloseTo(all.total.kg ?? 0, 8)
    expect(all.cumulative.high.at(-1)).toBeCloseTo(all.total.kg_high ?? 0, 8)
    await expect(emissions({ ubn: '0931672' })).rejects.toMatchObject({ status: 404 })
  })

  test('a number says nothing of the same number of somebody else', async () => {
    const [one, other] = [await aUser(app), await aUser(app)]
    const { area } = await aBarn(one, { ubn: '55-1' })
    await aBarn(other, { ubn: '55-1' })
    expect((await emissions({ ubn: '55-1' }, one)).areas.map(({ area_id }) => area_id)).toEqual([area])
  })

  test('farms of different owners are never one, whoever sees both', async () => {
    const [one, other] = [await aUser(app), await aUser(app)]
    const { area } = await aBarn(one, { ubn: '55-2' })
    await expect(emissions({ ubn: '55-2' }, admin)).resolves.toMatchObject({ areas: [{ area_id: area }] })
    await aBarn(other, { ubn: '55-2' })
    await expect(emissions({ ubn: '55-2' }, admin)).rejects.toMatchObject({
      status: 422,
      errors: { ubn: [expect.stringMatching('Farms')] },
    })
    const own = await aBarn(admin, { ubn: '55-2' })
    expect((await emissions({ ubn: '55-2' }, admin)).areas.map(({ area_id }) => area_id)).toEqual([own.area])
  })

  test('a number is offered with the places it adds up, and not where it would be refused', async () => {
    const [one, other] = [await aUser(app), await aUser(app)]
    const offered = async (of: TestUser) =>
      (await app.call(api.listCompanies, {}, of.token)).filter(({ ubn }) => ubn.startsWith('66-'))
    const first = await aBarn(one, { ubn: ' 66-1 ' })
    const company = { ubn: '66-1', locations: [{ id: first.location.id, name: first.location.name }] }
    expect(await offered(one)).toEqual([company])
    expect(await offered(admin)).toEqual([company])
    expect(await offered(other)).toEqual([])
    const second = await aBarn(other, { ubn: '66-1' })
    expect(await offered(one)).toEqual([company])
    expect((await offered(other)).map(({ locations }) => locations.map(({ id }) => id))).toEqual([[second.location.id]])
    expect(await offered(admin)).toEqual([])
  })
})

describe('a year', () => {
  test('has a forecast once fourteen days are valid, and an annual indication never before six months', async () => {
    const { area } = await aBarn(owner)
    await save(area, COWS)
    const year = { date_start: '2026-01-01', date_end: '2026-12-31', interval: 'quarter' } as const
    const { forecast, total, areas } = await emissions({ ...year, area_id: area })
    const measured = total.kg ?? 0
    expect(total.ceiling_kg).toBeCloseTo(1560, 6)
    expect(forecast?.permit_rest_kg).toBeCloseTo(measured + 1560 - (total.permitted_kg ?? 0), 6)
    expect(forecast?.run_rate_rest_kg).toBeCloseTo(11.657 * 120, 0)
    expect(total.annual).toBe(false)
    expect(areas[0]?.periods.map(({ kg }) => kg !== null)).toEqual([true, false, false, false])
    const march = await emissions({ area_id: area })
    expect(march.forecast).toBeNull()
    expect(march.total.kg).toBeCloseTo(measured, 8)
  })

  test('more than a year is too much, and days must be in order', async () => {
    const { area } = await aBarn(owner)
    const of = (date_start: string, date_end: string) => emissions({ area_id: area, date_start, date_end })
    await expect(of('2024-01-01', '2025-01-02')).rejects.toMatchObject({ status: 422 })
    await expect(of('2024-01-01', '2024-12-31')).resolves.toBeTruthy()
    await expect(of('2024-01-02', '2024-01-01')).rejects.toMatchObject({ status: 422 })
    await expect(emissions({})).rejects.toMatchObject({ status: 422 })
    await expect(emissions({ area_id: area, ubn: '1' })).rejects.toMatchObject({ status: 422 })
  })
})

describe('settings', () => {
  test('keep every version, and refuse one that was read before a change', async () => {
    const { area } = await aBarn(owner)
    const first = await app.call(api.getEmissionSettings, { params: { id: area } }, owner.token)
    expect(first).toMatchObject({ version: 0, factors: [], changed_at: null, animals_of_area: 120, may: ['edit'] })
    const second = await save(area, { ...COWS, version: 0, animal_places: 130 })
    expect(second).toMatchObject({ version: 1, animal_places: 130, changed_by: owner.name })
    await expect(save(area, { ...COWS, version: 0, n2o_detection_limit: 0.1 })).rejects.toMatchObject({ status: 409 })
    expect((await save(area, COWS)).version).toBe(2)
    const log = await app.call(api.getEmissionLogbook, { query: { ...MARCH, area_id: area } }, owner.token)
    expect(log.filter(({ kind }) => kind === 'settings')).toHaveLength(2)
  })

  test('that a program does not know stay when it saves the others', async () => {
    const { area } = await aBarn(owner)
    const history = {
      ventilation_history: [
        { valid_from: '2026-03-10', method: 'typed', typed: [{ valid_from: '2020-01-01', m3_per_hour: 9 }] },
      ],
      outdoors_history: [{ valid_from: '2026-03-12', source: 'assumed' }],
      places_history: [{ valid_from: '2026-03-14', places: 90 }],
      n2o_detection_limit: 0.1,
    } as const satisfies Settings
    await save(area, { ...COWS, ...history })
    const kept = await save(area, COWS)
    expect(kept).toMatchObject({
      ventilation_history: [{ valid_from: '2026-03-10' }],
      outdoors_history: [{ valid_from: '2026-03-12' }],
      places_history: [{ valid_from: '2026-03-14', places: 90 }],
      n2o_detection_limit: 0.1,
    })
    const none = await save(area, {
      ...COWS,
      ...{ ventilation_history: [], outdoors_history: [], places_history: [], n2o_detection_limit: null },
    })
    expect(none).toMatchObject({ ventilation_history: [], outdoors_history: [], n2o_detection_limit: null })
  })

  test('that a later program kept stay when this one saves its own', async () => {
    const { area } = await aBarn(owner)
    await save(area, COWS)
    const rows = app.services.db.selectFrom('emission_settings').select('settings').where('area_id', '=', area)
    const first = fromJson((await rows.executeTakeFirstOrThrow()).settings)
    const later = jsonOf({ ...first, mixing_history: [7] })
    await app.services.db
      .updateTable('emission_settings')
      .set({ settings: later })
      .where('area_id', '=', area)
      .execute()
    await save(area, { ...COWS, n2o_detection_limit: 0.1 })
    const { settings } = await rows.orderBy('version', 'desc').executeTakeFirstOrThrow()
    expect(fromJson(settings)).toMatchObject({ mixing_history: [7], n2o_detection_limit: 0.1 })
  })

  test('that are sent again, as after an answer that was lost, are the version that was kept, and logged once', async () => {
    const { area } = await aBarn(owner)
    const body = { ...COWS, version: 0, animal_places: 131 }
    const kept = await save(area, body)
    expect(await save(area, body)).toEqual(kept)
    await expect(save(area, { ...body, animal_places: 132 })).rejects.toMatchObject({ status: 409 })
  })

  test('of two that save at the same time one is told', async () => {
    const { area } = await aBarn(owner)
    const both = await Promise.allSettled([
      save(area, { ...COWS, version: 0, n2o_detection_limit: 0.2 }),
      save(area, { ...COWS, version: 0, n2o_detection_limit: 0.1 }),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('refuse what cannot be, and say where', async () => {
    const { area } = await aBarn(owner)
    const stranger = await aUser(app)
    const foreign = await aDevice(app, stranger)
    const factor = { valid_from: '2026-01-01', kg: 13 }
    for (const body of [
      { factors: [factor, factor] },
      { factors: [{ ...factor, kg: 0 }] },
      { reducers: [{ name: 'Scrubber', percent: 101 }] },
      { reducers: [{ name: 'Scrubber', percent: 10, valid_from: '2026-01-02', valid_until: '2026-01-02' }] },
      { animals: [{ valid_from: 'yesterday' }] },
      { ventilation: { method: 'fan_curve' } },
      { ventilation: { method: 'typed' } },
      { pressure: { source: 'altitude' } },
      { outdoors: { source: 'typed' } },
      { outdoors: { source: 'typed', values: { co2: 4 } } },
      { outdoors: { source: 'device' } },
      { outdoors: { source: 'device', device_id: foreign.id } },
      { outdoors_history: [{ valid_from: '2026-03-01', source: 'device', device_id: foreign.id }] },
      { outdoors_history: [{ source: 'assumed' }] },
      { ventilation_history: [{ valid_from: '2026-03-01', method: 'typed' }] },
      { ventilation_history: [{ valid_from: '2026-03-01' }, { valid_from: '2026-03-01' }] },
      { animal_places: 0 },
      { places_history: [{ valid_from: '2026-03-01', places: -1 }] },
      { places_history: [{ valid_from: '2026-03-01' }] },
      { places_history: [{ places: 9 }] },
      ...[1.5, 10_000_001, '60', null].map(places => ({ places_history: [{ valid_from: '2026-03-01', places }] })),
      ...['01.03.2026', '2026-02-30', '1989-12-31', '', 5].map(valid_from => ({
        places_history: [{ valid_from, places: 9 }],
      })),
      {
        places_history: Array.from({ length: 201 }, (_, day) => ({
          valid_from: new Date(FROM + day * DAY_MS).toISOString().slice(0, 10),
          places: 9,
        })),
      },
      {
        places_history: [
          { valid_from: '2026-03-01', places: 9 },
          { valid_from: '2026-03-01', places: 10 },
        ],
      },
    ] as Settings[])
      await expect(save(area, body)).rejects.toMatchObject({ status: 422 })
  })

  test('refuse a gain that no animal of the kind has', async () => {
    const CALVES = AREA_TYPES.find(({ key }) => key === 'calves')?.id ?? 0
    const location = await aLocation(app, owner, { areas: [{ name: 'Calves', area_type_id: CALVES }] })
    const gain = (kg: number) => ({ animals: [{ valid_from: '2026-01-01', animals: 40, mass: 120, gain: kg }] })
    await expect(save(location.area.id, gain(2.9))).rejects.toMatchObject({
      status: 422,
      errors: { 'animals.0.gain': [expect.stringContaining('1.5')] },
    })
    await expect(save(location.area.id, gain(1.2))).resolves.toMatchObject({ version: 1 })
  })

  test('may be read by whoever sees the place, and changed by whoever edits it', async () => {
    const { area } = await aBarn(owner)
    const stranger = await aUser(app)
    await expect(save(area, COWS, stranger)).rejects.toMatchObject({ status: 404 })
    await expect(app.call(api.getEmissionSettings, { params: { id: area } }, stranger.token)).rejects.toMatchObject({
      status: 404,
    })
    await expect(emissions({ area_id: area }, stranger)).rejects.toMatchObject({ status: 404 })
  })
})

describe('the sensor log', () => {
  test('names calibrations, measurements by hand, doubtful readings and days of silence, the newest first', async () => {
    const location = await aLocation(app, owner, {
      time_zone: 'Europe/Amsterdam',
      areas: [{ name: 'Sows', area_type_id: DAIRY, animal_places: 120, ammonia_factor: 13 }],
    })
    const device = await aDevice(app, owner, { name: 'BM 2041' })
    await aPlacement(app, owner, device, location)
    await insertReadings(app, [...readings(device.id, COW_AIR, [0, 10]), ...readings(device.id, COW_AIR, [19, 30])])
    await app.call(
      api.createCalibration,
      {
        body: {
          device_id: device.id,
          measurement: 'nh3',
          method: 'manual',
          offset: -0.8,
          valid_from: '2026-03-25T08:00:00Z',
        },
      },
      owner.token,
    )
    await aFault(app, device, {
      measurement: 'co2',
      start: '2026-03-03T00:00:00.000Z',
      end: '2026-03-03T06:00:00.000Z',
    })
    // A tube of NH3 counts; one that was deleted, or what tells of no gas, does not.
    const byHand = (measurement: string, time: string, value: number) =>
      app.call(api.createManual, { body: { device_id: device.id, measurement, time, value } }, owner.token)
    await byHand('nh3', '2026-03-26T08:00:00Z', 4.5)
    await byHand('light', '2026-03-26T08:00:00Z', 60)
    await byHand('t', '2026-03-26T08:00:00Z', 12.3)
    const { id } = await byHand('nh3', '2026-03-27T08:00:00Z', 45)
    await app.call(api.deleteManual, { params: { id } }, owner.token)
    const log = await app.call(api.getEmissionLogbook, { query: { ...MARCH, location_id: location.id } }, owner.token)
    expect(log.map(({ kind, value, length }) => ({ kind, value, length }))).toEqual([
      { kind: 'manual', value: 4.5, length: null },
      { kind: 'calibration', value: -0.8, length: null },
      { kind: 'silence', value: null, length: 9 },
      { kind: 'fault', value: null, length: 6 },
    ])
    expect(log[0]).toMatchObject({ measurement: 'nh3', device_name: 'BM 2041', at: '2026-03-26T08:00:00.000Z' })
    expect(log[1]).toMatchObject({ device_name: 'BM 2041', area_name: 'Sows', at: '2026-03-25T08:00:00.000Z' })
    expect(Date.parse(log[2]?.at ?? '') - FROM).toBe(10 * DAY_MS)
    expect(Date.parse(log[3]?.at ?? '') % HOUR_MS).toBe(0)
    // Measurements of each day hide nothing else: the newest of them alone are told.
    for (const hour of Array.from({ length: MAX_MANUAL_ENTRIES + 5 }).keys())
      await byHand('nh3', new Date(Date.parse('2026-03-28T00:00:00Z') + hour * HOUR_MS).toISOString(), hour)
    const later = await app.call(api.getEmissionLogbook, { query: { ...MARCH, location_id: location.id } }, owner.token)
    const [manual, others] = [true, false].map(is => later.filter(({ kind }) => (kind === 'manual') === is))
    expect(manual?.map(({ value }) => value)).toEqual(
      Array.from({ length: MAX_MANUAL_ENTRIES }, (_, place) => MAX_MANUAL_ENTRIES + 4 - place),
    )
    // The entry that says so stands where those would that are left out.
    expect(others?.map(({ kind }) => kind)).toEqual(['manual_cut', 'calibration', 'silence', 'fault'])
    expect(others?.[0]).toMatchObject({ at: '2026-03-28T04:00:00.000Z', value: null, device_name: null })
  })

  test('counts a measurement by hand outdoors once, however many barns it bears on, and cuts none of just as many', async () => {
    const location = await aLocation(app, owner, {
      time_zone: 'Europe/Amsterdam',
      areas: ['Barn 1', 'Barn 2', 'Yard'].map(name => ({ name, area_type_id: DAIRY, animal_places: 120 })),
    })
    const areas = await app.call(api.getLocation, { params: { id: location.id } }, owner.token)
    const [first, second, yard] = areas.areas
    if (!first || !second || !yard) throw new Error('three areas')
    const outdoors = await aDevice(app, owner)
    await aPlacement(app, owner, outdoors, { ...location, area: yard })
    for (const { id } of [first, second])
      await save(id, { ...COWS, outdoors: { source: 'device', device_id: outdoors.id } })
    const byHand = (hour: number) =>
      app.call(
        api.createManual,
        {
          body: {
            ...{ device_id: outdoors.id, measurement: 'nh3', value: hour },
            time: new Date(Date.parse('2026-03-20T00:00:00Z') + hour * HOUR_MS).toISOString(),
          },
        },
        owner.token,
      )
    const logged = async (name: string) => {
      const log = await app.call(api.getEmissionLogbook, { query: { ...MARCH, location_id: location.id } }, owner.token)
      return log.filter(({ kind, area_name }) => kind === 'manual_cut' || (kind === 'manual' && area_name === name))
    }
    for (const hour of Array.from({ length: MAX_MANUAL_ENTRIES }).keys()) await byHand(hour)
    for (const name of ['Barn 1', 'Barn 2']) expect(await logged(name)).toHaveLength(MAX_MANUAL_ENTRIES)
    await byHand(MAX_MANUAL_ENTRIES)
    const found = await logged('Barn 2')
    expect(found.map(({ value }) => value)).toEqual([
      ...Array.from({ length: MAX_MANUAL_ENTRIES }, (_, place) => MAX_MANUAL_ENTRIES - place),
      null,
    ])
    expect(found.at(-1)?.kind).toBe('manual_cut')
  })
})

describe('changes in the log', () => {
  const CHANGES = ['settings', 'facts', 'rounds']
  /** Changes of the log of an area from the first of March, or `from`, until a day. */
  const logged = async (area_id: number, date_end: string, from: string = MARCH.date_start): Promise<string[]> => {
    const query = { ...MARCH, area_id, date_start: from, date_end }
    const log = await app.call(api.getEmissionLogbook, { query }, owner.token)
    return log.map(({ kind }) => kind).filter(kind => CHANGES.includes(kind))
  }

  test('what the form of an area changes of its numbers is logged, also of days before; a name is not', async () => {
    const { area } = await aBarn(owner)
    const fields = { name: 'Barn 1', area_type_id: DAIRY, animal_places: 120, ammonia_factor: 13, group_items: [] }
    const change = (some: Partial<CallInput<typeof api.updateArea>['body']>) =>
      app.call(api.updateArea, { params: { id: area }, body: { ...fields, ...some } }, owner.token)
    await change({ name: 'Barn A' })
    expect(await logged(area, '2026-03-31')).toEqual([])
    await change({ ammonia_factor: 8 })
    await change({ ammonia_factor: 8, animal_places: 130 })
    await change({ ammonia_factor: 8, animal_places: 130, area_type_id: HUMAN })
    await change({
      ammonia_factor: 8,
      animal_places: 130,
      area_type_id: HUMAN,
      group_items: [{ id: 1, name: 'A', animals: 90 }],
    })
    // A change that is refused leaves nothing behind.
    await expect(change({ version: 1, ammonia_factor: 4 })).rejects.toMatchObject({ status: 409 })
    for (const day of ['2026-03-31', '2026-03-10']) expect(await logged(area, day)).toEqual(Array(4).fill('facts'))
  })

  test('places that the emission settings change of the area are logged', async () => {
    const { area } = await aBarn(owner)
    await save(area, { ...COWS, animal_places: 120 })
    expect(await logged(area, '2026-03-31')).toEqual(['settings'])
    await save(area, { ...COWS, animal_places: 130 })
    expect((await logged(area, '2026-03-31')).toSorted()).toEqual(['facts', 'settings', 'settings'])
  })

  test('settings that were changed after some days are logged where they say something else of them', async () => {
    const { area } = await aBarn(owner)
    await save(area, COWS)
    await save(area, { ...COWS, factors: [{ valid_from: '2026-03-20', kg: 8 }] })
    await save(area, { ...COWS, factors: [{ valid_from: '2026-03-20', kg: 9 }] })
    expect(await logged(area, '2026-03-10')).toEqual(['settings'])
    expect(await logged(area, '2026-03-25')).toEqual(['settings', 'settings', 'settings'])
    expect(await logged(area, '2026-03-31')).toEqual(['settings', 'settings', 'settings'])
  })

  test('rounds that are corrected afterwards are logged for the days that they bear on; what is written down in time is not', async () => {
    const { area } = await aBarn(owner)
    const params = { id: area }
    const body = { date_in: '2026-03-10', date_out: '2026-03-20', animals: 100 }
    const round = await app.call(api.createRound, { params, body }, owner.token)
    const correct = (some: Partial<typeof body> & { name?: string }) =>
      app.call(api.updateRound, { params: { id: round.id }, body: { ...body, ...some } }, owner.token)
    const times = async (day: string, from?: string) => (await logged(area, day, from)).length
    expect(await logged(area, '2026-03-31')).toEqual(['rounds'])
    expect([await times('2026-03-09'), await times('2026-03-31', '2026-03-20')]).toEqual([0, 0])
    await correct({ name: 'Ross 308' })
    expect(await times('2026-03-31')).toBe(1)
    await correct({ date_out: '2026-03-22' })
    expect([await times('2026-03-15'), await times('2026-03-21', '2026-03-20')]).toEqual([1, 1])
    await correct({ date_out: '2026-03-22', animals: 110 })
    expect(await times('2026-03-15')).toBe(2)
    const lost = { date: '2026-03-16', animals: 3 }
    const loss = await app.call(api.createLoss, { params: { id: round.id }, body: lost }, owner.token)
    expect([await times('2026-03-15'), await times('2026-03-16')]).toEqual([2, 3])
    await app.call(api.deleteLoss, { params: { id: loss.id } }, owner.token)
    expect(await times('2026-03-16')).toBe(4)
    await app.call(api.deleteRound, { params: { id: round.id } }, owner.token)
    await app.call(api.restoreRound, { params: { id: round.id } }, owner.token)
    expect(await times('2026-03-15')).toBe(4)
    // A round of this week, and a count of it, are no corrections.
    const now = { date_in: '2026-03-28', animals: 100 }
    const running = await app.call(api.createRound, { params, body: now }, owner.token)
    await app.call(
      api.importLosses,
      { params: { id: running.id }, body: { losses: [{ date: '2026-03-29', animals: 2 }] } },
      owner.token,
    )
    expect(await times('2026-03-31', '2026-03-25')).toBe(0)
  })
})

describe('N2O in the log', () => {
  test.each([
    ['is no silence where its sensor spoke and cannot tell it from noise', [[0, 30]], []],
    [
      'is silence where its sensor spoke no more in such a month',
      [
        [0, 5],
        [15, 30],
      ],
      [10],
    ],
  ] as const)('%s', async (_, stretches, silent) => {
    const location = await aLocation(app, owner, {
      time_zone: 'Europe/Amsterdam',
      areas: [{ name: 'Cows', area_type_id: DAIRY, animal_places: 120, ammonia_factor: 13 }],
    })
    const device = await aDevice(app, owner)
    await aPlacement(app, owner, device, location, { start: new Date(FROM - 10 * DAY_MS).toISOString() })
    const air = { co2: 1000, t: 10 }
    await insertReadings(app, [
      ...readings(device.id, { ...air, n2o: 2 }, [-10, 0]),
      ...stretches.flatMap(([from, until]) => readings(device.id, { ...air, n2o: 0.4 }, [from, until])),
    ])
    await save(location.area.id, { ...COWS, n2o_detection_limit: 0.1 })
    const query = { area_id: location.area.id, gas: 'n2o', ...MARCH, date_start: '2026-02-10' } as const
    const { problems, total } = await onlyArea(query)
    expect(problems).toEqual(['months_below_detection'])
    expect(total.valid_days).toBe(10)
    const log = await app.call(api.getEmissionLogbook, { query }, owner.token)
    expect(log.filter(({ kind }) => kind === 'silence').map(({ length }) => length)).toEqual(silent)
  })
})

describe('[specification] hours that are summed up', () => {
  // The last of the file: readings that tests put into the store past every door are not seen once their hours are summed up.
  test('are the same as their readings', async () => {
    const { area } = await aBarn(owner)
    await save(area, COWS)
    const before = await onlyArea({ area_id: area })
    await app.services.db.updateTable('summed_hours').set({ begins_at: '2020-01-01T00:00:00.000Z' }).execute()
    for (let run = 0; run < 40; run++) await sumHours(app.services)
    const { summed_until } = await app.services.db.selectFrom('summed_hours').selectAll().executeTakeFirstOrThrow()
    expect(Date.parse(summed_until ?? '')).toBeGreaterThan(FROM + 30 * DAY_MS)
    expect(await onlyArea({ area_id: area })).toEqual(before)
  })
})
