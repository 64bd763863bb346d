import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { aSharedProject } from '../../testing/a-shared-project.ts'
import { aFirstUser, aUser, type TestUser } from '../../testing/a-user.ts'
import { accepted } from '../../testing/accepted.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ now: Date.parse('2025-01-20T12:00:00Z') })
  await aFirstUser(app)
})
afterAll(() => app.close())

/** A barn whose owner may sell it, to a second person, and get it back. */
const aBarn = async () => {
  const [owner, other, researcher] = [await aUser(app), await aUser(app), await aUser(app)]
  const { location, params, at } = await aSharedProject(app, { owner, researcher })
  const setOwners = async (by: TestUser, ...owners: TestUser[]) => {
    app.clock.set(app.clock.now() + 1000)
    const body = { name: 'De Linde', owners: owners.map(({ email }) => email) }
    await app.call(api.updateLocation, { params: { id: location.id }, body }, by.token)
  }
  const add = async (by: TestUser, who: TestUser) => {
    await setOwners(by, by, who)
    await accepted(app, who)
  }
  const say = (by: TestUser, answer: 'yes' | 'no', from: string) => {
    const body = { location_id: location.id, answer, from, measurements: ['t', 'h'] }
    return app.call(api.createConsent, { params, body }, by.token)
  }
  const history = () => app.call(api.listConsents, { params }, researcher.token)
  const kinds = async () => (await history()).map(({ kind }) => kind)
  return { owner, other, at, setOwners, add, say, kinds }
}

test('[decisions §8] a yes that an owner says again after they sold and bought back is one of this time', async () => {
  const { owner, other, at, setOwners, add, say, kinds } = await aBarn()
  await add(owner, other)
  const old = await say(other, 'yes', at(-12))
  await setOwners(owner, owner)
  await add(owner, other)
  const again = await say(other, 'yes', at(-12))
  expect(again.id).toBeGreaterThan(old.id)
  // The same call once more is that one, as its answer may have been lost.
  expect((await say(other, 'yes', at(-12))).id).toBe(again.id)
  // So it carries on what is shared once the other owner leaves.
  await setOwners(other, other)
  expect((await kinds()).at(-1)).toBe('yes')
})

test('a no that an owner says again after they sold and bought back is one of this time', async () => {
  const { owner, other, at, setOwners, add, say } = await aBarn()
  const old = await say(owner, 'no', at(-5))
  await add(owner, other)
  await setOwners(other, other)
  await add(other, owner)
  await setOwners(owner, owner)
  expect((await say(owner, 'no', at(-5))).id).toBeGreaterThan(old.id)
})
