import { afterEach, describe, expect, it } from 'vitest'
import { thiCattle } from '#shared/rules/science/humidity.ts'
import { DAY_MS, HOUR_MS } from '#shared/rules/time/units.ts'
import { findFaults } from '../../server/data-quality/find-faults.ts'
import { findInsights } from '../../server/insights/find.ts'
import { insightsOf, type KeptInsight } from '../../server/insights/insight-store.ts'
import { insertReadings, type ReadingRow } from '../../server/testing/insert-readings.ts'
import { isMissing, linesOf, utc } from './data-files.ts'
import { aPlaceWithADevice, type Place } from './send-and-ask.ts'

const DAIRY_COWS = 29
type Reading = [at: number, values: Record<string, number>]

let place: Place | undefined
afterEach(() => place?.close())

/** Findings about a place with these readings, once its last day is over; the oldest first. */
const saidOf = async (
  zone: string,
  readings: Reading[],
  { areaTypeId, weather = [] }: { areaTypeId: number; weather?: Reading[] },
): Promise<KeptInsight[]> => {
  const [from, until] = [readings[0]?.[0] ?? 0, readings.at(-1)?.[0] ?? 0]
  place = await aPlaceWithADevice(zone, new Date(from).toISOString())
  const { services, device } = place
  await services.db.updateTable('areas').set({ area_type_id: areaTypeId }).execute()
  await services.db
    .updateTable('location_research')
    .set({ start: new Date(from).toISOString() })
    .execute()
  await services.db.updateTable('devices').set({ plan: 'pro' }).execute()
  const location = await services.db.selectFrom('locations').select('id').executeTakeFirstOrThrow()
  const rowsOf = (id: number, given: Reading[]) =>
    given.flatMap(([at, values]) => Object.entries(values).map(([key, value]): ReadingRow => [id, key, at, value]))
  for (const [id, given] of [
    [device.id, readings],
    [2 ** 31 + location.id, weather],
  ] as const)
    if (given.length > 0) await insertReadings(place, rowsOf(id, given))
  await findFaults({ ...services, now: () => until }, [device.id], from, until + 1)
  for (let now = from + DAY_MS; now < until + 8 * DAY_MS; now += 6 * DAY_MS) {
    place.clock.set(now)
    await findInsights(services)
  }
  const [since, to] = [new Date(from - DAY_MS).toISOString(), new Date(until).toISOString()]
  // The device is silent after the last of them, and that is said too.
  const last = to.slice(0, 10)
  return (await insightsOf(services.db, null, { from: since, until: to, limit: null }))
    .filter(({ day }) => day < last)
    .reverse()
}

const daysOf = (found: KeptInsight[], insight: KeptInsight['insight']) =>
  found.filter(one => one.insight === insight).map(one => one.day)

describe.skipIf(isMissing)('[science §6] what smart insights say of real places is so', () => {
  it('a broiler house in Jakarta', async () => {
    const readings = linesOf('no_licence/broiler_house_nh3_2023_days01-10.csv.gz')
      .slice(1)
      .map(line => line.split(','))
      .map(
        (cells): Reading => [utc(cells[0] ?? ''), { t: Number(cells[2]), h: Number(cells[3]), nh3: Number(cells[4]) }],
      )
    const found = await saidOf('Asia/Jakarta', readings, { areaTypeId: 25 })
    // Every reading from the 10th on is the one before; ammonia was never over 16 ppm.
    expect(daysOf(found, 'sensor_trouble')).toEqual(expect.arrayContaining(['2023-01-11', '2023-01-12', '2023-01-13']))
    expect(new Set(found.map(({ insight }) => insight))).toEqual(new Set(['sensor_trouble']))
  })

  it('an office in Mons', async () => {
    const readings = ['uci_occupancy_datatraining.csv.gz', 'uci_occupancy_datatest.csv.gz']
      .flatMap(name => linesOf(name).slice(1))
      .map(line => line.split(','))
      .map(
        (cells): Reading => [
          utc((cells[1] ?? '').replaceAll('"', '')),
          { t: Number(cells[2]), h: Number(cells[3]), light: Number(cells[4]), co2: Number(cells[5]) },
        ],
      )
      .sort(([a], [b]) => a - b)
    const found = await saidOf('Europe/Brussels', readings, { areaTypeId: 39 })
    // The two files leave out the 4th from 10:43 to 17:51.
    expect(found.map(({ day, variant, numbers }) => [day, variant, numbers.minutes])).toEqual([
      ['2015-02-04', 'silent', 425],
    ])
  })

  it('a home near Lugano', async () => {
    const readings = linesOf('no_licence/uhoo_home_DM_1min.csv.gz')
      .map(line => line.split(','))
      .map(
        (cells): Reading => [utc(cells[0] ?? ''), { t: Number(cells[1]), h: Number(cells[2]), co2: Number(cells[5]) }],
      )
    // Its worst night had 22 minutes over 1500 ppm.
    expect(await saidOf('Europe/Rome', readings, { areaTypeId: 39 })).toEqual([])
  })

  it('the weather of De Bilt in 2000, as a barn that is open on all sides', async () => {
    const readings = linesOf('knmi_uurgeg_260_debilt_2000.txt.gz')
      .filter(line => /^\s+260,/.test(line))
      .map(line => line.split(',').map(cell => cell.trim()))
      .map((cells): Reading => {
        const date = cells[1] ?? ''
        const day = Date.UTC(Number(date.slice(0, 4)), Number(date.slice(4, 6)) - 1, Number(date.slice(6, 8)))
        return [day + Number(cells[2]) * HOUR_MS, { t: Number(cells[7]) / 10, h: Number(cells[17]) }]
      })
    const everyTen = readings.flatMap(([at, values], index) => {
      const next = readings[index + 1]?.[1] ?? values
      return [0, 1, 2, 3, 4, 5].map(
        (n): Reading => [
          at + n * 600_000,
          Object.fromEntries(
            Object.entries(values).map(([key, value]) => [key, value + (((next[key] ?? value) - value) * n) / 6]),
          ),
        ],
      )
    })
    const summer = everyTen.filter(([at]) => at > Date.UTC(2000, 4, 1) && at < Date.UTC(2000, 8, 1))
    const weather = readings.map(([at, { t = 0, h = 0 }]): Reading => [at, { weather_t: t, weather_h: h }])
    const found = await saidOf('Europe/Amsterdam', summer, { areaTypeId: DAIRY_COWS, weather })
    // Summer clocks there are two hours ahead.
    const dateOf = (at: number) => new Date(at + 2 * HOUR_MS).toISOString().slice(0, 10)
    const hours = new Map<string, number>()
    for (const [at, { t = 0, h = 0 }] of readings)
      if (thiCattle(t, h) >= 68) hours.set(dateOf(at), (hours.get(dateOf(at)) ?? 0) + 1)
    const within = ([day, count]: [string, number], fewest: number, most: number) =>
      day > '2000-05-01' && day < '2000-08-31' && count >= fewest && count <= most
    const stressed = daysOf(found, 'heat_stress')
    const surely = [...hours].filter(one => within(one, 8, 24)).map(([day]) => day)
    const surelyNot = [...hours].filter(one => within(one, 1, 4)).map(([day]) => day)
    expect(surely.length).toBeGreaterThan(15)
    expect(surely.filter(day => !stressed.includes(day))).toEqual([])
    expect(surelyNot.filter(day => stressed.includes(day))).toEqual([])
    // The weather alone swings there, and what is as wet outdoors is not dried by it.
    expect(found.filter(({ insight, variant }) => insight === 'wet_air' && variant === 'helps')).toEqual([])
    expect(found.filter(({ insight }) => insight === 'condensation')).toEqual([])
  })
})
