import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Inspection, InspectionChange } from '#shared/contract/diary/inspections.ts'
import { api } from '#shared/contract/index.ts'
import { aLocation, BROILER } from '../../testing/a-location.ts'
import { aUser, type TestUser } from '../../testing/a-user.ts'
import { anInspection } from '../../testing/an-inspection.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'

let app: TestApp
let anna: TestUser
let bert: TestUser
let place: Awaited<ReturnType<typeof aLocation>>
let list: { id: number; version: number }
let inspection: Inspection
beforeAll(async () => {
  app = await startTestApp()
  anna = await aUser(app, { name: 'Anna' })
  bert = await aUser(app, { name: 'Bert' })
  const areas = [1, 2].map(number => ({ name: `Barn ${number}`, area_type_id: BROILER }))
  place = await aLocation(app, anna, { with: [bert], areas })
  const items = [
    { key: 'calm', name: 'Calm?', input: 'yes_no' as const },
    { key: 'sick', name: 'Sick?', input: 'yes_no' as const },
    { key: 'count', name: 'How many?', input: 'number' as const, parent: 'sick' },
  ]
  list = await app.call(api.createChecklist, { body: { name: 'Round', items } }, anna.token)
})
afterAll(() => app.close())
beforeEach(async () => {
  inspection = await anInspection(app, anna, place, { notes: 'first', checklist_id: list.id, answers: { calm: true } })
})

const change = (user: TestUser, changes: Omit<InspectionChange, 'version'>, version = 1) =>
  app.call(api.updateInspection, { params: { id: inspection.id }, body: { version, ...changes } }, user.token)
const now = () => app.call(api.getInspection, { params: { id: inspection.id } }, anna.token)
const contested = (...fields: string[]) => ({
  status: 409,
  code: 'changed_meanwhile',
  errors: Object.fromEntries(fields.map(field => [field, expect.anything()])),
})

describe('[decisions §13] a program', () => {
  test('that names no client id makes a new one each time, and one that names no version overwrites', async () => {
    const body = { location_id: place.id, date: app.clock.iso(), notes: 'by a program' }
    const [one, other] = [
      await app.call(api.createInspection, { body }, anna.token),
      await app.call(api.createInspection, { body }, anna.token),
    ]
    expect(one?.id).not.toBe(other?.id)
    expect(one?.client_id).not.toBe(other?.client_id)
    await change(bert, { notes: 'Floor wet' })
    const overwritten = { params: { id: inspection.id }, body: { notes: 'Floor dry' } }
    expect(await app.call(api.updateInspection, overwritten, anna.token)).toMatchObject({ notes: 'Floor dry' })
  })
})

describe('[beyond 9] an inspection that several people change', () => {
  test('different fields: both survive, one after the other and at once', async () => {
    await change(anna, { notes: 'wet litter' })
    await change(bert, { impression: 'bad', answers: { sick: true } })
    expect(await now()).toMatchObject({
      version: 3,
      notes: 'wet litter',
      impression: 'bad',
      answers: { calm: true, sick: true },
      updated_by: 'Bert',
    })
    await Promise.all([
      change(anna, { reminder: 'look again', answers: { calm: false } }, 3),
      change(bert, { needs_attention: true, answers: { count: 4 } }, 3),
      change(anna, { reminder_date: '2031-01-01T00:00:00Z' }, 3),
      change(bert, { area_ids: [place.area.id] }, 3),
    ])
    expect(await now()).toMatchObject({
      version: 7,
      reminder: 'look again',
      needs_attention: true,
      reminder_date: '2031-01-01T00:00:00.000Z',
      areas: [{ name: 'Barn 1' }],
      answers: { calm: false, sick: true, count: 4 },
    })
  })

  test('the same field changed to something else is refused by name, and nothing is saved', async () => {
    await change(anna, { notes: 'Anna says', answers: { calm: false } })
    await expect(
      change(bert, { notes: 'Bert says', impression: 'bad', answers: { calm: null } }),
    ).rejects.toMatchObject(contested('notes', 'answers.calm'))
    expect(await now()).toMatchObject({ version: 2, notes: 'Anna says', impression: null })
    expect(await change(bert, { notes: 'Bert says' }, 2)).toMatchObject({ version: 3, notes: 'Bert says' })
  })

  test('the same field changed to the same is no conflict, and no new version', async () => {
    await change(anna, { notes: 'same' })
    expect(await change(bert, { notes: 'same' })).toMatchObject({ version: 2, updated_by: 'Anna' })
  })

  test('of two who change one field at once, one is told', async () => {
    const outcomes = await Promise.allSettled([change(anna, { notes: 'A' }), change(bert, { notes: 'B' })])
    expect(outcomes.filter(one => one.status === 'fulfilled')).toHaveLength(1)
    expect(outcomes.find(one => one.status === 'rejected')).toMatchObject({ reason: contested('notes') })
  })

  test('an update sent again by the same person changes nothing', async () => {
    const first = await change(anna, { notes: 'again', answers: { sick: true, count: 2 } })
    expect(await change(anna, { notes: 'again', answers: { sick: true, count: 2 } })).toEqual(first)
  })

  test('an answer that another takes away with the yes above it is not lost in silence', async () => {
    await change(anna, { answers: { sick: true } })
    await change(bert, { answers: { count: 3 } }, 2)
    await expect(change(anna, { answers: { sick: false } }, 2)).rejects.toMatchObject(contested('answers.count'))
    await change(anna, { answers: { sick: false } }, 3)
    expect((await now()).answers).toEqual({ calm: true, sick: false })
    await expect(change(bert, { answers: { sick: true, count: 5 } }, 3)).rejects.toMatchObject(
      contested('answers.sick', 'answers.count'),
    )
  })

  test('moves to another location of theirs, as a whole unless its areas are said', async () => {
    const other = await aLocation(app, anna, { name: 'Elders' })
    await change(anna, { area_ids: [place.area.id] })
    await expect(change(anna, { location_id: other.id, area_ids: [place.area.id] }, 2)).rejects.toMatchObject({
      errors: { area_ids: expect.anything() },
    })
    expect(await change(anna, { location_id: other.id }, 2)).toMatchObject({ location_name: 'Elders', areas: [] })
    const theirs = await aLocation(app, bert, { name: 'Bert' })
    await expect(change(anna, { location_id: theirs.id }, 3)).rejects.toMatchObject({ status: 404 })
  })
})

describe('an inspection of an area that is deleted', () => {
  test('is one of it again once it is brought back, also where its other areas were changed meanwhile', async () => {
    const areas = ['A', 'B', 'C'].map(name => ({ name, area_type_id: BROILER }))
    const barns = await aLocation(app, anna, { areas })
    const idOf = (name: string) => barns.areas.find(area => area.name === name)?.id ?? 0
    const { id } = await anInspection(app, anna, barns, { area_ids: [idOf('A'), idOf('B')] })
    const params = { id }
    const namesOf = async () =>
      (await app.call(api.getInspection, { params }, anna.token)).areas.map(({ name }) => name)
    await app.call(api.deleteArea, { params: { id: idOf('A') } }, anna.token)
    await app.call(api.updateInspection, { params, body: { area_ids: [idOf('C')] } }, anna.token)
    expect(await namesOf()).toEqual(['C'])
    await app.call(api.restoreArea, { params: { id: idOf('A') } }, anna.token)
    expect(await namesOf()).toEqual(['A', 'C'])
    // The whole location has no areas to come back.
    await app.call(api.deleteArea, { params: { id: idOf('A') } }, anna.token)
    await app.call(api.updateInspection, { params, body: { area_ids: [] } }, anna.token)
    await app.call(api.restoreArea, { params: { id: idOf('A') } }, anna.token)
    expect(await namesOf()).toEqual([])
  })
})
