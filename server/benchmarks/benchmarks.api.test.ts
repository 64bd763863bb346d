import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { DAY_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import { fromJson, jsonOf } from '../kit/database/json.ts'
import { aDevice } from '../testing/a-device.ts'
import { aGroup } from '../testing/a-group.ts'
import { aLocation } from '../testing/a-location.ts'
import { aPlacement } from '../testing/a-placement.ts'
import { aFirstUser, aUser, type TestUser } from '../testing/a-user.ts'
import { everyFiveMinutes, insertReadings } from '../testing/insert-readings.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { computeBenchmarks } from './compute.ts'

/** Mondays, at midnight in Amsterdam, of the weeks that are compared. */
const WEEKS = ['2026-03-09', '2026-03-16', '2026-03-23'] as const
const FIRST_MONDAY = Date.parse('2026-03-08T23:00:00Z')
const BEFORE = Date.parse('2026-03-01T12:00:00Z')
/** Species, by what is tried with them. */
const [FOUR, FIVE, SAME_OWNER, SIX, SHARED, LEAVING, RESEARCH] = [25, 26, 27, 32, 33, 35, 36] as const

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await startTestApp({ now: BEFORE })
  admin = await aFirstUser(app)
})
afterAll(() => app.close())

const agree = (user: TestUser, id: number, agreed = true) =>
  app.call(api.setBenchmark, { params: { id }, body: { agreed } }, user.token)

/** A barn of a species with an ammonia value that never changes, whose owner agreed. */
const aFarm = async (
  species: number,
  nh3: number,
  { owner, agreed = true }: { owner?: TestUser; agreed?: boolean } = {},
) => {
  const user = owner ?? (await aUser(app))
  const areas = [{ name: `Barn ${nh3}`, area_type_id: species }]
  const location = await aLocation(app, user, { areas, time_zone: 'Europe/Amsterdam' })
  const device = await aDevice(app, user)
  await aPlacement(app, user, device, location)
  await insertReadings(
    app,
    everyFiveMinutes(FIRST_MONDAY)(device.id, 'nh3', [0, 21 * DAY_MS], () => nh3),
  )
  if (agreed) await agree(user, location.id)
  return { owner: user, location, nh3 }
}
type Farm = Awaited<ReturnType<typeof aFarm>>

const farmsOf = async (species: number, values: readonly number[]): Promise<Farm[]> => {
  const farms: Farm[] = []
  for (const value of values) farms.push(await aFarm(species, value))
  return farms
}

/** Answer to an owner about a location. */
const told = async ({ owner, location }: Farm) => {
  const found = (await app.call(api.listBenchmarks, {}, owner.token)).find(one => one.location_id === location.id)
  const value = found?.values.find(({ measurement }) => measurement === 'nh3')
  return { agreed: found?.agreed_at !== null, week: found?.week, value: value?.value, half: value?.middle_half }
}

/** Works out a week on the Tuesday after it. */
const compute = async (week: string): Promise<void> => {
  app.clock.set(Date.parse(`${week}T12:30:00Z`) + 8 * DAY_MS)
  await computeBenchmarks(app.services)
}

describe('the middle half of farms', () => {
  let four: Farm[]
  let five: Farm[]
  let six: Farm[]
  let sameOwner: Farm[]
  let shared: Farm[]
  let leaving: Farm[]
  let silent: Farm

  beforeAll(async () => {
    four = await farmsOf(FOUR, [10, 11, 12, 13])
    five = await farmsOf(FIVE, [10, 11, 12, 13, 14])
    // The second location of a farm moves its value to 15, and makes no sixth of it.
    await aFarm(FIVE, 20, { owner: (five[0] as Farm).owner })
    sameOwner = await farmsOf(SAME_OWNER, [10, 11, 12, 13])
    sameOwner.push(await aFarm(SAME_OWNER, 14, { owner: (sameOwner[0] as Farm).owner }))
    six = await farmsOf(SIX, [10, 11, 12, 13, 14, 15])
    shared = await farmsOf(SHARED, [10, 11, 12, 13, 14])
    const [giver, reader] = shared as [Farm, Farm]
    await aGroup(app, giver.owner, {
      people: [[reader.owner, 'member']],
      shares: [{ location_id: giver.location.id, may: 'read' }],
    })
    leaving = await farmsOf(LEAVING, [10, 11, 12, 13, 14])
    silent = await aFarm(FIVE, 99, { agreed: false })
    // An agreement is taken back while the week is worked out.
    const { series } = app.services
    const query = series.query
    let hasLeft = false
    series.query = async wanted => {
      if (!hasLeft) {
        hasLeft = true
        const { owner, location } = leaving[0] as Farm
        await agree(owner, location.id, false)
      }
      return query.call(series, wanted)
    }
    app.clock.set(Date.parse('2026-03-17T12:30:00Z'))
    // Two processes look at the same time.
    await Promise.all([computeBenchmarks(app.services), computeBenchmarks(app.services)])
    series.query = query
  })

  test('is told to five farms, as means of three of them, and each sees what it gave', async () => {
    for (const farm of five.slice(1))
      expect(await told(farm)).toEqual({
        agreed: true,
        week: WEEKS[0],
        value: farm.nh3,
        half: { farms: 5, low: 12, high: 14 },
      })
  })

  test('is not told to four', async () => {
    expect(await told(four[0] as Farm)).toMatchObject({ value: 10, half: null })
  })

  test('counts the locations of one owner once', async () => {
    expect(await told(sameOwner[1] as Farm)).toMatchObject({ value: 11, half: null })
  })

  test('counts owners once of whom one sees what the other has', async () => {
    expect(await told(shared[4] as Farm)).toMatchObject({ value: 14, half: null })
  })

  test('is without a farm that took its agreement back while it was worked out', async () => {
    expect(await told(leaving[1] as Farm)).toMatchObject({ value: 11, half: null })
    expect(await told(leaving[0] as Farm)).toEqual({ agreed: false, week: null, value: undefined, half: undefined })
  })

  test('is told to nobody who is none of the farms, and is no location of theirs', async () => {
    expect(await told(silent)).toMatchObject({ agreed: false, week: null, value: undefined })
    const { location } = five[1] as Farm
    await expect(agree(silent.owner, location.id)).rejects.toMatchObject({ status: 404 })
    // An administrator owns no farm by being one, and agrees for nobody.
    await expect(agree(admin, location.id)).rejects.toMatchObject({ status: 403 })
    expect((await app.call(api.listBenchmarks, {}, admin.token)).map(one => one.location_id)).not.toContain(location.id)
    const { owner: reader } = shared[1] as Farm
    await expect(agree(reader, (shared[0] as Farm).location.id)).rejects.toMatchObject({ status: 403 })
  })

  test('stays as it was told, whatever is measured or asked later', async () => {
    const { db } = app.services
    const before = await db.selectFrom('benchmarks').selectAll().execute()
    await agree(silent.owner, silent.location.id)
    await computeBenchmarks(app.services)
    expect(await db.selectFrom('benchmarks').selectAll().execute()).toEqual(before)
  })

  test('of the next week does not show who left: one of six is withheld, and told once another has joined', async () => {
    expect(await told(six[1] as Farm)).toMatchObject({ half: { farms: 6, low: 11, high: 14 } })
    const left = six[0] as Farm
    await agree(left.owner, left.location.id, false)
    expect(await told(left)).toMatchObject({ agreed: false, value: undefined })
    const joined = await aFarm(SIX, 16)
    // A week before the last one that was told, kept by somebody, had one farm more.
    const [newest] = await app.services.db
      .selectFrom('benchmarks')
      .selectAll()
      .where('area_type_id', '=', FIVE)
      .where('measurement', '=', 'nh3')
      .execute()
    if (!newest) throw new Error('five farms were told')
    const farms = jsonOf([...fromJson(newest.farms), [999_999]])
    await app.services.db
      .insertInto('benchmarks')
      .values({ ...newest, week: '2026-03-02', farms })
      .execute()
    await compute(WEEKS[1])
    expect(await told(five[1] as Farm)).toMatchObject({ week: WEEKS[1], value: 11, half: null })
    // Five are left, of whom one knows what six had.
    expect(await told(six[1] as Farm)).toMatchObject({ week: WEEKS[1], value: 11, half: null })
    // An agreement within a week counts from the next one on.
    expect(await told(joined)).toMatchObject({ week: null })
    await compute(WEEKS[2])
    expect(await told(six[1] as Farm)).toMatchObject({ week: WEEKS[2], half: { farms: 6, low: 12, high: 15 } })
    expect(await told(joined)).toMatchObject({ value: 16, half: { farms: 6 } })
  })

  test('is told no more once the person who agreed is no owner, nor what they gave to who owns it now', async () => {
    const farm = five[4] as Farm
    await app.services.db
      .updateTable('location_owners')
      .set({ email: 'heir@farm.example' })
      .where('location_id', '=', farm.location.id)
      .execute()
    const heir = await aUser(app, { email: 'heir@farm.example' })
    expect(await told({ ...farm, owner: heir })).toMatchObject({ agreed: false, value: undefined })
    await agree(heir, farm.location.id)
    expect(await told({ ...farm, owner: heir })).toMatchObject({ agreed: true, week: null, value: undefined })
  })

  test('opens nothing that others share with a project of who agreed: it can still be taken back', async () => {
    const week = '2026-04-06'
    const monday = Date.parse(`${week}T00:00:00+02:00`)
    const [researcher, owner] = [await aUser(app), await aUser(app)]
    const barns = []
    for (const [user, nh3] of [
      [researcher, 21],
      [owner, 31],
    ] as const) {
      const location = await aLocation(app, user, { areas: [{ name: 'Barn', area_type_id: RESEARCH }] })
      const device = await aDevice(app, user)
      await aPlacement(app, user, device, location)
      await insertReadings(
        app,
        everyFiveMinutes(monday)(device.id, 'nh3', [0, 7 * DAY_MS], () => nh3),
      )
      barns.push({ location, device })
    }
    const [own, shared] = barns.map(({ location }) => location.id) as [number, number]
    const start = new Date(monday).toISOString()
    const { id } = await app.call(api.createResearch, { body: { name: 'Ammonia', start } }, researcher.token)
    const params = { id }
    await app.call(api.askForConsent, { params, body: { email: owner.email } }, researcher.token)
    const say = (answer: 'yes' | 'no') =>
      app.call(api.createConsent, { params, body: { location_id: shared, answer, from: start } }, owner.token)
    await say('yes')
    app.clock.set(BEFORE)
    await agree(researcher, own)
    await compute(week)
    const { week: of, values } = (await app.call(api.listBenchmarks, {}, researcher.token))[0] ?? {}
    expect([of, values?.map(({ value }) => value)]).toEqual([week, [21]])
    expect(await app.call(api.listConsentReads, { params, query: {} }, owner.token)).toEqual([])
    expect(await say('no')).toMatchObject({ kind: 'no', from: start })
  })

  test('is left to the process that has it, and taken over from one that died', async () => {
    const { db } = app.services
    const week = '2026-03-30'
    app.clock.set(Date.parse(`${week}T12:30:00Z`) + 8 * DAY_MS)
    const taken_until = app.clock.iso(5 * MINUTE_MS)
    await db.insertInto('benchmark_weeks').values({ week, run: 1, taken_until, done_at: null }).execute()
    const state = () => db.selectFrom('benchmark_weeks').selectAll().where('week', '=', week).executeTakeFirst()
    await computeBenchmarks(app.services)
    expect(await state()).toMatchObject({ run: 1, done_at: null })
    app.clock.forward(6 * MINUTE_MS)
    await computeBenchmarks(app.services)
    expect(await state()).toMatchObject({ run: 2, done_at: app.clock.iso() })
  })

  test('stands in the audit log, when a location joined and when it left', async () => {
    const { owner, location } = six[0] as Farm
    const entries = await app.call(api.listAudit, { query: {} }, owner.token)
    expect(entries.filter(one => one.object === `location:${location.id}`).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['benchmark_left', 'benchmark_joined']),
    )
  })
})
