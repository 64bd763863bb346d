import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { locationJobs } from '../locations/jobs.ts'
import { aDevice } from '../testing/a-device.ts'
import { aLocation } from '../testing/a-location.ts'
import { aPlacement } from '../testing/a-placement.ts'
import { aSharedProject } from '../testing/a-shared-project.ts'
import { aFirstUser, aUser, PASSWORD, type TestUser } from '../testing/a-user.ts'
import { accepted } from '../testing/accepted.ts'
import { mailedToken } from '../testing/outgoing-mail.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { makeGoodMissedChanges, remindOfQuestions } from './jobs.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ now: Date.parse('2025-01-20T12:00:00Z') })
  await aFirstUser(app)
})
afterAll(() => app.close())

/**
 * A buyer of two barns that were shared with one project: one question, which names both. Where `isAsked`, who leads it
 * asked them before. */
const twoBought = async ({ isAsked = false } = {}) => {
  const [owner, buyer, next, researcher] = [await aUser(app), await aUser(app), await aUser(app), await aUser(app)]
  const { location: one, params, at, say } = await aSharedProject(app, { owner, researcher })
  const other = await aLocation(app, owner)
  await aPlacement(app, owner, await aDevice(app, owner), other, { start: at(-14) })
  await say('yes', at(-10), { location_id: other.id, measurements: ['t'] })
  const setOwners = (by: TestUser, id: number, ...owners: TestUser[]) =>
    app.call(
      api.updateLocation,
      { params: { id }, body: { name: 'De Linde', owners: owners.map(({ email }) => email) } },
      by.token,
    )
  /** Sells a location, which `stay` goes on owning. */
  const sell = async (id: number, from: TestUser, to: TestUser, stay: TestUser[] = []) => {
    await setOwners(from, id, from, to)
    await accepted(app, to)
    await setOwners(to, id, to, ...stay)
  }
  if (isAsked) {
    await app.call(api.askForConsent, { params, body: { email: buyer.email } }, researcher.token)
    app.clock.set(app.clock.now() + 1000)
  }
  for (const { id } of [one, other]) await sell(id, owner, buyer)
  app.clock.set(app.clock.now() + 1000)
  const answer = (location_id: number, by = buyer) =>
    app.call(api.createConsent, { params, body: { location_id, answer: 'no' as const, from: at(1) } }, by.token)
  const remove = (id: number) => app.call(api.deleteLocation, { params: { id } }, buyer.token)
  const restore = (id: number) => app.call(api.restoreLocation, { params: { id } }, buyer.token)
  const told = async () =>
    (await app.call(api.getResearch, { params }, researcher.token)).open_questions.map(one => one.location_name)
  const standing = async () => (await app.call(api.getResearch, { params }, buyer.token)).answer
  const mails = async ({ email } = buyer) => {
    const { db } = app.services
    return (await db.selectFrom('outbox').select('id').where('recipient', '=', email).execute()).length
  }
  /** Mails about the question that the buyer gets in the days after. */
  const reminders = async () => {
    const before = await mails()
    app.clock.set(app.clock.now() + 8 * DAY_MS)
    await remindOfQuestions(app.services)
    return (await mails()) - before
  }
  const nameOf = ({ id }: { id: number }) => `Location ${id}`
  const moved = async () => {
    const email = `new-${buyer.email}`
    await app.call(api.updateUser, { body: { email, current_password: PASSWORD } }, buyer.token)
    await app.call(api.verifyEmail, { body: { token: await mailedToken(app, email) } })
    buyer.email = email
  }
  return {
    params,
    researcher,
    moved,
    one,
    other,
    buyer,
    next,
    sell,
    answer,
    remove,
    restore,
    told,
    standing,
    mails,
    reminders,
    nameOf,
  }
}

test('a question about two locations is over once one is answered for and the other sold, in whichever order', async () => {
  for (const isSaleFirst of [true, false]) {
    const farm = await twoBought()
    const steps = [() => farm.sell(farm.one.id, farm.buyer, farm.next), () => farm.answer(farm.other.id)]
    const [first, last] = isSaleFirst ? steps : steps.toReversed()
    await first?.()
    expect(await farm.standing()).toBe(isSaleFirst ? 'asked' : 'no')
    expect(await farm.told()).toContain(farm.nameOf(isSaleFirst ? farm.other : farm.one))
    await last?.()
    // The next owner alone is asked, about what they bought.
    expect(await farm.told()).toEqual([farm.nameOf(farm.one)])
    expect(await farm.reminders()).toBe(0)
  }
})

test('a question about two locations is over once one is answered for and the other deleted, in whichever order', async () => {
  for (const isDeletionFirst of [true, false]) {
    const farm = await twoBought()
    const steps = [() => farm.remove(farm.one.id), () => farm.answer(farm.other.id)]
    const [first, last] = isDeletionFirst ? steps : steps.toReversed()
    await first?.()
    await last?.()
    expect(await farm.told()).toEqual([])
    // The daily look at missed changes asks nobody about a deleted location.
    await makeGoodMissedChanges(app.services)
    expect(await farm.told()).toEqual([])
    expect(await farm.reminders()).toBe(0)
    app.clock.set(app.clock.now() + 31 * DAY_MS)
    for (const { run } of locationJobs) await run(app.services)
    expect(await farm.told()).toEqual([])
  }
})

test('a deletion hides a question, and bringing the location back shows it again, without a mail', async () => {
  for (const isAnswerFirst of [true, false]) {
    const farm = await twoBought()
    const steps = [() => farm.answer(farm.other.id), () => farm.remove(farm.one.id)]
    for (const step of isAnswerFirst ? steps : steps.toReversed()) await step()
    const before = await farm.mails()
    expect([await farm.told(), await farm.standing()]).toEqual([[], 'no'])
    await farm.restore(farm.one.id)
    expect([await farm.told(), await farm.mails()]).toEqual([[farm.nameOf(farm.one)], before])
    expect(await farm.reminders()).toBe(1)
    await farm.answer(farm.one.id)
    expect(await farm.told()).toEqual([])
  }
})

test('a co-owner is asked still, and mailed nothing, however often another one deletes the location and brings it back', async () => {
  const { one, other, buyer, next, sell, answer, remove, restore, told, mails, nameOf } = await twoBought()
  await answer(other.id)
  // The next owner joins the buyer: both are asked, and the buyer answers.
  await sell(one.id, buyer, next, [buyer])
  await answer(one.id)
  expect(await told()).toEqual([nameOf(one)])
  const before = [await mails(), await mails(next)]
  for (let round = 0; round < 5; round += 1) {
    await remove(one.id)
    await makeGoodMissedChanges(app.services)
    expect(await told()).toEqual([])
    await restore(one.id)
  }
  expect([await mails(), await mails(next)]).toEqual(before)
  expect(await told()).toEqual([nameOf(one)])
})

test('a deleted location that comes back while the question is open belongs to it as before, without a mail', async () => {
  const farm = await twoBought()
  await farm.remove(farm.one.id)
  const before = await farm.mails()
  expect(await farm.told()).toEqual([farm.nameOf(farm.other)])
  await farm.restore(farm.one.id)
  expect(await farm.mails()).toBe(before)
  await farm.answer(farm.other.id)
  expect(await farm.told()).toEqual([farm.nameOf(farm.one)])
  expect(await farm.reminders()).toBe(1)
})

test('a question of a change of owners follows the address of its person', async () => {
  const answered = await twoBought()
  await answered.moved()
  await answered.answer(answered.one.id)
  expect(await answered.told()).toEqual([answered.nameOf(answered.other)])
  await answered.remove(answered.other.id)
  expect([await answered.told(), await answered.reminders()]).toEqual([[], 0])

  const sold = await twoBought()
  await sold.moved()
  for (const { id } of [sold.one, sold.other]) await sold.sell(id, sold.buyer, sold.next)
  expect(await sold.told()).toEqual([sold.nameOf(sold.other)])
  expect(await sold.reminders()).toBe(0)

  const still = await twoBought()
  const asked = await still.told()
  await still.moved()
  const before = await still.mails()
  await makeGoodMissedChanges(app.services)
  expect([await still.told(), await still.mails()]).toEqual([asked, before])
})

test('a question of who leads the project stays open for who changed the address, also once all is sold', async () => {
  const farm = await twoBought({ isAsked: true })
  const emails = async () =>
    (await app.call(api.getResearch, { params: farm.params }, farm.researcher.token)).open_questions.map(
      ({ email, location_name }) => email ?? location_name,
    )
  await farm.moved()
  // The new address is one that nobody gave to the project.
  expect(await emails()).toEqual([null, farm.nameOf(farm.other)])
  for (const { id } of [farm.one, farm.other]) await farm.sell(id, farm.buyer, farm.next)
  expect(await emails()).toEqual([null, farm.nameOf(farm.other)])
  expect(await farm.reminders()).toBe(1)
})

test('a question of a former time of ownership waits no more where its person buys the location back', async () => {
  const { one, other, buyer, next, sell, answer, told, nameOf } = await twoBought()
  await sell(one.id, buyer, next)
  await answer(one.id, next)
  app.clock.set(app.clock.now() + 1000)
  // The next owner stays, so that nobody is asked about it anew.
  await sell(one.id, next, buyer, [next])
  expect(await told()).toEqual([nameOf(other)])
  await answer(other.id)
  expect(await told()).toEqual([])
})
