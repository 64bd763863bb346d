import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import { sumHours } from '../series/summaries/summing.ts'
import { aDevice } from '../testing/a-device.ts'
import { aLocation } from '../testing/a-location.ts'
import { aPlacement } from '../testing/a-placement.ts'
import { aFirstUser, aUser, aUserWithRoles, giveRoles, type TestUser } from '../testing/a-user.ts'
import { everyFiveMinutes, insertReadings, type ReadingRow } from '../testing/insert-readings.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'

const PIGLETS = 35
const BROILER = 25
/** Half past seven in Amsterdam. */
const MORNING = Date.parse('2026-01-15T06:30:00Z')
const NIGHT = Date.parse('2026-01-14T21:00:00Z')
let app: TestApp
let farmer: TestUser
let admin: TestUser
beforeAll(async () => {
  app = await startTestApp({ now: MORNING })
  admin = await aFirstUser(app)
})
afterAll(() => app.close())

const aBarn = async ({ zone = 'Europe/Amsterdam', kind = PIGLETS } = {}) => {
  farmer = await aUser(app)
  const location = await aLocation(app, farmer, { time_zone: zone, areas: [{ name: 'Barn', area_type_id: kind }] })
  const device = await aDevice(app, farmer)
  const placement = await aPlacement(app, farmer, device, location, { start: '2026-01-01T00:00:00Z' })
  return { location, device, placement, area: location.area.id, owner: farmer }
}
const nightsOf = (user: TestUser) => app.call(api.listNights, {}, user.token)
const nightly = (
  device: { id: number },
  key: string,
  value: (hour: number) => number | null,
  from = NIGHT,
  hours = 8,
) =>
  everyFiveMinutes(from)(device.id, key, [0, hours * HOUR_MS], index => value(index / 12) ?? Number.NaN).filter(
    ([, , , reading]) => !Number.isNaN(reading),
  ) as ReadingRow[]

describe('the last night is told to whoever sees the area on home', () => {
  test('not to a stranger, nor to a project that reads by consent; to an administrator', async () => {
    const { device, area, location, owner } = await aBarn()
    await insertReadings(
      app,
      nightly(device, 't', () => 31),
    )
    const stranger = await aUser(app)
    expect(await nightsOf(stranger)).toEqual([])
    const leader = await aUserWithRoles(app, 'researcher')
    await giveRoles(app, leader.id, ['researcher', 'pro_analyst'])
    const project = { name: 'Nights', start: '2026-01-01T00:00:00Z', end: null, target_measurements: ['t'] }
    const params = { id: (await app.call(api.createResearch, { body: project }, leader.token)).id }
    await app.call(api.askForConsent, { params, body: { email: owner.email } }, leader.token)
    const yes = { location_id: location.id, answer: 'yes' as const, from: '2026-01-01T00:00:00Z', measurements: ['t'] }
    await app.call(api.createConsent, { params, body: yes }, owner.token)
    expect(await nightsOf(leader)).toEqual([])
    expect((await nightsOf(admin)).map(({ area_id }) => area_id)).toContain(area)
  })

  test('of the time in which the device hung there alone', async () => {
    const { device, location, owner, placement } = await aBarn()
    await insertReadings(
      app,
      nightly(device, 't', hour => (hour < 4 ? 31 : 25)),
    )
    const start = new Date(NIGHT + 4 * HOUR_MS + 30 * MINUTE_MS).toISOString()
    const other = await aBarn()
    await app.services.db
      .updateTable('location_research')
      .set({ end: new Date(NIGHT + 4 * HOUR_MS).toISOString() })
      .where('id', '=', placement.id)
      .execute()
    expect(await nightsOf(owner)).toMatchObject([{ area_id: location.area.id, finding: { hours: 4 } }])
    await app.services.db.updateTable('location_research').set({ start }).where('id', '=', other.placement.id).execute()
    expect(await nightsOf(other.owner)).toEqual([])
  })
})

describe('last night of the areas on home', () => {
  test('names the limit that was exceeded, for how long and how high, before what lasted longer', async () => {
    const { device, area, owner } = await aBarn()
    await insertReadings(app, [
      ...nightly(device, 't', hour => (hour < 6 ? 14.5 : 25)),
      ...nightly(device, 'nh3', hour => (hour >= 2 && hour < 6 ? 24 : 8)),
    ])
    expect(await nightsOf(owner)).toMatchObject([
      { area_id: area, coverage: 1, finding: { kind: 'over_limit', measurement: 'nh3', hours: 4, extreme: 24 } },
    ])
  })

  test('too cold for a quarter of an hour is told with the lowest mean of five minutes', async () => {
    const { device, owner } = await aBarn()
    await insertReadings(
      app,
      nightly(device, 't', hour => (hour >= 3 && hour < 3.25 ? 20 : 25)),
    )
    expect(await nightsOf(owner)).toMatchObject([
      { finding: { kind: 'below', measurement: 't', hours: 0.25, extreme: 20 } },
    ])
  })

  test('says what is missing: of a part of the night, and of what was told the day before and no more', async () => {
    const { device, owner } = await aBarn()
    await insertReadings(
      app,
      nightly(device, 't', hour => (hour >= 1 && hour < 4 ? null : 25)),
    )
    const [gap] = await nightsOf(owner)
    expect(gap).toMatchObject({ coverage: 0.625, missing_hours: 3, finding: null })
    await insertReadings(
      app,
      nightly(device, 'nh3', () => 5, NIGHT - 4 * HOUR_MS, 2),
    )
    expect(await nightsOf(owner)).toMatchObject([{ coverage: 0, missing_hours: 8, finding: null }])
  })

  test('a night is to be dark, and a draught may be wanted: neither light nor air speed is judged', async () => {
    const { device, owner } = await aBarn()
    await insertReadings(app, [
      ...nightly(device, 't', () => 25),
      ...nightly(device, 'light', () => 0),
      ...nightly(device, 'air_speed', () => 3),
    ])
    expect(await nightsOf(owner)).toMatchObject([{ coverage: 1, finding: null }])
  })

  test('each device is judged for itself: one that is well makes the other no better', async () => {
    const { device, location, owner } = await aBarn()
    const other = await aDevice(app, owner)
    await aPlacement(app, owner, other, location, { start: '2026-01-01T00:00:00Z' })
    await insertReadings(app, [...nightly(device, 't', () => 25), ...nightly(other, 't', () => 31)])
    expect(await nightsOf(owner)).toMatchObject([{ finding: { kind: 'above', hours: 8, extreme: 31 } }])
  })

  test('a device that sends every half hour counts each value for half an hour', async () => {
    const { device, owner } = await aBarn()
    const each = (hour: number): boolean => Math.round(hour * 12) % 6 === 0
    await insertReadings(app, [
      ...nightly(device, 't', hour => (each(hour) ? 25 : null), NIGHT - 8 * HOUR_MS),
      ...nightly(device, 't', hour => (each(hour) ? (hour < 2 ? 31 : 25) : null)),
    ])
    expect(await nightsOf(owner)).toMatchObject([{ coverage: 1, finding: { kind: 'above', hours: 2 } }])
  })

  test.each([2, 12])('a night of which one in %i messages came is not called well', async one => {
    const { device, owner } = await aBarn()
    await insertReadings(app, [
      ...nightly(device, 't', () => 25, NIGHT - 8 * HOUR_MS),
      ...nightly(device, 't', hour => (Math.round(hour * 12) % one === 0 ? 25 : null)),
    ])
    const [night] = await nightsOf(owner)
    expect(night?.coverage).toBeCloseTo(1 / one, 4)
    expect(night).toMatchObject({ finding: null })
  })

  test('the end of a night is not the night: what was too much for ten minutes was so for ten minutes', async () => {
    const { device, owner, placement } = await aBarn()
    const start = new Date(NIGHT + 7 * HOUR_MS + 50 * MINUTE_MS).toISOString()
    await app.services.db.updateTable('location_research').set({ start }).where('id', '=', placement.id).execute()
    await insertReadings(app, [
      ...nightly(device, 't', () => 25),
      ...nightly(device, 'nh3', hour => (hour >= 7.8 ? 30 : 5)),
    ])
    const [night] = await nightsOf(owner)
    expect(night?.coverage).toBeLessThan(0.05)
    expect(night?.finding).toMatchObject({ kind: 'over_limit', measurement: 'nh3' })
    expect(night?.finding?.hours).toBeCloseTo(1 / 6, 6)
  })

  test('comfort follows the age, which is another one after midnight', async () => {
    const { device, area, owner } = await aBarn({ kind: BROILER })
    const points = [
      { age: 0, temperature: 34, humidity: 60 },
      { age: 1, temperature: 20, humidity: 60 },
    ]
    const body = { date_in: '2026-01-14', animals: 100, curve: { points } }
    await app.call(api.createRound, { params: { id: area }, body }, owner.token)
    await insertReadings(
      app,
      nightly(device, 't', () => 34),
    )
    // Two hours of the first day are as wanted, six of the second far too warm.
    expect(await nightsOf(owner)).toMatchObject([{ finding: { kind: 'above', measurement: 't', hours: 6 } }])
  })

  test('an empty barn has no night', async () => {
    const { device, area, owner } = await aBarn({ kind: BROILER })
    const body = { date_in: '2025-11-01', date_out: '2026-01-10', animals: 100 }
    await app.call(api.createRound, { params: { id: area }, body }, owner.token)
    await insertReadings(
      app,
      nightly(device, 't', () => 5),
    )
    expect(await nightsOf(owner)).toEqual([])
  })

  test.each([
    ['2026-03-29T06:00:00Z', '2026-03-28T21:00:00Z', 7],
    ['2026-10-25T08:00:00Z', '2026-10-24T20:00:00Z', 9],
  ])('a night in which the clocks change has its own length: %s', async (now, from, hours) => {
    app.clock.set(Date.parse(now))
    const { device, owner } = await aBarn()
    await insertReadings(
      app,
      nightly(device, 't', () => 31, Date.parse(from), hours),
    )
    const [night] = await nightsOf(owner)
    expect(night).toMatchObject({ coverage: 1, finding: { hours, kind: 'above' } })
    expect(night?.from).toBe(new Date(from).toISOString())
    app.clock.set(MORNING)
  })

  test('areas of other zones have theirs in their own morning', async () => {
    const { location: _, owner, area, device } = await aBarn()
    const far = await aLocation(app, owner, {
      time_zone: 'Asia/Kathmandu',
      areas: [{ name: 'Far', area_type_id: PIGLETS }],
    })
    const there = await aDevice(app, owner)
    await aPlacement(app, owner, there, far, { start: '2026-01-01T00:00:00Z' })
    const begins = Date.parse('2026-01-14T16:15:00Z')
    await insertReadings(app, [...nightly(device, 't', () => 25), ...nightly(there, 't', () => 31, begins)])
    expect((await nightsOf(owner)).map(({ area_id }) => area_id)).toEqual([area])
    // A quarter past eleven in Nepal, half past six in Amsterdam.
    app.clock.set(MORNING - HOUR_MS)
    const both = new Map((await nightsOf(owner)).map(night => [night.area_id, night]))
    expect(both.get(area)?.finding).toBeNull()
    expect(both.get(far.area.id)).toMatchObject({ coverage: 1, finding: { hours: 8 } })
    app.clock.set(Date.parse('2026-01-15T11:00:00Z'))
    expect(await nightsOf(owner)).toEqual([])
    app.clock.set(MORNING)
  })

  test('takes the same statements for one area as for many', async () => {
    const { device, owner } = await aBarn()
    await insertReadings(
      app,
      nightly(device, 't', () => 25),
    )
    const { series } = app.services
    let asked = 0
    const query = series.query.bind(series)
    series.query = ((...args: Parameters<typeof query>) => {
      asked++
      return query(...args)
    }) as typeof series.query
    await nightsOf(owner)
    const ofOne = asked
    for (let n = 0; n < 4; n++) {
      const location = await aLocation(app, owner, { areas: [{ name: `Barn ${n}`, area_type_id: PIGLETS }] })
      const one = await aDevice(app, owner)
      await aPlacement(app, owner, one, location, { start: '2026-01-01T00:00:00Z' })
      await insertReadings(
        app,
        nightly(one, 't', () => 25),
      )
    }
    asked = 0
    expect(await nightsOf(owner)).toHaveLength(5)
    expect(asked).toBe(ofOne)
    series.query = query
  })

  // Readings put past every door after hours were summed up are not seen: this test is the last.
  test('is within comfort where every value was, as told by readings and by summaries alike', async () => {
    const { device, area, owner } = await aBarn()
    await insertReadings(app, [...nightly(device, 't', () => 25), ...nightly(device, 'h', () => 60)])
    const told = {
      area_id: area,
      from: '2026-01-14T21:00:00.000Z',
      until: '2026-01-15T05:00:00.000Z',
      coverage: 1,
      missing_hours: 0,
      finding: null,
    }
    expect(await nightsOf(owner)).toEqual([told])
    await sumHours(app.services)
    expect(await nightsOf(owner)).toEqual([told])
  })
})
