import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { contains, overlaps } from '#shared/rules/time/rental.ts'
import { HOUR_MS } from '#shared/rules/time/units.ts'
import { BEGINNING, custodiesOf, ownerOf } from '../../server/custody/timeline.ts'
import { holds, visiblePeriods } from '../../server/devices/access.ts'
import { aDevice } from '../../server/testing/a-device.ts'
import { aFirstUser, aUser, type TestUser } from '../../server/testing/a-user.ts'
import { accepted } from '../../server/testing/accepted.ts'
import { startTestApp, type TestApp } from '../../server/testing/start-test-app.ts'

const PEOPLE = 4
/** Timelines, and steps of each. */
const [RUNS, LONGEST] = [20, 12]

let app: TestApp
let people: TestUser[]
let stranger: TestUser
beforeAll(async () => {
  app = await startTestApp({ now: '2025-01-01T00:00:00Z' })
  await aFirstUser(app)
  people = []
  for (let nr = 0; nr < PEOPLE; nr++) people.push(await aUser(app))
  stranger = await aUser(app)
})
afterAll(() => app.close())

const who = fc.nat(PEOPLE - 1)
/** Mostly whoever owns it then: others are refused. */
const by = fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: who })
const hours = fc.integer({ min: -6, max: 8 })
const STEP = fc.oneof(
  fc.record({ does: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ does: fc.constant('lend' as const), by, to: who, start: hours, end: fc.option(hours) }),
  fc.record({ does: fc.constant('change' as const), by, nr: fc.nat(5), start: hours, end: fc.option(hours) }),
  fc.record({ does: fc.constant('end' as const), by, nr: fc.nat(5) }),
  fc.record({ does: fc.constant('sell' as const), by, to: who }),
  fc.record({ does: fc.constant('release' as const), by }),
  fc.record({ does: fc.constant('claim' as const), by }),
)
type Step = typeof STEP extends fc.Arbitrary<infer One> ? One : never

/** Resolves whether the call was allowed; anything but a refusal is a defect. */
const tried = async (work: Promise<unknown>): Promise<boolean> => {
  try {
    await work
    return true
  } catch (error) {
    expect((error as { status: number }).status).toBeOneOf([403, 404, 409, 422])
    return false
  }
}

const person = (nr: number): TestUser => people[nr] as TestUser
const params = (id: number) => ({ params: { id } })

/** A device whose claim code is known. */
interface Owned {
  id: number
  code: string
}

const take = async (device: Owned, step: Step): Promise<unknown> => {
  const at = (offset: number) => app.clock.iso(offset * HOUR_MS)
  const lendings = async () =>
    (await custodiesOf(app.services.db, [device.id])).filter(({ owner }) => owner === 0).map(({ id }) => id)
  if (step.does === 'wait') return app.clock.forward(step.hours * HOUR_MS)
  const owner = await ownerOf(app.services.db, device.id, app.clock.iso())
  const { token } = step.by === null ? (people.find(({ id }) => id === owner?.user_id) ?? person(0)) : person(step.by)
  switch (step.does) {
    case 'lend': {
      const body = { email: person(step.to).email, start: at(step.start), end: step.end === null ? null : at(step.end) }
      return tried(
        app.call(api.createRental, { ...params(device.id), body }, token).then(() => accepted(app, person(step.to))),
      )
    }
    case 'change': {
      const id = (await lendings())[step.nr]
      if (id === undefined) return
      const body = { start: at(step.start), end: step.end === null ? null : at(step.end) }
      return tried(app.call(api.updateRental, { ...params(id), body }, token))
    }
    case 'end': {
      const id = (await lendings())[step.nr]
      if (id === undefined) return
      return tried(app.call(api.deleteRental, params(id), token))
    }
    case 'sell':
      return tried(
        app
          .call(api.createTransfer, { ...params(device.id), body: { email: person(step.to).email } }, token)
          .then(offer => app.call(api.acceptOffer, params(offer.id), person(step.to).token)),
      )
    case 'release':
      return tried(app.call(api.releaseSensor, params(device.id), token))
    case 'claim':
      return tried(app.call(api.claimSensor, { body: { code: device.code } }, token))
  }
}

/** Throws where a timeline is not what custody promises. */
const requireSound = async (deviceId: number): Promise<void> => {
  const all = await custodiesOf(app.services.db, [deviceId])
  const [ownerships, lendings] = [all.filter(one => one.owner === 1), all.filter(one => one.owner === 0)]
  expect(ownerships[0]?.start).toBe(BEGINNING)
  expect(ownerships.at(-1)?.end).toBeNull()
  for (const [nr, { start }] of ownerships.entries()) if (nr > 0) expect(ownerships[nr - 1]?.end).toBe(start)
  for (const lending of lendings) {
    const from = ownerships.find(({ id }) => id === lending.given_from)
    expect(from).toBeDefined()
    if (!from) continue
    expect(from.user_id).not.toBe(lending.user_id)
    expect(lending.start >= from.start).toBe(true)
    if (lending.end !== null) expect(lending.start < lending.end).toBe(true)
    if (from.end !== null) expect(lending.end !== null && lending.end <= from.end).toBe(true)
    const twice = lendings.filter(other => other.id !== lending.id && other.user_id === lending.user_id)
    expect(twice.filter(other => overlaps(other, lending))).toEqual([])
  }
}

/** Hours of the past, from before the first step to now. */
const pastHours = (from: number): string[] =>
  Array.from({ length: (app.clock.now() - from) / HOUR_MS + 1 }, (_, nr) => new Date(from + nr * HOUR_MS).toISOString())

test('[decisions §13] however a device is lent and handed on, each hour of it has one owner, and nobody else sees it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(STEP, { minLength: 3, maxLength: LONGEST }), async steps => {
      const from = app.clock.now() - 8 * HOUR_MS
      const { id } = await aDevice(app, person(0))
      const { code } = await app.call(api.createClaimCode, params(id), person(0).token)
      let seen = new Map<string, string>()
      for (const step of steps) {
        await take({ id, code }, step)
        await requireSound(id)
        const all = await custodiesOf(app.services.db, [id])
        const now = new Map<string, string>()
        const sight = new Map<number, Awaited<ReturnType<typeof visiblePeriods>>>()
        for (const user of people) sight.set(user.id, await visiblePeriods(app.services.db, callerOf(user), id))
        for (const hour of pastHours(from)) {
          const holders = all.filter(one => contains(one, hour))
          const owners = holders.filter(one => one.owner === 1)
          expect(owners).toHaveLength(1)
          // Hours that were somebody's stay theirs, whatever is done later.
          if (hour < app.clock.iso()) {
            expect(seen.get(hour) ?? String(owners[0]?.user_id)).toBe(String(owners[0]?.user_id))
            now.set(hour, String(owners[0]?.user_id))
          }
          const readers = people.filter(user => holds(sight.get(user.id)?.get(id) ?? [], hour)).map(user => user.id)
          expect(readers.toSorted()).toEqual([...new Set(holders.flatMap(one => one.user_id ?? []))].toSorted())
        }
        seen = now
        expect((await visiblePeriods(app.services.db, callerOf(stranger), id)).size).toBe(0)
      }
    }),
    { numRuns: RUNS },
  )
})

const callerOf = (user: TestUser) => ({ ...user, admin: false })
