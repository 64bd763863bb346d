import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { broilerHouseRows, isMissing, type Row } from './data-files.ts'
import { aPlaceWithADevice, type Place, sendRows } from './send-and-ask.ts'

const HOUR = 3_600_000
/** Local midnight is 17:00 UTC. */
const ZONE = 'Asia/Jakarta'
const OFFSET = 7 * HOUR
const NOW = Date.parse('2023-02-01T00:00:00Z')

/** Stocking and air flow that the file does not tell: 8000 birds, 4 m³/h for each of them, and the air that comes in. */
const BIRDS = 8000
const MASS = 0.3
const FLOW = 4 * BIRDS
const OUTDOORS = 0.2
const ALTITUDE = 500
const FACTOR = 0.068

/** The same worked out by hand: means of bins, of hours with six bins of twelve, of days with 18 hours. */
const byHand = (rows: readonly Row[]) => {
  const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length
  const bins = Map.groupBy(rows, ({ at }) => Math.floor(at / 300_000))
  const hours = Map.groupBy(
    [...bins].map(([bin, of]) => ({
      hour: Math.floor((bin * 300_000) / HOUR),
      t: mean(of.map(({ values }) => values.t!)),
      nh3: mean(of.map(({ values }) => values.nh3!)),
    })),
    ({ hour }) => hour,
  )
  const pressure = 101_325 * (1 - 2.25577e-5 * ALTITUDE) ** 5.25588
  const days = Map.groupBy(
    [...hours].flatMap(([hour, of]) => {
      if (of.length < 6) return []
      const difference = mean(of.map(({ nh3 }) => nh3)) - OUTDOORS
      const kelvin = mean(of.map(({ t }) => t)) + 273.15
      const mg_m3 = (difference * pressure * 17.03052e-3) / (8.314462618 * kelvin)
      return [{ day: Math.floor((hour * HOUR + OFFSET) / (24 * HOUR)), grams: (FLOW * mg_m3) / 1000 }]
    }),
    ({ day }) => day,
  )
  const valid = [...days.values()].filter(of => of.length >= 18).map(of => mean(of.map(({ grams }) => grams)))
  return { days: valid.length, grams: mean(valid) }
}

describe.skipIf(isMissing)('the emission of a broiler house with a typed air flow', () => {
  let place: Place
  let rows: Row[]

  beforeAll(async () => {
    place = await aPlaceWithADevice(ZONE, new Date(NOW).toISOString())
    rows = broilerHouseRows()
    await sendRows(place, rows, row => new Date(row.at).toISOString())
    await place.call(
      api.saveEmissionSettings,
      {
        params: { id: place.location.area.id },
        body: {
          animal_places: BIRDS,
          factors: [{ valid_from: '2022-01-01', kg: FACTOR, source: 'stated' }],
          animals: [{ valid_from: '2022-01-01', animals: BIRDS, mass: MASS }],
          ventilation: { method: 'typed', typed: [{ valid_from: '2022-01-01', m3_per_hour: FLOW }] },
          pressure: { source: 'altitude', altitude: ALTITUDE },
          outdoors: { source: 'typed', values: { co2: 420, nh3: OUTDOORS } },
        },
      },
      place.owner.token,
    )
  })
  afterAll(() => place?.close())

  it('[science §1] is what a plain script makes of the same file', async () => {
    const query = { area_id: place.location.area.id, date_start: '2023-01-05', date_end: '2023-01-14' } as const
    const { areas, total } = await place.call(api.getEmissions, { query }, place.owner.token)
    const expected = byHand(rows)
    expect(expected.days).toBeGreaterThan(5)
    expect(total.valid_days).toBe(expected.days)
    // Ten days: those that are not valid are filled with the mean of the others.
    expect(total.kg).toBeCloseTo((expected.grams * 24 * 10) / 1000, 4)
    expect(total.kg_per_place_year).toBeCloseTo((expected.grams * 8.76) / BIRDS, 6)
    expect(total.grams_per_unit_hour).toBeCloseTo((expected.grams * 500) / (BIRDS * MASS), 4)
    expect(total.permitted_kg).toBeCloseTo((FACTOR * BIRDS * 10) / 365, 8)
    expect(areas[0]?.inputs?.flow).toBe(FLOW)
    expect(areas[0]?.problems).toEqual([])
  })
})
