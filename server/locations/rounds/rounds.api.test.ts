import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CallFailed } from '#shared/contract/call.ts'
import { roundEndpoints } from '#shared/contract/places/rounds.ts'
import { aLocation } from '../../testing/a-location.ts'
import { aFirstUser, aUser, type TestUser } from '../../testing/a-user.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'

const { listAreasWithRounds, listRounds, createRound, importRounds, updateRound, deleteRound, restoreRound } =
  roundEndpoints
const { listLosses, createLoss, deleteLoss } = roundEndpoints
const CURVE = {
  points: [
    { age: 0, temperature: 34, mass: 0.04 },
    { age: 10, temperature: 29 },
  ],
}
let app: TestApp
let owner: TestUser
let areaId: number
let today: string
const inDays = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10)
beforeAll(async () => {
  app = await startTestApp()
  await aFirstUser(app)
  owner = await aUser(app)
  today = app.clock.iso().slice(0, 10)
})
afterAll(() => app.close())

const anArea = async (time_zone = 'UTC') => {
  areaId = (await aLocation(app, owner, { time_zone })).area.id
  return { params: { id: areaId } }
}
const create = (changes = {}, id = areaId) =>
  app.call(createRound, { params: { id }, body: { date_in: inDays(-3), animals: 20_000, ...changes } }, owner.token)
const list = (id = areaId) => app.call(listRounds, { params: { id } }, owner.token)

test('areas with a round are named to who sees them, and no longer once it is deleted', async () => {
  await anArea()
  const [withRound, stranger] = [areaId, await aUser(app)]
  await anArea()
  const named = (token: string) => app.call(listAreasWithRounds, {}, token)
  expect(await named(owner.token)).not.toContain(withRound)
  const made = await create({}, withRound)
  expect(await named(owner.token)).toContain(withRound)
  expect(await named(owner.token)).not.toContain(areaId)
  expect(await named(stranger.token)).toEqual([])
  await app.call(deleteRound, { params: { id: made.id } }, owner.token)
  expect(await named(owner.token)).not.toContain(withRound)
})

describe('a round of an area', () => {
  test('says the age of the animals, how many are present and what they want today', async () => {
    await anArea()
    const made = await create({ name: 'Ross 308', age_in: 2, curve: CURVE, preset: 'ross_50' })
    expect(made).toMatchObject({ state: 'running', age: 5, lost: 0, present: 20_000, preset: 'ross_50' })
    expect(made.wanted).toEqual({ mass: 0.04, temperature: { low: 30, high: 33 }, humidity: null })
    await app.call(createLoss, { params: { id: made.id }, body: { date: today, animals: 12 } }, owner.token)
    expect(await list()).toMatchObject([{ lost: 12, present: 19_988 }])
  })

  test('counts the day of age in the time zone of the location', async () => {
    await anArea('Pacific/Kiritimati')
    const east = await create({ date_in: inDays(0) })
    await anArea('Pacific/Pago_Pago')
    const west = await create({ date_in: inDays(-1) })
    // Noon UTC: already the next day at the one place, still the same early morning at the other.
    expect(app.clock.iso().slice(11, 13)).toBe('12')
    expect([east.age, west.age]).toEqual([1, 1])
  })

  test('never overlaps another, whichever of two comes first, and may begin on the day the one before went', async () => {
    await anArea()
    await create({ date_in: inDays(-50), date_out: inDays(-8), name: 'Spring' })
    await expect(create({ date_in: inDays(-9) })).rejects.toMatchObject({
      status: 422,
      errors: { date_in: [expect.stringContaining('Spring')] },
    })
    await expect(create({ date_in: inDays(-60), date_out: null })).rejects.toMatchObject({ status: 422 })
    const both = await Promise.allSettled([create({ date_in: inDays(-8) }), create({ date_in: inDays(-7) })])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await list()).toHaveLength(2)
    await expect(create({ date_in: inDays(-90), date_out: inDays(-90) })).rejects.toMatchObject({
      errors: { date_out: [expect.stringMatching(/\.$/)] },
    })
  })

  test('is ended and corrected, unless somebody changed it meanwhile', async () => {
    await anArea()
    const made = await create()
    const change = (body: object) =>
      app.call(
        updateRound,
        { params: { id: made.id }, body: { date_in: made.date_in, animals: 20_000, ...body } },
        owner.token,
      )
    const ended = await change({ date_out: today, version: made.version })
    expect(ended).toMatchObject({ state: 'ended', age: 3, version: 2, wanted: { temperature: null } })
    await expect(change({ version: made.version })).rejects.toMatchObject({ code: 'changed_meanwhile' })
    await app.call(createLoss, { params: { id: made.id }, body: { date: today, animals: 50 } }, owner.token)
    await expect(change({ animals: 49 })).rejects.toMatchObject({ errors: { animals: [expect.anything()] } })
    await expect(change({ date_out: inDays(-1) })).rejects.toMatchObject({ errors: { date_out: [expect.anything()] } })
  })

  test('is deleted and brought back, where no other stands in its days by then', async () => {
    await anArea()
    const made = await create()
    const params = { id: made.id }
    await app.call(deleteRound, { params }, owner.token)
    expect(await list()).toEqual([])
    await expect(app.call(deleteRound, { params }, owner.token)).rejects.toMatchObject({ status: 404 })
    await app.call(restoreRound, { params }, owner.token)
    expect(await list()).toMatchObject([{ id: made.id }])
    await app.call(deleteRound, { params }, owner.token)
    await create()
    await expect(app.call(restoreRound, { params }, owner.token)).rejects.toMatchObject({ status: 422 })
  })

  test('takes losses of its own days, and no more than are there', async () => {
    await anArea()
    const made = await create({ animals: 10 })
    const params = { id: made.id }
    const lose = (date: string, animals: number) =>
      app.call(createLoss, { params, body: { date, animals } }, owner.token)
    await expect(lose(inDays(-4), 1)).rejects.toMatchObject({ errors: { date: [expect.anything()] } })
    await expect(lose(today, 11)).rejects.toMatchObject({ errors: { animals: [expect.stringContaining('10')] } })
    const both = await Promise.allSettled([lose(today, 6), lose(today, 6)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const [loss] = await app.call(listLosses, { params }, owner.token)
    await app.call(deleteLoss, { params: { id: loss?.id ?? 0 } }, owner.token)
    expect(await list()).toMatchObject([{ lost: 0, present: 10 }])
  })

  test('comes from a file with others, all or none, and the row that is wrong is named', async () => {
    const { params } = await anArea()
    const rounds = [
      { date_in: inDays(-90), date_out: inDays(-50), animals: 100 },
      { date_in: inDays(-51), date_out: inDays(-20), animals: 100 },
    ]
    await expect(app.call(importRounds, { params, body: { rounds } }, owner.token)).rejects.toMatchObject({
      errors: { 'rounds.1.date_in': [expect.anything()] },
    })
    expect(await list()).toEqual([])
    const good = rounds.map((round, index) => (index === 1 ? { ...round, date_in: inDays(-50) } : round))
    await app.call(importRounds, { params, body: { rounds: good } }, owner.token)
    expect((await list()).map(({ date_in }) => date_in)).toEqual([inDays(-50), inDays(-90)])
  })

  test('has own bands that it says again, with comfort of today by them, and keeps them where a change leaves them out', async () => {
    await anArea()
    const bands = [
      {
        measure: 't' as const,
        points: [
          { age: 0, low: 30, high: 34 },
          { age: 6, low: 27, high: 28 },
        ],
      },
      { measure: 'co2' as const, points: [{ age: 0, low: 0, high: 2500 }] },
    ]
    const made = await create({ bands, curve: CURVE, preset: 'ross_50' })
    expect(made.bands).toEqual(bands)
    expect(made.wanted).toEqual({ mass: 0.04, temperature: { low: 28.5, high: 31 }, humidity: null })
    const change = (body: object) =>
      app.call(
        updateRound,
        { params: { id: made.id }, body: { date_in: made.date_in, animals: 20_000, ...body } },
        owner.token,
      )
    // The band alone is comfort where there is no curve.
    expect(await change({ name: 'B' })).toMatchObject({
      curve: null,
      bands,
      wanted: { mass: null, temperature: { low: 28.5, high: 31 } },
    })
    expect(await change({ bands: [] })).toMatchObject({ bands: [], wanted: { temperature: null } })
    expect(await list()).toMatchObject([{ name: null, bands: [] }])
    expect(await create({ date_in: inDays(-9), date_out: inDays(-5) })).toMatchObject({ bands: [] })
  })

  test.each([
    [
      'ages that fall',
      [
        { age: 3, low: 1, high: 2 },
        { age: 2, low: 1, high: 2 },
      ],
      /rise/,
    ],
    [
      'a day twice',
      [
        { age: 3, low: 1, high: 2 },
        { age: 3, low: 1, high: 2 },
      ],
      /rise/,
    ],
    ['a day before the first', [{ age: -1, low: 1, high: 2 }], /whole number/],
    ['a lower edge at the upper one', [{ age: 3, low: 2, high: 2 }], /below/],
    ['a value that no air has', [{ age: 3, low: 2, high: 61 }], /beyond/],
    ['no row', [], /./],
    ['more rows than are taken', Array.from({ length: 201 }, (_, age) => ({ age, low: 1, high: 2 })), /200/],
  ] as const)('refuses a band with %s, with a sentence', async (_, points, sentence) => {
    await anArea()
    const refused = create({ bands: [{ measure: 't', points: [...points] }] })
    await expect(refused).rejects.toMatchObject({ status: 422 })
    const failure = await refused.catch((thrown: unknown) => thrown)
    expect(failure instanceof CallFailed && Object.values(failure.errors).flat().join(' ')).toMatch(sentence)
  })

  test('refuses two bands of one measurement, and one of what the axis does not know', async () => {
    await anArea()
    const points = [{ age: 0, low: 1, high: 2 }]
    const both = [
      { measure: 't', points },
      { measure: 't', points },
    ]
    await expect(create({ bands: both })).rejects.toMatchObject({
      errors: { bands: [expect.stringMatching(/one band/)] },
    })
    await expect(create({ bands: [{ measure: 'sound', points }] })).rejects.toMatchObject({ status: 422 })
  })

  test('has a curve whose ages rise', async () => {
    await anArea()
    const points = [
      { age: 3, temperature: 30 },
      { age: 3, temperature: 29 },
    ]
    await expect(create({ curve: { points } })).rejects.toMatchObject({
      errors: { 'curve.points': [expect.stringMatching(/\.$/)] },
    })
  })
})
