import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { NEIGHBOUR_FARMS } from '#shared/rules/groups/demo-neighbours.ts'
import { deleteDemoLocations } from '../locations/removal.ts'
import { shareDemoLocations } from '../locations/sharing/demo.ts'
import { aDevice } from '../testing/a-device.ts'
import { aFirstUser, PASSWORD, type TestUser } from '../testing/a-user.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { deleteDemoPeople } from '../users/demo.ts'
import { anyUser } from '../users/store.ts'
import { addDemoGroup, deleteDemoGroups } from './demo.ts'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await startTestApp()
  admin = await aFirstUser(app)
})
afterAll(() => app.close())

const load = async () => {
  for (const name of ['De Linde', ...Object.values(NEIGHBOUR_FARMS)])
    await app.call(
      api.createLocation,
      { body: { name, country_code: 'NL', time_zone: 'Europe/Amsterdam', demo: true } },
      admin.token,
    )
  const group = await addDemoGroup(app.services, admin.id)
  if (!group) throw new Error('no group')
  await shareDemoLocations(app.services, group)
  return group
}

const clear = async () => {
  await deleteDemoLocations(app.services)
  await deleteDemoGroups(app.services.db)
  await deleteDemoPeople(app.services)
}

const count = async (table: 'users' | 'groups' | 'group_invitations' | 'outbox' | 'locations') =>
  (await app.services.db.selectFrom(table).selectAll().execute()).length

test('the demo farm has a group of people with an invitation, by which the farms of a neighbour are seen', async () => {
  const sent = await count('outbox')
  const { id } = await load()
  expect(await app.call(api.listGroups, {}, admin.token)).toMatchObject([
    { id, name: 'Peelrand study club', role: 'owner' },
  ])
  const members = await app.call(api.listGroupMembers, { params: { id } }, admin.token)
  expect(members.map(({ role }) => role)).toEqual(['owner', 'admin', 'creator', 'member', 'invited'])
  const seen = await app.call(api.listLocations, {}, admin.token)
  expect(seen.map(({ name }) => name).sort()).toEqual(['De Linde', 'Het Veen', 'Hofstede'])
  const shares = await app.call(api.listGroupShares, { params: { id } }, admin.token)
  expect(shares).toMatchObject([
    { name: 'Het Veen', may: 'read' },
    { name: 'Hofstede', may: 'edit' },
  ])
  expect(await count('outbox')).toBe(sent)
})

test('nobody signs in as one of them, and they go with the farm; nobody else does', async () => {
  const device = await aDevice(app, admin)
  const people = await app.call(api.listUsers, { query: {} }, admin.token)
  expect(people).toHaveLength(4)
  await clear()
  expect([await count('users'), await count('groups'), await count('group_invitations')]).toEqual([1, 0, 0])
  expect(await app.call(api.getSensor, { params: { id: device.id } }, admin.token)).toMatchObject({ id: device.id })
  // Twice, as somebody loads it again.
  await load()
  await clear()
  expect(await count('users')).toBe(1)
})

test('an installation with nobody but people of the demo farm waits for its administrator', async () => {
  await load()
  await app.call(api.deleteUser, { body: { password: PASSWORD } }, admin.token)
  expect(await anyUser(app.services.db)).toBe(false)
  expect((await app.call(api.getSetup, {})).first_account).toBe(true)
})
