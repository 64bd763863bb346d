import { afterEach, describe, expect, it } from 'vitest'
import type { CallInput } from '#shared/contract/endpoint.ts'
import { api } from '#shared/contract/index.ts'
import { DAY_MS, HOUR_MS } from '#shared/rules/time/units.ts'
import { insertReadings, type ReadingRow } from '../../server/testing/insert-readings.ts'
import { broilerHouseRows, isMissing, linesOf, type Row, utc } from './data-files.ts'
import { aPlaceWithADevice, type Place } from './send-and-ask.ts'

const BROILER = 25
/** The file states 8000 birds in this house; nobody knows its air flow or its CO2, so these tests state them. */
const [BIRDS, FLOW, CO2] = [8000, 6000, 2500]
/** Whole days of the file, which begins on the 5th. */
const DAYS = ['06', '07', '08', '09', '10', '11', '12', '13', '14'].map(day => `2023-01-${day}`)

type Settings = CallInput<typeof api.saveEmissionSettings>['body']

let place: Place | undefined
afterEach(() => place?.close())

/** kg of a bird on a date: the file has the weight of each day in grams. */
const masses = (): Map<string, number> =>
  new Map(
    linesOf('no_licence/broiler_house_nh3_2023_days01-10.csv.gz')
      .slice(1)
      .map(line => line.split(','))
      .map(cells => [cells[0]?.slice(0, 10) ?? '', Number(cells[7]) / 1000]),
  )

const emissionOf = async (rows: Row[], settings: Settings) => {
  place = await aPlaceWithADevice('UTC', '2023-01-20T12:00:00Z')
  const { services, device, owner, location } = place
  await services.db.updateTable('areas').set({ area_type_id: BROILER, animal_places: BIRDS }).execute()
  await insertReadings(
    place,
    rows.flatMap(({ at, values }) =>
      Object.entries(values).map(([key, value]): ReadingRow => [device.id, key, at, value]),
    ),
  )
  const id = location.area.id
  await place.call(api.saveEmissionSettings, { params: { id }, body: settings }, owner.token)
  const query = { area_id: id, gas: 'nh3', date_start: '2023-01-06', date_end: '2023-01-14', interval: 'week' } as const
  const { areas } = await place.call(api.getEmissions, { query }, owner.token)
  const [area] = areas
  if (!area) throw new Error('a house has an emission')
  return area
}

/** Means of the hours of a date, each of them of its readings of five minutes. */
const hoursOf = (rows: readonly Row[], date: string, key: string): number[] => {
  const from = utc(`${date} 00:00:00`)
  const sums = Array.from({ length: DAY_MS / HOUR_MS }, () => ({ sum: 0, count: 0 }))
  for (const { at, values } of rows) {
    const hour = sums[Math.floor((at - from) / HOUR_MS)]
    const value = values[key]
    if (at < from || !hour || value === undefined) continue
    hour.sum += value
    hour.count += 1
  }
  return sums.map(({ sum, count }) => sum / count)
}

/** kg NH3 of a date by science §1.1, step by step, with the air flow (m³/h) of an hour at a temperature. */
const kgByScript = (rows: readonly Row[], date: string, flowAt: (celsius: number) => number): number => {
  const [temperatures, ppm] = [hoursOf(rows, date, 't'), hoursOf(rows, date, 'nh3')]
  return temperatures.reduce((kg, celsius, hour) => {
    const milligrams = ((ppm[hour] ?? 0) * 101_325 * 17.03052) / (8.314462618 * (celsius + 273.15)) / 1000
    return kg + (flowAt(celsius) * milligrams) / 1_000_000
  }, 0)
}

const expectEqual = (found: number | null, wanted: number) => expect((found ?? 0) / wanted).toBeCloseTo(1, 4)

describe.skipIf(isMissing)('[science §1] the emission of a real broiler house is what a plain script says', () => {
  it('by an air flow that was typed', async () => {
    const rows = broilerHouseRows()
    const area = await emissionOf(rows, {
      animals: [{ valid_from: '2023-01-01', animals: BIRDS }],
      ventilation: { method: 'typed', typed: [{ valid_from: '2023-01-01', m3_per_hour: FLOW }] },
    })
    const days = DAYS.map(date => kgByScript(rows, date, () => FLOW))
    const kg = days.reduce((sum, one) => sum + one, 0)
    expect(area.total).toMatchObject({ valid_days: DAYS.length, days: DAYS.length, filled: 0 })
    expectEqual(area.total.kg, kg)
    expectEqual(area.total.kg_per_place_year, (kg / DAYS.length / BIRDS) * 365)
    const [firstDays, week] = [days.slice(0, 3), days.slice(3)].map(of => of.reduce((sum, one) => sum + one, 0))
    expect(area.periods.map(({ from }) => from)).toEqual(['2023-01-06', '2023-01-09'])
    expectEqual(area.periods[0]?.kg ?? null, firstDays ?? 0)
    expectEqual(area.periods[1]?.kg ?? null, week ?? 0)
  })

  it('by the balance of CO2, with the weight that the file has of each day', async () => {
    const rows = broilerHouseRows().map(row => ({ ...row, values: { ...row.values, co2: CO2 } }))
    const massOn = masses()
    const area = await emissionOf(rows, {
      animals: DAYS.map(date => ({ valid_from: date, animals: BIRDS, mass: massOn.get(date) ?? 0 })),
    })
    const kg = DAYS.reduce((sum, date) => {
      const mass = massOn.get(date) ?? 0
      // 0.170 m³ CO2 per hour and 1000 W below half a kilogram (PED08), and 420 ppm outdoors, as nobody measured there.
      const flowAt = (celsius: number) => {
        const watt = 10.62 * mass ** 0.75 * ((1000 + 20 * (20 - celsius)) / 1000)
        return (((0.17 * watt) / 1000) * BIRDS * 1_000_000) / (CO2 - 420)
      }
      return sum + kgByScript(rows, date, flowAt)
    }, 0)
    expect(Math.max(...massOn.values())).toBeLessThan(0.5)
    expect(area.total.valid_days).toBe(DAYS.length)
    expectEqual(area.total.kg, kg)
  })
})
