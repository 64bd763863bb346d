import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { urlOf } from '#shared/contract/call.ts'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { api } from '#shared/contract/index.ts'
import { aGroup } from '../../server/testing/a-group.ts'
import { aFirstUser, aUser, type TestUser } from '../../server/testing/a-user.ts'
import { countQueries } from '../../server/testing/count-queries.ts'
import { startTestApp, type TestApp } from '../../server/testing/start-test-app.ts'
import { manyPeople } from './many-people.ts'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await startTestApp()
  admin = await aFirstUser(app)
})
afterAll(() => app.close())

/** An owner, an admin and a member of a group with so many people and locations. */
const aCrowd = async (people: number, locations: number) => {
  const [owner, boss, member] = [await aUser(app), await aUser(app), await aUser(app)]
  const { id } = await aGroup(app, owner, {
    people: [
      [boss, 'admin'],
      [member, 'member'],
    ],
  })
  await manyPeople(
    app.services.db,
    { groupId: id, ownerId: owner.id, ownerEmail: owner.email, people, locations },
    app.clock.iso(),
  )
  return { id, owner, boss, member }
}
type Crowd = Awaited<ReturnType<typeof aCrowd>>

const LISTS: [string, Endpoint, (crowd: Crowd) => { params?: object; query?: object; as: TestUser }][] = [
  ['groups of a member', api.listGroups, ({ member }) => ({ as: member })],
  ['people, for an admin', api.listGroupMembers, ({ id, boss }) => ({ params: { id }, as: boss })],
  ['people, for a member', api.listGroupMembers, ({ id, member }) => ({ params: { id }, as: member })],
  ['shared locations', api.listGroupShares, ({ id, member }) => ({ params: { id }, as: member })],
  ['what changed', api.listGroupChanges, ({ id, boss }) => ({ params: { id }, as: boss })],
  ['locations of a member', api.listLocations, ({ member }) => ({ as: member })],
  ['locations of the owner', api.listLocations, ({ owner }) => ({ as: owner })],
  ['devices of a member', api.listSensors, ({ member }) => ({ as: member })],
  ['newest values of a member', api.listLast, ({ member }) => ({ as: member })],
  ['alerts of a member', api.listAlerts, ({ member }) => ({ as: member })],
  ['diary of a member', api.pageInspections, ({ member }) => ({ as: member })],
  ['audit log of the owner', api.listAudit, ({ owner }) => ({ as: owner })],
  ['accounts', api.listUsers, () => ({ as: admin })],
  ['loss of an account', api.getOwnLoss, ({ owner }) => ({ as: owner })],
]

describe('a group of 500 people and 2,000 locations', () => {
  let few: Crowd
  let many: Crowd
  beforeAll(async () => {
    few = await aCrowd(3, 5)
    many = await aCrowd(497, 2000)
  })

  const asked = async (
    endpoint: Endpoint,
    { params, query, as }: { params?: object; query?: object; as: TestUser },
  ) => {
    const url = urlOf(endpoint, { params, query })
    const headers = { authorization: `Bearer ${as.token}` }
    // Notes that are made once an hour are made now.
    await app.inject({ method: endpoint.method, url, headers })
    const asking = () => app.inject({ method: endpoint.method, url, headers })
    const queries = await countQueries(app, asking)
    const answer = await asking()
    expect(answer.statusCode, answer.body.slice(0, 200)).toBe(200)
    return { queries, answer }
  }

  test.each(LISTS)('%s: as many queries as for a few', async (_, endpoint, of) => {
    const [small, large] = [await asked(endpoint, of(few)), await asked(endpoint, of(many))]
    expect(large.queries).toBeGreaterThan(0)
    expect(large.queries).toBe(small.queries)
  })

  test('and every list is whole', async () => {
    const length = async (endpoint: Endpoint, given: Parameters<typeof asked>[1]) =>
      (await asked(endpoint, given)).answer.json().length
    expect(await length(api.listGroupMembers, { params: { id: many.id }, as: many.member })).toBe(500)
    expect(await length(api.listGroupShares, { params: { id: many.id }, as: many.member })).toBe(2000)
    expect(await length(api.listLocations, { as: many.member })).toBe(2000)
  })
})
