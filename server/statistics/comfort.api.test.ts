import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { segmentsOf } from '#shared/rules/time/period.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { sumHours } from '../series/summaries/summing.ts'
import { aDevice } from '../testing/a-device.ts'
import { aLocation } from '../testing/a-location.ts'
import { aPlacement } from '../testing/a-placement.ts'
import { aFirstUser, aUserWithRoles, giveRoles, type TestUser } from '../testing/a-user.ts'
import { everyFiveMinutes, insertReadings } from '../testing/insert-readings.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { measured } from './measure.ts'
import { NO_DAYS } from './queries.ts'

const BROILER = 25
const NOON = Date.parse('2026-03-31T11:00:00Z')
/** Midnight of Thursday, 26 March in Amsterdam; the clocks change on the 29th. */
const FIRST = Date.parse('2026-03-25T23:00:00Z')
const DAYS = { date_start: '2026-03-26', date_end: '2026-03-30' }
let app: TestApp
let farmer: TestUser
beforeAll(async () => {
  app = await startTestApp({ now: NOON })
  await aFirstUser(app)
  farmer = await aUserWithRoles(app, 'pro_analyst')
})
afterAll(() => app.close())

const every = everyFiveMinutes(FIRST)

const aBarn = async () => {
  const location = await aLocation(app, farmer, {
    time_zone: 'Europe/Amsterdam',
    areas: [{ name: 'Barn', area_type_id: BROILER }],
  })
  const device = await aDevice(app, farmer)
  const placement = await aPlacement(app, farmer, device, location, { start: '2026-01-01T00:00:00Z' })
  await insertReadings(app, [
    ...every(device.id, 't', [0, 5 * DAY_MS], index => 29 + 3 * Math.sin(index / 40)),
    ...every(device.id, 'h', [0, 5 * DAY_MS], index => 58 + 14 * Math.sin(index / 50)),
  ])
  return { location, device, placement, area: location.area.id }
}

/** Chicks that came on Friday: 30 °C and 64 % are wanted of the first day, 1 K and 2 % less of each next one. */
const chicksIn = (area: number) =>
  app.call(
    api.createRound,
    {
      params: { id: area },
      body: {
        ...{ date_in: '2026-03-27', animals: 100 },
        curve: {
          points: [
            { age: 0, temperature: 30, humidity: 64 },
            { age: 10, temperature: 20, humidity: 44 },
          ],
        },
      },
    },
    farmer.token,
  )

type Calculation = 'PEAK' | 'MEAN' | 'BOXPLOT'
const statistics = async (areas: readonly number[], calculation: Calculation) => {
  const query = { ...DAYS, interval: 'selection', area_ids: areas.join(), measurements: 't,h', calculation } as const
  return (await app.call(api.getStatistics, { query }, farmer.token)).areas.map(({ measurements }) => measurements)
}

describe('comfort in the data dashboard', () => {
  test('is through the days what the charts of the device have, and its mean over what was measured', async () => {
    const { area, device } = await aBarn()
    await chicksIn(area)
    const [means] = await statistics([area], 'MEAN')
    const query = { device_id: device.id, interval: 'selection', ...DAYS } as const
    const { comfort = [] } = await app.call(api.getSeries, { query }, farmer.token)
    expect(comfort).toHaveLength(10)
    for (const key of ['t', 'h'])
      expect(means?.[key]?.steps?.comfort).toEqual(comfort.filter(({ measurement }) => measurement === key))
    const [boxes] = await statistics([area], 'BOXPLOT')
    // 23 °C of the kind of animals through Thursday, then 31.5 °C and a kelvin less each day; one day has 23 hours.
    const high = (24 * (23 + 31.5 + 30.5 + 28.5) + 23 * 29.5) / 119
    expect(boxes?.t?.comfort?.high_value).toBeCloseTo(high, 9)
    expect(means?.t?.comfort).toEqual(boxes?.t?.comfort)
  })

  test('does not tell the age of the animals to whom the measurements alone were shared with', async () => {
    const { area, location, placement } = await aBarn()
    await chicksIn(area)
    const leader = await aUserWithRoles(app, 'researcher')
    await giveRoles(app, leader.id, ['researcher', 'pro_analyst'])
    const project = { name: 'Spring air', start: '2026-03-01T00:00:00Z', end: null, target_measurements: ['t'] }
    const params = { id: (await app.call(api.createResearch, { body: project }, leader.token)).id }
    await app.call(api.askForConsent, { params, body: { email: farmer.email } }, leader.token)
    const yes = { location_id: location.id, answer: 'yes' as const, from: '2026-03-01T00:00:00Z', measurements: ['t'] }
    await app.call(api.createConsent, { params, body: yes }, farmer.token)
    const query = {
      calculation: 'MEAN',
      measurements: 't',
      date_start: '2026-03-26',
      date_until: '2026-03-30',
    } as const
    const { areas } = await app.call(api.getResearchStatistics, { params, query }, leader.token)
    expect(areas).toMatchObject([{ location_research_id: placement.id }])
    expect(areas[0]?.measurements.t?.steps?.mean.some(mean => mean !== null)).toBe(true)
    expect(JSON.stringify(areas)).not.toContain('comfort')
  })

  // Readings put past every door after hours were summed up are not seen.
  test('is compared with each value by its day, as in the ledger of exposure, area by area', async () => {
    const [young, old] = [await aBarn(), await aBarn()]
    await chicksIn(young.area)
    const agree = async () => {
      const peaks = await statistics([young.area, old.area], 'PEAK')
      for (const [index, { area }] of [young, old].entries()) {
        const query = { area_id: area, by: 'week', ...DAYS } as const
        const { areas } = await app.call(api.getExposure, { query }, farmer.token)
        const parts = areas.flatMap(one => one.parts)
        for (const key of ['t', 'h'] as const) {
          const beyond = parts
            .flatMap(({ measures }) => measures)
            .filter(({ measure }) => measure === key)
            .reduce((sum, { below, above }) => sum + below + above, 0)
          const peak = peaks[index]?.[key]?.peak
          expect((1 - (peak?.in_comfort ?? 0)) * 119).toBeCloseTo(beyond, 6)
          expect(peak?.high).toBeCloseTo(peaks[index]?.[key]?.comfort?.high_value ?? peak?.high ?? 0, 9)
        }
      }
      return peaks
    }
    const [ofYoung, ofOld] = await agree()
    expect(ofOld?.t).not.toHaveProperty('comfort')
    expect(ofOld?.t?.peak?.in_comfort).toBe(0)
    expect(ofYoung?.t?.peak?.in_comfort).toBeGreaterThan(0.2)
    await sumHours(app.services)
    await agree()
  })

  /** Statistics of a barn with chicks of which no reading is left, and how often its round was asked which days it runs. */
  const ofDays = async (count: number, keys: readonly string[], calculation: Calculation) => {
    let asked = 0
    const round = {
      ...{ date_out: null, age_in: 0, curve: null },
      bands: [{ measure: 't' as const, points: [{ age: 0, low: 31, high: 34 }] }],
      get date_in() {
        asked++
        return '1990-01-01'
      },
    }
    const zone = {
      areas: [
        {
          ...{ area_id: 1, area_name: 'Barn', area_type_id: BROILER, location_id: 1, location_name: 'Farm' },
          ...{ time_zone: 'UTC', location_research_ids: [], device_ids: [], sources: [], outdoors: [] },
        },
      ],
      ...{ corrections: [], without: [], segments: segmentsOf(FIRST, FIRST + DAY_MS, 'UTC') },
      ...{ summed: null, hour: undefined, withoutEmpty: false, minCoverage: null },
      rounds: new Map([[1, [round]]]),
    }
    const days = Array.from({ length: count }, (_, day) => ({
      ...{ from: FIRST + day * DAY_MS, until: FIRST + (day + 1) * DAY_MS, number: day },
      ...{ bins: 288, expected: 288, isValid: true, excludedBy: null },
    }))
    const query = { calculation, step: 'period' as const }
    const counted = new Map(
      keys.map(key => [key, [{ sources: [], days, regular: new Map([[1, 12]]), table: NO_DAYS, rows: [] }]]),
    )
    const found = await measured({ series: app.services.series, zone, query, range: null }, counted)
    return { asked, comfort: found.get('t')?.[0]?.comfort }
  }

  test('looks at each day once, and only for measurements that a round speaks of', async () => {
    expect((await ofDays(50, ['co2', 'nh3'], 'PEAK')).asked).toBe(0)
    for (const calculation of ['PEAK', 'MEAN', 'BOXPLOT'] as const) {
      const { asked, comfort } = await ofDays(50, ['co2', 't'], calculation)
      expect(comfort).toMatchObject({ low_value: 31, high_value: 34 })
      // The round is asked twice of a day: whether it runs, and for the age.
      expect([calculation, asked]).toEqual([calculation, 100])
    }
  })

  test('refuses more days by age than one question to the engine can name', async () => {
    await expect(ofDays(100_001, ['t'], 'PEAK')).rejects.toMatchObject({ code: 'too_much_data' })
  })
})
