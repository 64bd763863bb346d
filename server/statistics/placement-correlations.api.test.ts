import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CallInput } from '#shared/contract/endpoint.ts'
import { api } from '#shared/contract/index.ts'
import { DAY_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import { aDevice } from '../testing/a-device.ts'
import { aLocation } from '../testing/a-location.ts'
import { aPlacement } from '../testing/a-placement.ts'
import { aUser, aUserWithRoles, giveRoles, type TestUser } from '../testing/a-user.ts'
import { everyFiveMinutes, insertReadings, type ReadingRow } from '../testing/insert-readings.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'

const START = Date.parse('2026-03-01T00:00:00Z')
const timeOf = (day: number): string => new Date(START + day * DAY_MS).toISOString()
const FIVE_DAYS = { date_start: '2026-03-01', date_end: '2026-03-05', timezone: 'UTC' } as const

let app: TestApp
let user: TestUser
beforeAll(async () => {
  app = await startTestApp({ now: timeOf(20) })
  user = await analyst()
})
afterAll(() => app.close())

const analyst = (): Promise<TestUser> => aUserWithRoles(app, 'pro_analyst')

type Query = CallInput<typeof api.listCorrelations>['query']
const correlations = (query: Query, of: TestUser = user) => app.call(api.listCorrelations, { query }, of.token)

/** Changes without a pattern, the same in each run. */
const noise = (index: number, seed = 0): number => {
  const wave = Math.sin(index * 12.9898 + seed * 78.233) * 43758.5453
  return wave - Math.floor(wave)
}
/** A cause that drifts, so that neighbours resemble each other, and an effect that follows it some bins later. */
const cause = (index: number): number => 20 + 3 * Math.sin(index / 20) + 2 * noise(index)
const effect =
  (bins: number, slope = 2) =>
  (index: number): number =>
    50 + slope * cause(index - bins) + noise(index, 5)

/** Devices in one barn, each with a placement of its own. */
const aBarn = async (count = 1, owner: TestUser = user) => {
  const location = await aLocation(app, owner)
  const placed = []
  for (let n = 0; n < count; n++) {
    const device = await aDevice(app, owner)
    placed.push({ device: device.id, id: (await aPlacement(app, owner, device, location)).id })
  }
  return { location, placed, location_research_ids: placed.map(({ id }) => id).join() }
}
const firstOf = <One>([first]: readonly One[]): One => {
  if (first === undefined) throw new Error('nothing is there')
  return first
}

const every = everyFiveMinutes(START)
/** Two readings in each bin of five days, whose mean is the value. */
const twice = (device: number, key: string, value: (index: number) => number): ReadingRow[] =>
  every(device, key, [0, 5 * DAY_MS], value).flatMap(([id, of, at, mean]): ReadingRow[] => [
    [id, of, at, mean - 1],
    [id, of, at + 2 * MINUTE_MS, mean + 1],
  ])

const pearson = (pairs: readonly (readonly [number, number])[]): number => {
  const n = pairs.length
  const sum = (of: (x: number, y: number) => number) => pairs.reduce((total, [x, y]) => total + of(x, y), 0)
  const [x, y] = [sum(one => one), sum((_, one) => one)]
  const [xx, yy, xy] = [sum(one => one * one), sum((_, one) => one * one), sum((one, other) => one * other)]
  return (n * xy - x * y) / Math.sqrt((n * xx - x * x) * (n * yy - y * y))
}
/** The science page on arrays without gaps, as plainly as can be. */
const plainly = (xs: readonly number[], ys: readonly number[]) => {
  const pairsAt = (lag: number) => ys.slice(lag).map((y, index): [number, number] => [xs[index] ?? Number.NaN, y])
  const found = Array.from({ length: 25 }, (_, lag) => ({ lag, n: pairsAt(lag).length, r: pearson(pairsAt(lag)) }))
  const best = found.reduce((one, other) => (Math.abs(other.r) > Math.abs(one.r) ? other : one))
  const itself = (of: readonly number[]) =>
    pearson(of.slice(1).map((next, index): [number, number] => [of[index] ?? Number.NaN, next]))
  const together = itself(xs) * itself(ys)
  return { r: best.r, lag_minutes: best.lag * 5, n: best.n, n_effective: (best.n * (1 - together)) / (1 + together) }
}

describe('[decisions §12] correlations of placements', () => {
  test('are those of a plain computation, each placement of one area for itself', async () => {
    const { placed, location_research_ids } = await aBarn(2)
    const effects = [effect(3), effect(20, -1)]
    await insertReadings(
      app,
      placed.flatMap(({ device }, index) => [
        ...twice(device, 't', cause),
        ...twice(device, 'h', effects[index] ?? cause),
      ]),
    )
    const answer = await correlations({ location_research_ids, x: 't', y: 'h', ...FIVE_DAYS })
    expect(answer.map(one => [one.location_research_id, one.lag_minutes, one.note])).toEqual([
      [placed[0]?.id, 15, null],
      [placed[1]?.id, 100, null],
    ])
    const bins = Array.from({ length: 5 * 288 }, (_, index) => index)
    answer.forEach((one, index) => {
      const expected = plainly(bins.map(cause), bins.map(effects[index] ?? cause))
      expect([one.lag_minutes, one.n]).toEqual([expected.lag_minutes, expected.n])
      expect(one.r).toBeCloseTo(expected.r, 9)
      expect(one.n_effective).toBeCloseTo(expected.n_effective, 6)
      expect(one.n_effective).toBeLessThan(one.n / 2)
    })
    expect(Math.sign(answer[1]?.r ?? 0)).toBe(-1)
    const dashboard = await app.call(
      api.getStatistics,
      {
        query: {
          ...{ calculation: 'CORRELATION', measurements: 'h', cause: 't', interval: 'selection' },
          ...{ location_research_ids: String(placed[0]?.id), ...FIVE_DAYS },
        },
      },
      user.token,
    )
    const shown = dashboard.areas[0]?.measurements.h?.correlation
    expect(answer[0]).toMatchObject({ r: shown?.r, lag_minutes: shown?.lag_minutes, n_effective: shown?.effective })
  })

  test('say why they say nothing', async () => {
    const { placed, location_research_ids } = await aBarn(5)
    const [few, still, trend, half, silent] = placed.map(({ device }) => device)
    if (!few || !still || !trend || !half || !silent) throw new Error('five devices')
    const hours = (device: number, key: string, count: number, value: (index: number) => number) =>
      every(device, key, [0, count * 60 * MINUTE_MS], value)
    await insertReadings(app, [
      ...[...hours(few, 't', 5, cause), ...hours(few, 'h', 5, effect(0))],
      ...[...hours(still, 't', 24, cause), ...hours(still, 'h', 24, () => 50)],
      ...[...hours(trend, 't', 24, index => 20 + index / 20), ...hours(trend, 'h', 24, index => 50 + index / 10)],
      ...hours(half, 'h', 24, cause),
    ])
    const answer = await correlations({ location_research_ids, x: 't', y: 'h', ...FIVE_DAYS })
    const nothing = { r: null, lag_minutes: null, n_effective: null }
    expect(answer).toMatchObject([
      { ...nothing, n: 60, note: 'too_few' },
      { ...nothing, n: 288, note: 'constant' },
      { r: expect.any(Number), lag_minutes: expect.any(Number), note: 'not_significant' },
      { ...nothing, n: 0, note: 'too_few' },
      { ...nothing, n: 0, note: 'too_few' },
    ])
    expect(answer.map(one => one.location_research_id)).toEqual(placed.map(({ id }) => id))
  })

  test('are of the whole of each placement without dates, and of all that the caller sees without ids', async () => {
    const owner = await analyst()
    const { placed } = await aBarn(2, owner)
    const { device } = firstOf(placed)
    await insertReadings(app, [...twice(device, 't', cause), ...twice(device, 'h', effect(2))])
    const answer = await correlations({ x: 't', y: 'h' }, owner)
    expect(answer.map(({ lag_minutes, n }) => [lag_minutes, n])).toEqual([
      [10, 5 * 288 - 2],
      [null, 0],
    ])
    const weather = await correlations({ x: 'weather_t', y: 'h' }, owner)
    expect(weather.map(({ n, note }) => [n, note])).toEqual([
      [0, 'too_few'],
      [0, 'too_few'],
    ])
  })

  test('are for whoever may analyse and sees the placement', async () => {
    const { location_research_ids } = await aBarn()
    const asked = { location_research_ids, x: 't', y: 'h', ...FIVE_DAYS }
    await expect(correlations(asked, await aUser(app))).rejects.toMatchObject({ status: 403 })
    const stranger = await analyst()
    await expect(correlations(asked, stranger)).rejects.toMatchObject({ status: 404 })
    expect(await correlations({ x: 't', y: 'h', ...FIVE_DAYS }, stranger)).toEqual([])
  })

  test('read by consent no more than what was agreed to, on record, and nothing once it was taken back', async () => {
    const [owner, researcher] = [await aUser(app), await aUser(app)]
    await giveRoles(app, researcher.id, ['researcher', 'pro_analyst'])
    const { location, placed, location_research_ids } = await aBarn(1, owner)
    const { device } = firstOf(placed)
    await insertReadings(app, [...twice(device, 't', cause), ...twice(device, 'h', effect(3))])
    const body = { name: 'Air', start: timeOf(0), end: timeOf(4), target_measurements: ['t', 'h'] }
    const { id } = await app.call(api.createResearch, { body }, researcher.token)
    const params = { id }
    await app.call(api.askForConsent, { params, body: { email: owner.email } }, researcher.token)
    const say = (answer: 'yes' | 'no', from: number, measurements: string[]) =>
      app.call(
        api.createConsent,
        { params, body: { location_id: location.id, answer, from: timeOf(from), measurements } },
        owner.token,
      )
    const asked = { location_research_ids, x: 't', y: 'h', ...FIVE_DAYS }
    const refused = { status: 404 }
    await expect(correlations(asked, researcher)).rejects.toMatchObject(refused)

    await say('yes', 1, ['t', 'h'])
    await say('no', 1, ['t', 'h'])
    await expect(correlations(asked, researcher)).rejects.toMatchObject(refused)

    await say('yes', 1, ['h'])
    const one = firstOf(await correlations(asked, researcher))
    expect(one).toMatchObject({ r: null, n: 0, n_effective: null, note: 'too_few' })
    // The cause may be read a day later than its effect: the first effects have none.
    await say('yes', 2, ['t'])
    const both = firstOf(await correlations(asked, researcher))
    expect(both).toMatchObject({ lag_minutes: 15, n: 2 * 288 - 3, note: null })
    // A part that was opened before is on record already.
    const reads = await app.call(api.listConsentReads, { params, query: {} }, owner.token)
    const parts = reads.flatMap(({ measurements, from, until }) =>
      measurements.map(key => [key, from, until].join(' ')),
    )
    expect(new Set(parts)).toEqual(
      new Set([`h ${timeOf(1)} ${timeOf(4)}`, `h ${timeOf(2)} ${timeOf(4)}`, `t ${timeOf(2)} ${timeOf(4)}`]),
    )

    await giveRoles(app, researcher.id, [])
    await expect(correlations(asked, researcher)).rejects.toMatchObject({ status: 403 })
  })

  test.each([
    ['a cause nobody knows', { x: 'nonsense' }, 'x'],
    ['an effect nobody knows', { y: 'nonsense' }, 'y'],
    ['a name that is none', { x: 't;h' }, 'x'],
    ['no effect', { y: undefined }, 'y'],
    ['ids that are none', { location_research_ids: '1,two' }, 'location_research_ids'],
    ['too many ids', { location_research_ids: new Array(2001).fill(1).join() }, 'location_research_ids'],
    ['a date without the other', { date_end: undefined }, 'date_start'],
    ['a date that is none', { date_start: 'yesterday' }, 'date_start'],
    ['dates the wrong way round', { date_start: '2026-03-09' }, 'date_start'],
  ])('refuse %s', async (_, changed, field) => {
    const wanted: Record<string, string | undefined> = { x: 't', y: 'h', ...FIVE_DAYS, ...changed }
    const given = Object.entries(wanted).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
    const url = `/api/researchdata/pro/correlation?${new URLSearchParams(given)}`
    const answer = await app.inject({ url, headers: { authorization: `Bearer ${user.token}` } })
    expect(answer.statusCode, answer.body).toBe(422)
    expect(answer.json().errors).toMatchObject({ [field]: [expect.any(String)] })
  })

  test('refuse more than can be looked at, and a time in which nothing was placed', async () => {
    const { placed, location_research_ids } = await aBarn(3)
    await insertReadings(
      app,
      placed.flatMap(({ device }) => every(device, 't', [0, DAY_MS], cause)),
    )
    const asked = { location_research_ids, x: 't', y: 't' }
    await expect(correlations(asked)).rejects.toMatchObject({ code: 'too_much_data' })
    const early = { date_start: '2010-01-01', date_end: '2010-01-31' }
    await expect(correlations({ ...asked, ...early })).rejects.toMatchObject({ code: 'outside_subscription' })
  })
})
