import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { dateTimeAt } from '#shared/rules/time/local-time.ts'
import { DAY_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import { insertRows } from '../../kit/database/rows-as.ts'
import { locationJobs } from '../../locations/jobs.ts'
import { deleteDemoLocations } from '../../locations/removal.ts'
import { aDevice } from '../../testing/a-device.ts'
import { aLocation } from '../../testing/a-location.ts'
import { aPlacement } from '../../testing/a-placement.ts'
import { aSharedProject } from '../../testing/a-shared-project.ts'
import { aFirstUser, aUser, type TestUser } from '../../testing/a-user.ts'
import { accepted } from '../../testing/accepted.ts'
import { mailed } from '../../testing/outgoing-mail.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { makeGoodMissedChanges } from '../jobs.ts'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await startTestApp({ now: Date.parse('2025-01-20T12:00:00Z') })
  admin = await aFirstUser(app)
})
afterAll(() => app.close())

const aFarm = async () => {
  const [owner, buyer, researcher] = [await aUser(app, { name: 'Olga' }), await aUser(app), await aUser(app)]
  const farm = await aSharedProject(app, { owner, researcher })
  const setOwners = (by: TestUser, ...owners: TestUser[]) =>
    app.call(
      api.updateLocation,
      { params: { id: farm.location.id }, body: { name: 'De Linde', owners: owners.map(({ email }) => email) } },
      by.token,
    )
  const historyFor = async ({ token }: TestUser) => app.call(api.listConsents, { params: farm.params }, token)
  const answerOf = async ({ token }: TestUser) =>
    (await app.call(api.getResearch, { params: farm.params }, token)).answer
  const readableUntil = async (): Promise<(string | null)[]> =>
    (await app.call(api.listResearchPlaces, { params: farm.params }, researcher.token)).flatMap(({ readable }) =>
      readable.map(({ until }) => until),
    )
  const query = {
    ...{ device_id: farm.device.id, interval: 'selection' as const },
    ...{ date_start: farm.at(-9).slice(0, 10), date_end: farm.at(-1).slice(0, 10) },
  }
  const look = () => app.call(api.getSeries, { query }, researcher.token)
  return { ...farm, owner, buyer, researcher, setOwners, historyFor, answerOf, readableUntil, query, look }
}

const sold = async (farm: Awaited<ReturnType<typeof aFarm>>) => {
  await farm.setOwners(farm.owner, farm.owner, farm.buyer)
  await accepted(app, farm.buyer)
  await farm.setOwners(farm.buyer, farm.buyer)
}

test('[decisions §8] a sold location is shared no more under the yes of who sold it, and who bought it is asked', async () => {
  const farm = await aFarm()
  await farm.look()
  const now = new Date(app.clock.now()).toISOString()
  await farm.setOwners(farm.owner, farm.owner, farm.buyer)
  await accepted(app, farm.buyer)
  expect(await farm.readableUntil()).toEqual([farm.at(30)])
  await farm.setOwners(farm.buyer, farm.buyer)
  expect(await farm.readableUntil()).toEqual([now])
  await expect(farm.look()).resolves.toBeDefined()
  expect(await farm.historyFor(farm.researcher)).toMatchObject([
    { kind: 'asked', email: farm.owner.email },
    { kind: 'yes' },
    {
      ...{ kind: 'owner_changed', location_name: `Location ${farm.location.id}`, from: now, said_by: null },
      ...{ device_ids: null, measurements: ['t', 'h'] },
    },
    { kind: 'asked', email: null, location_name: `Location ${farm.location.id}`, said_by: null },
  ])
  expect((await farm.historyFor(farm.buyer)).at(-1)).toMatchObject({ kind: 'asked', email: farm.buyer.email })
  const told = await app.call(api.getResearch, { params: farm.params }, farm.researcher.token)
  expect(told.open_questions).toMatchObject([{ email: null, location_name: `Location ${farm.location.id}` }])
  expect(JSON.stringify(told)).not.toContain(farm.buyer.email)
  expect(await farm.answerOf(farm.buyer)).toBe('asked')
  await mailed(app, farm.buyer.email, new RegExp(`/research/${farm.research.id}\\b`))
})

test('who sold it keeps the ledger, the receipts and the reads of then, and learns no more', async () => {
  const farm = await aFarm()
  await farm.look()
  const from = new Date(app.clock.now()).toISOString()
  await sold(farm)
  app.clock.set(app.clock.now() + DAY_MS)
  const body = { location_id: farm.location.id, answer: 'yes' as const, from }
  await app.call(api.createConsent, { params: farm.params, body }, farm.buyer.token)
  await farm.look()
  const history = await farm.historyFor(farm.owner)
  const name = `Location ${farm.location.id}`
  expect(history).toMatchObject([
    { kind: 'asked' },
    { kind: 'yes', location_name: 'De Linde', said_by: 'Olga' },
    { kind: 'owner_changed', location_name: 'De Linde' },
    { kind: 'yes', location_name: name, said_by: null },
  ])
  const receipt = (id = 0) => app.call(api.getConsentReceipt, { params: { id } }, farm.owner.token)
  await expect(receipt(history[1]?.id)).resolves.toBeDefined()
  for (const { id } of history.slice(2)) await expect(receipt(id)).rejects.toMatchObject({ status: 404 })
  const reads = ({ token }: TestUser) => app.call(api.listConsentReads, { params: farm.params, query: {} }, token)
  expect(await reads(farm.owner)).toHaveLength(1)
  expect(await reads(farm.buyer)).toHaveLength(2)
  expect(await farm.answerOf(farm.owner)).toBeNull()
})

test('a yes of the new owner shares nothing of the time before the location was theirs', async () => {
  const farm = await aFarm()
  const no = { location_id: farm.location.id, answer: 'no' as const, from: farm.at(-5) }
  await app.call(api.createConsent, { params: farm.params, body: no }, farm.owner.token)
  const bought = app.clock.now()
  await sold(farm)
  app.clock.set(bought + 2 * DAY_MS)
  const say = (at: number) => {
    const body = { ...no, answer: 'yes' as const, from: new Date(at).toISOString(), measurements: ['t', 'h'] }
    return app.call(api.createConsent, { params: farm.params, body }, farm.buyer.token)
  }
  const read = app.call(api.getLocation, { params: { id: farm.location.id } }, farm.buyer.token)
  expect(await read).toMatchObject({ owned_since: new Date(bought).toISOString() })
  const date = new Date(bought).toISOString().slice(0, 10)
  for (const [at, sentence] of [
    [bought - 4 * DAY_MS, `since ${date}. Choose this day`],
    // The day alone would tell nothing to who chose it; the time is that of `owned_since`.
    [bought - MINUTE_MS, `since ${dateTimeAt(bought, 'Europe/Amsterdam')}. Choose this time`],
  ] as const)
    await expect(say(at)).rejects.toMatchObject({
      status: 422,
      errors: { from: [expect.stringContaining(`have owned this location ${sentence}`)] },
    })
  expect(await farm.readableUntil()).toEqual([farm.at(-5)])
  await say(bought)
  const places = await app.call(api.listResearchPlaces, { params: farm.params }, farm.researcher.token)
  expect(places[0]?.readable.map(({ from }) => from)).toEqual([farm.at(-10), new Date(bought).toISOString()])
})

test('a yes of the new owner puts no device into the project that the former one left out', async () => {
  const farm = await aFarm()
  const [ended, hanging] = [await aDevice(app, farm.owner), await aDevice(app, farm.owner)]
  await aPlacement(app, farm.owner, ended, farm.location, { start: farm.at(-9), end: farm.at(-7) })
  await aPlacement(app, farm.owner, hanging, farm.location, { start: farm.at(-9) })
  const from = new Date(app.clock.now()).toISOString()
  await sold(farm)
  const say = (device_ids?: number[]) => {
    const body = { location_id: farm.location.id, answer: 'yes' as const, from, measurements: ['t', 'h'], device_ids }
    return app.call(api.createConsent, { params: farm.params, body }, farm.buyer.token)
  }
  await expect(say()).rejects.toMatchObject({ errors: { device_ids: [expect.stringMatching(/Leave it out/)] } })
  await say([farm.device.id])
  const places = await app.call(api.listResearchPlaces, { params: farm.params }, farm.researcher.token)
  expect(places.map(({ device_id }) => device_id)).toEqual([farm.device.id])
})

test('an owner who came later shares also of the time of one who is still there, and no more once that one left', async () => {
  const farm = await aFarm()
  await farm.setOwners(farm.owner, farm.owner, farm.buyer)
  await accepted(app, farm.buyer)
  const say = (from: string) => {
    const body = { location_id: farm.location.id, answer: 'yes' as const, from, measurements: ['co2'] }
    return app.call(api.createConsent, { params: farm.params, body }, farm.buyer.token)
  }
  await expect(say(farm.at(-8))).resolves.toMatchObject({ kind: 'yes' })
  await farm.setOwners(farm.buyer, farm.buyer)
  await expect(say(farm.at(-9))).rejects.toMatchObject({ errors: { from: [expect.any(String)] } })
})

test('a no of the new owner closes the question and shares nothing of the time since the sale', async () => {
  const farm = await aFarm()
  await sold(farm)
  const until = await farm.readableUntil()
  const body = { location_id: farm.location.id, answer: 'no' as const, from: farm.at(5), measurements: ['t', 'h'] }
  await app.call(api.createConsent, { params: farm.params, body }, farm.buyer.token)
  expect(await farm.readableUntil()).toEqual(until)
  const project = await app.call(api.getResearch, { params: farm.params }, farm.researcher.token)
  expect(project.open_questions).toEqual([])
})

test('a no of the new owner does not move the end that the former owner said', async () => {
  const farm = await aFarm()
  const no = { location_id: farm.location.id, answer: 'no' as const, measurements: ['t', 'h'] }
  const say = (by: TestUser, from: string) =>
    app.call(api.createConsent, { params: farm.params, body: { ...no, from } }, by.token)
  await say(farm.owner, farm.at(-5))
  await sold(farm)
  const refused = say(farm.buyer, farm.at(-1))
  await expect(refused).rejects.toMatchObject({
    status: 422,
    errors: { from: [expect.stringMatching(/former owner/)] },
  })
  expect(await farm.readableUntil()).toEqual([farm.at(-5)])
  await expect(say(farm.buyer, farm.at(-5))).resolves.toMatchObject({ kind: 'no' })
  expect(await farm.readableUntil()).toEqual([farm.at(-5)])
})

test('sharing goes on under the yes of an owner who stays', async () => {
  const farm = await aFarm()
  await farm.setOwners(farm.owner, farm.owner, farm.buyer)
  await accepted(app, farm.buyer)
  const body = { location_id: farm.location.id, answer: 'yes' as const, from: farm.at(-12), measurements: ['t'] }
  await app.call(api.createConsent, { params: farm.params, body }, farm.buyer.token)
  await farm.setOwners(farm.buyer, farm.buyer)
  expect((await farm.historyFor(farm.researcher)).slice(3)).toMatchObject([
    { kind: 'owner_changed', measurements: ['h'] },
    { kind: 'asked' },
  ])
  const places = await app.call(api.listResearchPlaces, { params: farm.params }, farm.researcher.token)
  expect(places[0]?.readable.at(-1)).toMatchObject({ measurements: ['t'], until: farm.at(30) })
})

test('who left while the yes of somebody else went on learns nothing of a sale years later', async () => {
  const farm = await aFarm()
  await farm.setOwners(farm.owner, farm.owner, farm.buyer)
  await accepted(app, farm.buyer)
  const body = { location_id: farm.location.id, answer: 'yes' as const, from: farm.at(-12), measurements: ['t', 'h'] }
  await app.call(api.createConsent, { params: farm.params, body }, farm.buyer.token)
  await farm.setOwners(farm.buyer, farm.buyer)
  const known = await farm.historyFor(farm.owner)
  const next = await aUser(app)
  await farm.setOwners(farm.buyer, farm.buyer, next)
  await accepted(app, next)
  await farm.setOwners(next, next)
  const history = await farm.historyFor(farm.owner)
  expect(history.slice(0, known.length)).toEqual(known)
  const name = `Location ${farm.location.id}`
  expect(history.slice(known.length)).toMatchObject([{ kind: 'owner_changed', location_name: name, said_by: null }])
})

/** A farm of two owners who both said yes to the same, looked at while both owned it. */
const aFarmOfTwo = async () => {
  const farm = await aFarm()
  await farm.setOwners(farm.owner, farm.owner, farm.buyer)
  await accepted(app, farm.buyer)
  const body = { location_id: farm.location.id, answer: 'yes' as const, from: farm.at(-12), measurements: ['t', 'h'] }
  await app.call(api.createConsent, { params: farm.params, body }, farm.buyer.token)
  app.clock.set(app.clock.now() + 1000)
  const lookUntil = (days: number) =>
    app.call(api.getSeries, { query: { ...farm.query, date_end: farm.at(days).slice(0, 10) } }, farm.researcher.token)
  await lookUntil(-5)
  app.clock.set(app.clock.now() + 1000)
  const readsOf = async ({ token }: TestUser) =>
    app.call(api.listConsentReads, { params: farm.params, query: {} }, token)
  return { ...farm, lookUntil, readsOf }
}

test('who left is told what was read until then, and no more, also where nothing ended with them', async () => {
  const farm = await aFarmOfTwo()
  await farm.setOwners(farm.owner, farm.buyer)
  expect((await farm.historyFor(farm.researcher)).map(({ kind }) => kind)).not.toContain('owner_changed')
  const known = await farm.readsOf(farm.owner)
  expect(known).toMatchObject([{ kind: 'opened' }])
  app.clock.set(app.clock.now() + 1000)
  // A look that goes on with theirs is an entry of its own.
  await farm.lookUntil(-2)
  expect(await farm.readsOf(farm.owner)).toEqual(known)
  expect(await farm.readsOf(farm.buyer)).toHaveLength(2)
})

test('a yes whose answer was lost can be said once more after the owner left whose time it reached back to', async () => {
  const farm = await aFarmOfTwo()
  await farm.setOwners(farm.owner, farm.buyer)
  const body = { location_id: farm.location.id, answer: 'yes' as const, from: farm.at(-12), measurements: ['t', 'h'] }
  const say = () => app.call(api.createConsent, { params: farm.params, body }, farm.buyer.token)
  const known = await farm.historyFor(farm.buyer)
  await expect(say()).resolves.toMatchObject({ id: known.at(-1)?.id, kind: 'yes' })
  expect(await farm.historyFor(farm.buyer)).toEqual(known)
})

test('who left before answering keeps the project with what the other owners shared in that time', async () => {
  const farm = await aFarmOfTwo()
  const partner = await aUser(app)
  await farm.setOwners(farm.owner, farm.owner, farm.buyer, partner)
  await accepted(app, partner)
  app.clock.set(app.clock.now() + 1000)
  await farm.lookUntil(-3)
  await farm.setOwners(farm.owner, farm.owner, farm.buyer)
  app.clock.set(app.clock.now() + 1000)
  await farm.lookUntil(-2)
  expect(await farm.readsOf(partner)).toHaveLength(1)
  const history = await farm.historyFor(partner)
  expect(history.map(({ kind, said_by }) => [kind, said_by !== null])).toEqual([
    ['yes', true],
    ['yes', true],
  ])
  await expect(
    app.call(api.getConsentReceipt, { params: { id: history[0]?.id ?? 0 } }, partner.token),
  ).resolves.toBeDefined()
})

test('a location whose only owner deletes the account is shared no more; who gets it from an administrator is asked', async () => {
  const farm = await aFarm()
  const now = new Date(app.clock.now()).toISOString()
  await app.call(api.removeUser, { params: { id: farm.owner.id } }, admin.token)
  expect(await farm.readableUntil()).toEqual([now])
  const kinds = async () => (await farm.historyFor(farm.researcher)).map(({ kind }) => kind)
  expect(await kinds()).toEqual(['asked', 'yes', 'owner_changed'])
  await farm.setOwners(admin, admin, farm.buyer)
  await accepted(app, farm.buyer)
  await farm.setOwners(admin, farm.buyer)
  expect((await kinds()).slice(3)).toEqual(['asked', 'asked'])
  for (const who of [admin, farm.buyer])
    expect((await farm.historyFor(who)).map(({ email }) => email)).toContain(who.email)
})

test('a project that is over shares what it shared: nobody is asked for what nobody can read', async () => {
  const farm = await aFarm()
  app.clock.set(app.clock.now() + 31 * DAY_MS)
  await farm.look()
  app.clock.set(app.clock.now() + 1000)
  await sold(farm)
  expect((await farm.historyFor(farm.researcher)).map(({ kind }) => kind)).toEqual(['asked', 'yes'])
  // The seller knows who read it until then, as with a project that goes on.
  app.clock.set(app.clock.now() + DAY_MS)
  await farm.look()
  const reads = ({ token }: TestUser) => app.call(api.listConsentReads, { params: farm.params, query: {} }, token)
  expect([(await reads(farm.owner)).length, (await reads(farm.buyer)).length]).toEqual([1, 2])
})

test('who leads the project learns by no guess whose location was asked after a sale', async () => {
  const [farm, stranger] = [await aFarm(), await aUser(app)]
  await sold(farm)
  const ask = async ({ email }: TestUser) =>
    app.call(api.askForConsent, { params: farm.params, body: { email } }, farm.researcher.token)
  const mails = () =>
    app.services.db.selectFrom('outbox').select('id').where('recipient', '=', farm.buyer.email).orderBy('id').execute()
  const before = await mails()
  app.clock.set(app.clock.now() + 1000)
  const told: object[] = []
  for (const guessed of [farm.buyer, stranger]) {
    const entry = (await ask(guessed)).at(-1)
    const { open_questions } = await app.call(api.getResearch, { params: farm.params }, farm.researcher.token)
    const question = open_questions.find(({ email }) => email === guessed.email)
    expect(open_questions[0]).toMatchObject({ email: null, location_name: `Location ${farm.location.id}` })
    told.push({ ...entry, id: 0, email: '', question: { ...question, email: '' }, count: open_questions.length })
    await expect(ask(guessed)).rejects.toMatchObject({ errors: { email: [expect.stringContaining('already')] } })
  }
  expect(told[1]).toEqual({ ...told[0], count: 3 })
  expect(told[0]).toMatchObject({ count: 2 })
  expect(await mails()).toEqual(before)
  const no = { location_id: farm.location.id, answer: 'no' as const, from: farm.at(1) }
  await app.call(api.createConsent, { params: farm.params, body: no }, farm.buyer.token)
  const { open_questions } = await app.call(api.getResearch, { params: farm.params }, farm.researcher.token)
  expect(open_questions.map(({ email }) => email)).toEqual([stranger.email])
})

test('who leads the project asks anew where the reminders of an old question have run out', async () => {
  const farm = await aFarm()
  await sold(farm)
  const count = async () => {
    const { db } = app.services
    return (await db.selectFrom('outbox').select('id').where('recipient', '=', farm.buyer.email).execute()).length
  }
  const before = await count()
  app.clock.set(app.clock.now() + 8 * DAY_MS)
  const body = { email: farm.buyer.email }
  await app.call(api.askForConsent, { params: farm.params, body }, farm.researcher.token)
  expect(await count()).toBe(before + 1)
})

test('an answer about one location leaves the question about another open, until that is answered', async () => {
  const farm = await aFarm()
  await sold(farm)
  const { db } = app.services
  const other = await aLocation(app, farm.buyer)
  const asked = await db.selectFrom('research_consents').selectAll().where('email', '=', farm.buyer.email).execute()
  for (const { id: _, ...row } of asked)
    await db
      .insertInto('research_consents')
      .values({ ...row, location_id: other.id })
      .execute()
  const answer = async (location_id: number) => {
    const no = { location_id, answer: 'no' as const, from: farm.at(1) }
    await app.call(api.createConsent, { params: farm.params, body: no }, farm.buyer.token)
    const found = await db
      .selectFrom('research_questions')
      .select('answered_at')
      .where('email', '=', farm.buyer.email)
      .executeTakeFirst()
    return found?.answered_at
  }
  expect(await answer(other.id)).toBeNull()
  expect(await answer(farm.location.id)).not.toBeNull()
})

test('who deletes a location keeps what was said and read of it, also once it is gone for good', async () => {
  const farm = await aFarm()
  // A co-owner who never answered.
  await farm.setOwners(farm.owner, farm.owner, farm.buyer)
  await accepted(app, farm.buyer)
  app.clock.set(app.clock.now() + 1000)
  await farm.look()
  const readsOfOther = async () =>
    (await app.call(api.listConsentReads, { params: farm.params, query: {} }, farm.buyer.token)).length
  const known = async () => {
    const history = await farm.historyFor(farm.owner)
    const receipt = await app.call(api.getConsentReceipt, { params: { id: history[1]?.id ?? 0 } }, farm.owner.token)
    const reads = await app.call(api.listConsentReads, { params: farm.params, query: {} }, farm.owner.token)
    return { entries: history.slice(0, 2), reads: reads.length, hasReceipt: receipt !== null }
  }
  const before = await known()
  expect(before).toMatchObject({ entries: [{}, { location_name: 'De Linde', said_by: 'Olga' }], reads: 1 })
  app.clock.set(app.clock.now() + 1000)
  await app.call(api.deleteLocation, { params: { id: farm.location.id } }, farm.owner.token)
  expect(await known()).toEqual(before)
  expect(await readsOfOther()).toBe(1)
  // Questions about a location that is not there are none, and no answer can be changed.
  expect([await farm.answerOf(farm.owner), await farm.answerOf(farm.buyer)]).toEqual([null, null])
  app.clock.set(app.clock.now() + 31 * DAY_MS)
  for (const { run } of locationJobs) await run(app.services)
  expect(
    await app.services.db.selectFrom('locations').select('id').where('id', '=', farm.location.id).execute(),
  ).toEqual([])
  expect(await known()).toEqual({ ...before, entries: before.entries.map(one => ({ ...one, time_zone: null })) })
})

test('who had the demo farm is a former owner of it once it is cleared away', async () => {
  const farm = await aFarm()
  await app.services.db.updateTable('locations').set({ demo: 1 }).where('id', '=', farm.location.id).execute()
  await farm.look()
  app.clock.set(app.clock.now() + 1000)
  await deleteDemoLocations(app.services)
  expect(await farm.historyFor(farm.owner)).toMatchObject([
    { kind: 'asked' },
    { kind: 'yes', location_name: 'De Linde', said_by: 'Olga' },
    { kind: 'owner_changed', from: new Date(app.clock.now()).toISOString() },
  ])
  const reads = await app.call(api.listConsentReads, { params: farm.params, query: {} }, farm.owner.token)
  expect(reads).toHaveLength(1)
})

test('who has owned thousands of locations is told of each what was read there in their time', async () => {
  const farm = await aFarm()
  await farm.look()
  app.clock.set(app.clock.now() + 1000)
  await sold(farm)
  app.clock.set(app.clock.now() + 1000)
  const others = Array.from({ length: 3000 }, (_, index) => ({
    ...{ location_id: 1_000_000 + index, user_id: farm.owner.id, until: farm.at(-1), last_entry_id: 0 },
  }))
  const types = { location_id: 'bigint', user_id: 'bigint', until: 'text', last_entry_id: 'bigint' } as const
  await insertRows(app.services.db, 'research_former_owners', others, types).execute()
  expect(await app.call(api.listConsentReads, { params: farm.params, query: {} }, farm.owner.token)).toHaveLength(1)
  expect(await app.call(api.listConsentReadSpans, { params: farm.params }, farm.owner.token)).toHaveLength(1)
  await app.call(api.deleteResearch, { params: farm.params }, farm.researcher.token)
  expect(await app.call(api.listLeftResearch, {}, farm.owner.token)).toMatchObject([{ id: farm.params.id }])
})

test('who buys with an old question still open is asked anew, and no more once they sold it on', async () => {
  const farm = await aFarm()
  await app.call(api.askForConsent, { params: farm.params, body: { email: farm.buyer.email } }, farm.researcher.token)
  app.clock.set(app.clock.now() + 1000)
  const now = new Date(app.clock.now()).toISOString()
  await sold(farm)
  const questions = async () =>
    (await app.call(api.getResearch, { params: farm.params }, farm.researcher.token)).open_questions
  expect(await questions()).toMatchObject([
    { email: farm.buyer.email, location_name: null },
    { email: null, asked_at: now, location_name: `Location ${farm.location.id}` },
  ])
  const asked = (await farm.historyFor(farm.buyer)).filter(({ kind }) => kind === 'asked')
  expect(asked.map(({ email }) => email)).toEqual([farm.buyer.email, farm.buyer.email])
  const next = await aUser(app)
  await farm.setOwners(farm.buyer, farm.buyer, next)
  await accepted(app, next)
  expect(await questions()).toHaveLength(3)
  await farm.setOwners(next, next)
  // The leader asked the buyer, who has not answered: that stays.
  expect((await questions()).map(({ email }) => email)).toEqual([farm.buyer.email, null])
  expect(await farm.answerOf(next)).toBe('asked')
})

test('a sale that ended nothing, as one of the version before, is made good once', async () => {
  const farm = await aFarm()
  const { db } = app.services
  await db
    .updateTable('location_owners')
    .set({ email: farm.buyer.email })
    .where('location_id', '=', farm.location.id)
    .execute()
  // Saving the same owners, as a new name does, is no sale.
  await farm.setOwners(farm.buyer, farm.buyer)
  expect(await farm.readableUntil()).toEqual([farm.at(30)])
  const now = new Date(app.clock.now()).toISOString()
  await makeGoodMissedChanges(app.services)
  expect(await farm.readableUntil()).toEqual([now])
  const history = await farm.historyFor(farm.owner)
  expect(history.map(({ location_name }) => location_name)).toEqual([null, 'De Linde', 'De Linde'])
  // Data from before is not theirs to share; clocks show whole minutes.
  const read = app.call(api.getLocation, { params: { id: farm.location.id } }, farm.buyer.token)
  const since = new Date(Math.ceil(Date.parse(now) / MINUTE_MS) * MINUTE_MS).toISOString()
  expect(await read).toMatchObject({ owned_since: since })
  await makeGoodMissedChanges(app.services)
  expect((await farm.historyFor(farm.researcher)).slice(2).map(({ kind }) => kind)).toEqual(['owner_changed', 'asked'])
})
