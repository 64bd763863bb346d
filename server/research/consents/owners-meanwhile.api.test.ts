import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { aSharedProject } from '../../testing/a-shared-project.ts'
import { aFirstUser, aUser } from '../../testing/a-user.ts'
import { accepted } from '../../testing/accepted.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'

const ROUNDS = 6

let app: TestApp
/** Another process on the same stores, where they have several; the embedded ones have one. */
let beside: TestApp | undefined
beforeAll(async () => {
  app = await startTestApp({ now: Date.parse('2025-01-20T12:00:00Z') })
  await aFirstUser(app)
  if (app.services.environment.DATABASE_URL) beside = await startTestApp({ now: app.clock.now(), beside: app })
})
afterAll(async () => {
  await beside?.close()
  await app.close()
})

/** A barn of two owners, of whom one says yes to more while the other leaves them out. */
const aRound = async (isYesFirst: boolean) => {
  const [owner, buyer, researcher] = [await aUser(app), await aUser(app), await aUser(app)]
  const { location, params, at } = await aSharedProject(app, { owner, researcher })
  const owners = (...people: { email: string }[]) => ({
    params: { id: location.id },
    body: { name: 'De Linde', owners: people.map(({ email }) => email) },
  })
  await app.call(api.updateLocation, owners(owner, buyer), owner.token)
  await accepted(app, buyer)
  const body = { location_id: location.id, answer: 'yes' as const, from: at(-10), measurements: ['co2'] }
  const sayYes = () => app.call(api.createConsent, { params, body }, owner.token)
  const sell = () => (beside ?? app).call(api.updateLocation, owners(buyer), buyer.token)
  const calls = isYesFirst ? [sayYes(), sell()] : [sell(), sayYes()]
  const answers = await Promise.allSettled(calls)
  const [yes, sale] = isYesFirst ? answers : answers.toReversed()
  const places = await app.call(api.listResearchPlaces, { params }, researcher.token)
  const history = await app.call(api.listConsents, { params }, researcher.token)
  return { yes, sale, readable: places.flatMap(place => place.readable), history }
}

test('[decisions §8] no yes of a former owner stands after a sale at the same moment', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { yes, sale, readable, history } = await aRound(round % 2 === 0)
    expect(sale?.status).toBe('fulfilled')
    // A former owner is refused: the location, or the project, is none of theirs.
    if (yes?.status === 'rejected') expect([403, 404]).toContain(yes.reason.status)
    const now = new Date(app.clock.now()).toISOString()
    expect(readable.length).toBeGreaterThan(0)
    for (const { until } of readable) expect(until).toBe(now)
    const kinds = history.map(({ kind }) => kind)
    expect(kinds.lastIndexOf('owner_changed')).toBeGreaterThan(kinds.lastIndexOf('yes'))
  }
})
