import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { aLocation, BROILER } from '../../testing/a-location.ts'
import { aFirstUser, aUser, type TestUser } from '../../testing/a-user.ts'
import { anInspection } from '../../testing/an-inspection.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'

let app: TestApp
let admin: TestUser
let owner: TestUser
let stranger: TestUser
let place: Awaited<ReturnType<typeof aLocation>>
beforeAll(async () => {
  app = await startTestApp()
  admin = await aFirstUser(app)
  owner = await aUser(app)
  stranger = await aUser(app)
  place = await aLocation(app, owner, {
    name: 'De Linde',
    areas: [
      { name: 'Barn 1', area_type_id: BROILER },
      { name: 'Barn 2', area_type_id: BROILER },
    ],
  })
})
afterAll(() => app.close())

const listOf = (token: string, query: Record<string, unknown> = {}) => app.call(api.pageInspections, { query }, token)

describe('[specification §3] an inspection', () => {
  test('is written down, and read again as it was', async () => {
    const written = await anInspection(app, owner, place, {
      area_ids: [place.area.id],
      impression: 'neutral',
      needs_attention: true,
      notes: 'Litter is wet under the drinkers',
      reminder_date: '2031-01-01T08:00:00+01:00',
      reminder: 'Look again',
    })
    expect(written).toMatchObject({
      version: 1,
      date: app.clock.iso(),
      impression: 'neutral',
      needs_attention: true,
      notes: 'Litter is wet under the drinkers',
      reminder_date: '2031-01-01T07:00:00.000Z',
      created_by: owner.name,
      updated_by: null,
      location_name: 'De Linde',
      areas: [{ id: place.area.id, name: 'Barn 1', area_type_id: BROILER }],
      asked: 0,
      may: ['edit', 'delete'],
    })
    expect(await app.call(api.getInspection, { params: { id: written.id } }, owner.token)).toEqual(written)
    const { total, inspections, next } = await listOf(owner.token)
    expect([total, next]).toEqual([1, null])
    expect(written).toMatchObject(inspections[0] ?? {})
    expect((await listOf(admin.token)).total).toBe(1)
    expect((await listOf(stranger.token)).total).toBe(0)
  })

  test('sent twice, also at once, is one', async () => {
    const client_id = randomUUID()
    const send = () => anInspection(app, owner, place, { client_id, notes: 'twice' })
    const [first, second] = await Promise.all([send(), send()])
    expect(second).toEqual(first)
    expect((await send()).id).toBe(first.id)
    const theirs = await aLocation(app, stranger)
    const other = await anInspection(app, stranger, theirs, { client_id, notes: 'another' })
    expect(other.id).not.toBe(first.id)
    expect((await app.call(api.getInspection, { params: { id: first.id } }, owner.token)).notes).toBe('twice')
  })

  test('deleted is gone, and comes back', async () => {
    const { id } = await anInspection(app, owner, place)
    await app.call(api.deleteInspection, { params: { id } }, owner.token)
    await expect(app.call(api.getInspection, { params: { id } }, owner.token)).rejects.toMatchObject({ status: 404 })
    await expect(app.call(api.restoreInspection, { params: { id } }, stranger.token)).rejects.toMatchObject({
      status: 404,
    })
    expect((await app.call(api.restoreInspection, { params: { id } }, owner.token)).id).toBe(id)
    const log = (await app.call(api.listAudit, { query: {} }, owner.token)).map(({ action }) => action)
    expect(log.slice(0, 2)).toEqual(['inspection_restored', 'inspection_deleted'])
    expect((await app.call(api.getInspection, { params: { id } }, owner.token)).id).toBe(id)
  })

  test('with a list keeps what it was asked', async () => {
    const { checklists, template } = await app.call(api.listChecklists, { query: {} }, owner.token, 'de')
    expect(template.length).toBeGreaterThan(3)
    const round = checklists.find(list => list.ready_made)
    expect(round?.name).not.toBe('')
  })
})
