import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CallInput } from '#shared/contract/endpoint.ts'
import { api } from '#shared/contract/index.ts'
import { meanOf } from '#shared/rules/science/mean.ts'
import { DAY_MS, HOUR_MS } from '#shared/rules/time/units.ts'
import { sumHours } from '../series/summaries/summing.ts'
import { aDevice } from '../testing/a-device.ts'
import { aFault } from '../testing/a-fault.ts'
import { aLocation, BROILER } from '../testing/a-location.ts'
import { aPlacement } from '../testing/a-placement.ts'
import { aUser, aUserWithRoles, type TestUser } from '../testing/a-user.ts'
import { everyFiveMinutes, insertReadings, type ReadingRow } from '../testing/insert-readings.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { stationOf } from '../weather/stations.ts'

type Query = CallInput<typeof api.getStatistics>['query']

const NOON = Date.parse('2026-03-20T12:00:00Z')
const FROM = Date.parse('2026-03-09T23:00:00Z')
const WEEK = { interval: 'selection', date_start: '2026-03-10', date_end: '2026-03-16' } as const
let app: TestApp
let user: TestUser
beforeAll(async () => {
  app = await startTestApp({ now: NOON })
  user = await analyst()
})
afterAll(() => app.close())

const analyst = (): Promise<TestUser> => aUserWithRoles(app, 'pro_analyst')

const selection = (query: Query, of: TestUser = user) =>
  app.call(api.getStatistics, { query: { ...WEEK, ...query } }, of.token)

const every = everyFiveMinutes(FROM)

const aBarn = async (owner: TestUser = user, count = 1) => {
  const location = await aLocation(app, owner, { time_zone: 'Europe/Amsterdam' })
  const devices = []
  for (let n = 0; n < count; n++) {
    const device = await aDevice(app, owner, { plan: 'pro' })
    await aPlacement(app, owner, device, location)
    devices.push(device)
  }
  const [first] = devices
  if (!first) throw new Error('a barn has a device')
  return { location, devices, device: first, area_ids: String(location.area.id) }
}

const only = async (query: Query, key = 't') => {
  const answer = await selection(query)
  expect(answer.areas).toHaveLength(1)
  const found = answer.areas[0]?.measurements[key]
  if (!found) throw new Error(`${key} is not answered`)
  return found
}

/** Times the series store is asked while `work` runs. */
const statementsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const { series } = app.services
  const { query, exec } = series
  let times = 0
  series.query = wanted => {
    times++
    return query.call(series, wanted)
  }
  // Answers of many numbers are read as the engine packs them.
  series.exec = wanted => {
    times++
    return exec.call(series, wanted)
  }
  try {
    await work()
  } finally {
    Object.assign(series, { query, exec })
  }
  return times
}

describe('statistics of one selection that are asked for at once', () => {
  /** Keeps the first question about values until none of those who ask has more to look up: a slow connection lets some come late. */
  const holdFirstQuery = async () => {
    const { series, db } = app.services
    const { query, exec } = series
    const executor = db.getExecutor()
    const provide = executor.provideConnection.bind(executor)
    let lookedUp = 0
    executor.provideConnection = consumer => {
      lookedUp++
      return provide(consumer)
    }
    const quiet = async () => {
      for (let before = -1; lookedUp === 0 || before !== lookedUp; ) {
        before = lookedUp
        await new Promise(done => setTimeout(done, 500))
      }
      executor.provideConnection = provide
    }
    const allHaveAsked = quiet()
    series.query = async wanted => {
      await allHaveAsked
      return query.call(series, wanted)
    }
    series.exec = async wanted => {
      await allHaveAsked
      return exec.call(series, wanted)
    }
    await allHaveAsked
  }
  const CALCULATIONS = ['COUNT', 'BOXPLOT', 'WEEKMAP', 'MEAN', 'PEAK'] as const

  test('look once at which days count, and answer as if each were asked for alone', async () => {
    const one = await analyst()
    const { device, area_ids } = await aBarn(one)
    await insertReadings(
      app,
      every(device.id, 't', [0, 2 * DAY_MS], index => 20 + (index % 7)),
    )
    const ofOne = (calculation: (typeof CALCULATIONS)[number]) =>
      selection({ calculation, measurements: 't', area_ids, min_coverage: 0.75 }, one)
    const alone: unknown[] = []
    const counting = await statementsOf(() => ofOne('COUNT'))
    const oneByOne = await statementsOf(async () => {
      for (const calculation of CALCULATIONS) alone.push(await ofOne(calculation))
    })
    let together: unknown[] = []
    const atOnce = await statementsOf(async () => {
      const held = holdFirstQuery()
      together = await Promise.all(CALCULATIONS.map(ofOne))
      await held
    })
    expect(together).toEqual(alone)
    // Means of days are read with the days themselves, which the others need no values of.
    expect(atOnce).toBe(oneByOne - (CALCULATIONS.length - 2) * counting)
  })

  test('read several measurements by one statement, each with its own days, bounds and devices', async () => {
    const one = await analyst()
    const { devices, area_ids } = await aBarn(one, 2)
    const [first, second] = devices.map(({ id }) => id)
    if (!first || !second) throw new Error('a barn of two devices has two')
    await insertReadings(app, [
      ...every(first, 't', [0, 3 * DAY_MS], index => 20 + (index % 7)),
      ...every(second, 't', [0, 2 * DAY_MS], index => 23 + (index % 5)),
      ...every(first, 'h', [0, 3 * DAY_MS], index => 60 + (index % 40)),
      // A day of little data is left out of this measurement alone.
      ...every(first, 'nh3', [0, DAY_MS + 3 * HOUR_MS], index => index % 45),
      ...every(second, 'nh3', [2 * DAY_MS, 3 * DAY_MS], index => index % 30),
      ...every(second, 'rv_perc', [0, DAY_MS], index => 40 + (index % 11)),
      // A device that sends each quarter of an hour needs fewer bins.
      ...every(second, 'co2', [0, 3 * DAY_MS], index => 600 + index).filter((_, index) => index % 3 === 0),
      ...every(first, 'sound', [0, DAY_MS], index => 30 + (index % 20)),
    ])
    const at = (ms: number) => new Date(FROM + ms).toISOString()
    await aFault(app, { id: first }, { measurement: 'h', start: at(3 * HOUR_MS), end: at(9 * HOUR_MS) })
    const keys = ['t', 'h', 'nh3', 'rv_perc', 'co2', 'sound', 'dust_pm10']
    for (const [calculation, step] of [
      ['MEAN', 'hour'],
      ['MEAN', 'day'],
      ['PEAK', 'hour'],
    ] as const) {
      const ofKeys = async (measurements: string) => {
        const { areas } = await selection({ calculation, step, measurements, area_ids, min_coverage: 0.5 }, one)
        return areas[0]?.measurements ?? {}
      }
      const together = await ofKeys(keys.join())
      const alone = Object.assign({}, ...(await Promise.all(keys.map(ofKeys))))
      expect(Object.keys(together)).toEqual(keys.slice(0, -1))
      expect(together).toEqual(alone)
      const times = await statementsOf(() => ofKeys(keys.join()))
      const oneByOne = await statementsOf(async () => {
        for (const key of keys) await ofKeys(key)
      })
      expect(times).toBeLessThan(oneByOne)
    }
  })

  test('are not shared with somebody else who asks for the same', async () => {
    const one = await analyst()
    const { device } = await aBarn(one)
    await insertReadings(
      app,
      every(device.id, 't', [0, DAY_MS], () => 20),
    )
    const other = await analyst()
    const query = { calculation: 'COUNT', measurements: 't' } as const
    const [mine, theirs] = await Promise.all([selection(query, one), selection(query, other)])
    expect(mine.areas).toHaveLength(1)
    expect(theirs.areas).toEqual([])
  })
})

describe('[specification §6] statistics are for whoever may analyse', () => {
  test('others are refused, and learn nothing of places that are not theirs', async () => {
    const { location, area_ids } = await aBarn()
    const plain = await aUser(app)
    const query = { calculation: 'MEAN', measurements: 't' } as const
    await expect(selection(query, plain)).rejects.toMatchObject({ status: 403, code: 'not_allowed' })
    const other = await analyst()
    expect((await selection(query, other)).areas).toEqual([])
    await expect(selection({ ...query, area_ids }, other)).rejects.toMatchObject({ status: 404 })
    const [placement] = await app.call(api.listLocationResearch, { query: {} }, user.token)
    expect(placement?.location_id).toBe(location.id)
    const location_research_ids = String(placement?.id)
    await expect(selection({ ...query, location_research_ids }, other)).rejects.toMatchObject({ status: 404 })
    expect((await selection({ ...query, location_research_ids })).areas).toHaveLength(1)
  })

  test('refuses measurements and time zones nobody knows, weather that is not asked for, and dates the wrong way round', async () => {
    const bad = { status: 422, code: 'no_valid_input' }
    await expect(selection({ calculation: 'MEAN', measurements: 'nonsense' })).rejects.toMatchObject(bad)
    await expect(selection({ calculation: 'MEAN', measurements: 'weather_t' })).rejects.toMatchObject(bad)
    await expect(selection({ calculation: 'CORRELATION', measurements: 't' })).rejects.toMatchObject(bad)
    const wrongWay = { date_start: '2026-03-16', date_end: '2026-03-10' }
    await expect(selection({ calculation: 'MEAN', measurements: 't', ...wrongWay })).rejects.toMatchObject(bad)
    const nowhere = { timezone: 'Europe/Amsterdm' }
    await expect(selection({ calculation: 'MEAN', measurements: 't', ...nowhere })).rejects.toMatchObject(bad)
  })

  test('a period in which nothing was placed is told', async () => {
    const { area_ids } = await aBarn()
    const long_ago = { date_start: '2010-01-01', date_end: '2010-01-31' }
    await expect(selection({ calculation: 'COUNT', measurements: 't', area_ids, ...long_ago })).rejects.toMatchObject({
      code: 'outside_subscription',
    })
  })
})

describe('[science §5] an area', () => {
  test('is the mean of its devices, each once, and a silent one is missing', async () => {
    const { devices, area_ids } = await aBarn(user, 2)
    const [one, two] = devices.map(({ id }) => id)
    if (one === undefined || two === undefined) throw new Error('two devices')
    await insertReadings(app, [
      ...every(one, 't', [0, 2 * DAY_MS], () => 10),
      ...every(one, 't', [0, 2 * DAY_MS], () => 10).map(
        ([id, key, at, value]): ReadingRow => [id, key, at + 60_000, value],
      ),
      ...every(two, 't', [0, DAY_MS], () => 20),
    ])
    const { steps, coverage, bins } = await only({ calculation: 'MEAN', measurements: 't', area_ids })
    expect(steps?.mean.slice(0, 3)).toEqual([15, 10, null])
    expect(steps?.coverage.slice(0, 3)).toEqual([1, 0.5, 0])
    expect(steps?.valid.slice(0, 3)).toEqual([true, true, false])
    expect(bins).toBe(3 * 288)
    expect(coverage).toBeCloseTo((3 * 288) / (14 * 288), 4)
    const { box } = await only({ calculation: 'BOXPLOT', measurements: 't', area_ids })
    expect(box).toMatchObject({ n: 2 * 288, min: 10, max: 15, median: 12.5 })
  })

  test('leaves out days with little data, and days on which the barn was empty', async () => {
    const { device, area_ids } = await aBarn()
    await insertReadings(app, [
      ...every(device.id, 't', [0, DAY_MS], () => 10),
      ...every(device.id, 't', [DAY_MS, DAY_MS + 6 * HOUR_MS], () => 50),
      ...every(device.id, 't', [2 * DAY_MS, 3 * DAY_MS], () => 30),
      ...every(device.id, 'co2', [0, DAY_MS], () => 1200),
      ...every(device.id, 'co2', [2 * DAY_MS, 3 * DAY_MS], () => 440),
    ])
    const query = { calculation: 'PEAK', measurements: 't', area_ids } as const
    expect((await only(query)).peak).toMatchObject({ max: 50, n: 2 * 288 + 72 })
    expect((await only({ ...query, min_value: 20, max_value: 40 })).peak).toMatchObject({ max: 30, n: 288 })
    const dense = await only({ ...query, min_coverage: 0.75 })
    expect([dense.peak?.max, dense.days, dense.low_coverage_days]).toEqual([30, 2, 5])
    const full = await only({ ...query, min_coverage: 0.75, without_empty: '1' })
    expect([full.peak?.max, full.days, full.low_coverage_days, full.empty_days]).toEqual([10, 1, 5, 1])
    // CO2 tells the days of its own values, too, and of all that is read with it.
    const co2 = await only({ ...query, measurements: 'co2', without_empty: '1' }, 'co2')
    expect([co2.peak?.max, co2.days, co2.empty_days]).toEqual([1200, 1, 1])
    const { completeness } = await only({ ...query, calculation: 'COUNT', min_coverage: 0.75 })
    expect(completeness?.left_out).toEqual([false, true, false, true, true, true, true])
    expect(completeness?.bins).toEqual([288, 72, 288, 0, 0, 0, 0])
  })

  test('a device that sends every quarter of an hour is complete with four bins an hour', async () => {
    const { device, area_ids } = await aBarn()
    const seldom = every(device.id, 't', [0, 7 * DAY_MS], index => index).filter((_, index) => index % 3 === 0)
    await insertReadings(app, seldom)
    const { coverage, valid_days } = await only({ calculation: 'COUNT', measurements: 't', area_ids })
    expect([coverage, valid_days]).toEqual([1, 7])
    const { weekmap } = await only({ calculation: 'WEEKMAP', measurements: 't', area_ids })
    expect(weekmap?.n.every(n => n === 1)).toBe(true)
  })

  test('sound by its energy, without doubtful readings, calibrated, of months and whole placements', async () => {
    const { device, area_ids } = await aBarn()
    await insertReadings(app, [
      ...every(device.id, 'sound', [0, HOUR_MS], index => (index % 2 ? 70 : 60)),
      ...every(device.id, 't', [0, 2 * HOUR_MS], index => (index < 12 ? 10 : 99)),
    ])
    const at = (ms: number) => new Date(FROM + ms).toISOString()
    await aFault(app, device, { start: at(HOUR_MS), end: at(2 * HOUR_MS - 1) })
    const { steps } = await only({ calculation: 'MEAN', measurements: 'sound', area_ids }, 'sound')
    expect(steps?.mean[0]).toBeCloseTo(meanOf('energetic', [60, 70]) ?? 0, 9)
    const query = { calculation: 'PEAK', measurements: 't', area_ids } as const
    expect((await only(query)).peak).toMatchObject({ max: 10, mean: 10 })
    expect((await only({ ...query, interval: 'lr' })).peak).toMatchObject({ max: 10 })
    expect((await only({ ...query, months: '3' })).peak).toMatchObject({ max: 10 })
    await expect(only({ ...query, months: '4' })).rejects.toMatchObject({ code: 'outside_subscription' })
    expect((await only({ ...query, year_months: '2026-03' })).peak).toMatchObject({ max: 10 })
  })

  test('with the weather of its place, of two barns at one farm', async () => {
    const { location, device, area_ids } = await aBarn()
    const hours = Array.from({ length: 168 }, (_, n): ReadingRow => {
      const day = Math.sin(n / 4) * 8
      return [stationOf(location.id), 'weather_t', FROM + n * HOUR_MS, 5 + day]
    })
    await insertReadings(app, [
      ...hours,
      ...every(device.id, 't', [0, 7 * DAY_MS], index => 18 - Math.sin((Math.floor(index / 12) - 1) / 4) * 4),
    ])
    const query = { calculation: 'CORRELATION', measurements: 't', cause: 'weather_t', area_ids, weather: '1' } as const
    const { correlation } = await only(query)
    expect(correlation).toMatchObject({ lag_minutes: 60, step_minutes: 60, lags: 3, n: 167 })
    expect(correlation?.r).toBeCloseTo(-1, 6)
    expect(correlation?.time).toHaveLength(7)
    const weather = await only(
      { calculation: 'WEEKMAP', measurements: 'weather_t', area_ids, weather: '1' },
      'weather_t',
    )
    expect(weather.weekmap?.n).toEqual(new Array(168).fill(1))
    expect(weather.coverage).toBe(1)
  })

  test('with the weather that several barns of a farm share, as each alone, and by as many statements', async () => {
    const areas = ['Barn 1', 'Barn 2', 'Barn 3'].map(name => ({ name, area_type_id: BROILER }))
    const location = await aLocation(app, user, { time_zone: 'Europe/Amsterdam', areas })
    const values: ReadingRow[] = Array.from({ length: 168 }, (_, n) => [
      stationOf(location.id),
      'weather_t',
      FROM + n * HOUR_MS,
      5 + Math.sin(n / 4) * 8,
    ])
    for (const [n, area] of location.areas.entries()) {
      const device = await aDevice(app, user, { plan: 'pro' })
      // The last barn is measured from the third day on.
      const start = n === 2 ? new Date(FROM + 2 * DAY_MS).toISOString() : undefined
      await aPlacement(app, user, device, { id: location.id, area }, { ...(start ? { start } : {}) })
      const wave = (index: number) => 18 - Math.sin(Math.floor(index / 12) / 4 - n) * (4 - n) + (index % 5) * n
      values.push(...every(device.id, 't', [0, 7 * DAY_MS], wave))
    }
    await insertReadings(app, values)
    const ids = location.areas.map(({ id }) => String(id))
    const correlated = (area_ids: string) =>
      selection({ calculation: 'CORRELATION', measurements: 't', cause: 'weather_t', area_ids, weather: '1' })
    const alone: Awaited<ReturnType<typeof correlated>>['areas'] = []
    let statements = 0
    for (const id of ids) statements = await statementsOf(async () => alone.push(...(await correlated(id)).areas))
    let together: unknown
    const asked = await statementsOf(async () => {
      together = (await correlated(ids.join())).areas
    })
    // Sums of the same values in another order end in other digits.
    const rounded = (of: unknown) =>
      JSON.parse(JSON.stringify(of, (_, one) => (typeof one === 'number' ? Number(one.toPrecision(11)) : one)))
    expect(rounded(together)).toEqual(rounded(alone))
    expect(alone.map(({ measurements }) => measurements.t?.correlation?.n)).toEqual([
      expect.closeTo(167, -1),
      expect.closeTo(166, -1),
      expect.closeTo(118, -1),
    ])
    // The weather of the barn that came later is read for itself, and its means, too.
    expect(asked).toBe(statements + 1)
  })

  test('weekday-hour maps of several are one together, and hours that were summed up say the same', async () => {
    const owner = await analyst()
    const [one, two] = [await aBarn(owner), await aBarn(owner)]
    await insertReadings(app, [
      ...every(one.device.id, 'h', [0, 7 * DAY_MS], index => 40 + (index % 31)),
      ...every(two.device.id, 'h', [0, 7 * DAY_MS], index => 60 + (index % 17)),
      ...every(one.device.id, 't', [0, 7 * DAY_MS], index => 18 + (index % 11)),
      ...every(two.device.id, 't', [0, 7 * DAY_MS], index => 20 + (index % 13)),
    ])
    const several = { calculation: 'PEAK', measurements: 'h,t' } as const
    const peaks = await selection(several, owner)
    const query = { calculation: 'WEEKMAP', measurements: 'h' } as const
    const before = await selection(query, owner)
    const [first, second] = before.areas.map(area => area.measurements.h?.weekmap)
    const { together } = before
    expect(together?.h?.n.every(n => n === 2)).toBe(true)
    together?.h?.mean.forEach((mean, cell) => {
      expect(mean).toBeCloseTo(((first?.mean[cell] ?? 0) + (second?.mean[cell] ?? 0)) / 2, 9)
    })
    // Hours are looked at first, and summed up once nobody can be writing into them.
    await sumHours(app.services)
    app.clock.set(NOON + 3 * HOUR_MS)
    await sumHours(app.services)
    app.clock.set(NOON)
    expect(await selection(several, owner)).toEqual(peaks)
    const after = await selection(query, owner)
    for (const [index, area] of before.areas.entries())
      area.measurements.h?.weekmap?.mean.forEach((mean, cell) => {
        expect(after.areas[index]?.measurements.h?.weekmap?.mean[cell]).toBeCloseTo(mean ?? Number.NaN, 9)
      })
  })
})
