import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { Checklist, ChecklistInput } from '#shared/contract/diary/checklists.ts'
import { api } from '#shared/contract/index.ts'
import { jsonOf } from '../../kit/database/json.ts'
import { aLocation } from '../../testing/a-location.ts'
import { aFirstUser, aUser, type TestUser } from '../../testing/a-user.ts'
import { anInspection } from '../../testing/an-inspection.ts'
import { countQueries } from '../../testing/count-queries.ts'
import { countRows } from '../../testing/count-rows.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { writeReadyLists } from './ready-lists.ts'

type Input = z.input<typeof ChecklistInput>
let app: TestApp
let admin: TestUser
let owner: TestUser
let other: TestUser
let place: Awaited<ReturnType<typeof aLocation>>
let round: Checklist
beforeAll(async () => {
  app = await startTestApp()
  admin = await aFirstUser(app)
  owner = await aUser(app)
  other = await aUser(app)
  place = await aLocation(app, owner, { with: [other] })
  // Two processes that start on an empty database do this.
  await app.services.db.deleteFrom('checklist_versions').execute()
  await app.services.db.deleteFrom('checklists').execute()
  await Promise.all([1, 2].map(() => writeReadyLists(app.services.db, app.clock.iso())))
  round = (await listsOf(owner)).find(list => list.name === 'Daily round') as Checklist
})
afterAll(() => app.close())

const listsOf = async (user: TestUser, language = 'en') =>
  (await app.call(api.listChecklists, { query: {} }, user.token, language)).checklists
const create = (body: Input, user = owner) => app.call(api.createChecklist, { body }, user.token)
const read = async (id: number, language = 'en') =>
  (await app.call(api.listChecklists, { query: { checklist_id: id } }, owner.token, language)).checklist as Checklist
const CALM = { key: 'calm', name: 'Calm?', input: 'yes_no' as const }

describe('[specification §3] checklists', () => {
  test('come with the product, in the language of the reader, and nobody changes those', async () => {
    const german = (await listsOf(owner, 'de')).find(list => list.id === round.id)
    expect(german?.name).toBe('Täglicher Rundgang')
    expect(german?.items[0]).toMatchObject({
      name: 'Sind die Tiere ruhig und aufmerksam?',
      own: false,
      category: 'animals',
    })
    expect([round.ready_made, round.created_by, round.may]).toEqual([true, null, []])
    for (const user of [owner, admin])
      await expect(
        app.call(api.updateChecklist, { params: { id: round.id }, body: { name: 'x', items: [] } }, user.token),
      ).rejects.toMatchObject({ status: 403 })
  })

  test('are written once, however often the server starts', async () => {
    const before = await listsOf(owner)
    await Promise.all([1, 2].map(() => writeReadyLists(app.services.db, app.clock.iso())))
    expect(await listsOf(owner)).toEqual(before)
    expect(new Set(before.map(list => list.name)).size).toBe(before.length)
  })

  test('outlive an older release that runs beside this one or after it', async () => {
    const { db } = app.services
    const before = await listsOf(owner)
    // A newer release changed the daily round, and brought a list that this one does not know.
    const { version } = await db
      .updateTable('checklists')
      .set(eb => ({ version: eb('version', '+', 1) }))
      .where('id', '=', round.id)
      .returning('version')
      .executeTakeFirstOrThrow()
    const newer = { checklist_id: round.id, version, name: 'Daily round', items: jsonOf([]) }
    await db.insertInto('checklist_versions').values(newer).execute()
    const list = {
      ready_key: 'of_tomorrow',
      area_type_id: null,
      area_ids: jsonOf([]),
      copied_from: null,
      created_by: null,
    }
    const { id } = await db
      .insertInto('checklists')
      .values({ ...list, version: 1, updated_at: app.clock.iso(), deleted_at: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('checklist_versions')
      .values({ checklist_id: id, version: 1, name: 'x', items: jsonOf([]) })
      .execute()
    await writeReadyLists(db, app.clock.iso())
    expect((await listsOf(owner)).map(one => one.id)).toEqual(before.map(one => one.id))
    const stored = (wanted: number) =>
      db.selectFrom('checklists').selectAll().where('id', '=', wanted).executeTakeFirstOrThrow()
    expect(await stored(round.id)).toMatchObject({ version })
    expect(await stored(id)).toMatchObject({ deleted_at: null })
    await db.deleteFrom('checklist_versions').where('checklist_id', '=', id).execute()
    await db.deleteFrom('checklists').where('id', '=', id).execute()
    await db
      .deleteFrom('checklist_versions')
      .where('version', '=', version)
      .where('checklist_id', '=', round.id)
      .execute()
    await db.updateTable('checklists').set({ version: round.version }).where('id', '=', round.id).execute()
  })

  test('that an older release took away are there again', async () => {
    const before = await listsOf(owner)
    await app.services.db
      .updateTable('checklists')
      .set({ deleted_at: app.clock.iso() })
      .where('id', '=', round.id)
      .execute()
    await writeReadyLists(app.services.db, app.clock.iso())
    expect(await listsOf(owner)).toEqual(before)
  })

  test('are made from scratch, for areas: co-owners use them, strangers do not', async () => {
    const stranger = await aUser(app)
    const list = await create({ name: 'Mine', items: [CALM], area_ids: [place.area.id] })
    expect(list).toMatchObject({ version: 1, created_by: owner.name, may: ['edit', 'delete'], ready_made: false })
    expect(list.items[0]).toMatchObject({ ...CALM, own: true, category: null, required: false, parent: null })
    expect((await listsOf(other)).find(one => one.id === list.id)?.may).toEqual([])
    expect((await listsOf(stranger)).some(one => one.id === list.id)).toBe(false)
    await expect(create({ name: 'x', items: [], area_ids: [place.area.id] }, stranger)).rejects.toMatchObject({
      errors: { area_ids: expect.anything() },
    })
  })

  test('cannot be what makes no sense, and each place is named', async () => {
    const items = [
      { ...CALM, parent: 'later' },
      CALM,
      { key: 'later', name: 'x', input: 'choice' as const },
      { key: 'range', name: 'x', input: 'number' as const, min: 5, max: 1 },
      { key: 'animals_calm', name: 'x', input: 'text' as const },
      { key: 'c', name: 'x', input: 'choice' as const, choices: [{ value: 'a', name: 'A' }], photo_when: 'b' },
    ]
    await expect(create({ name: 'x', items })).rejects.toMatchObject({
      status: 422,
      errors: {
        'items.0.parent': expect.anything(),
        'items.1.key': expect.anything(),
        'items.2.choices': expect.anything(),
        'items.3.max': expect.anything(),
        'items.4.input': expect.anything(),
        'items.5.photo_when': expect.anything(),
      },
    })
  })

  test('[specification §5] a copy keeps what is required on the list it was copied from', async () => {
    const without = round.items.filter(item => item.key !== 'animals_calm')
    const refused = { status: 422, errors: { items: [expect.stringContaining('calm and alert')] } }
    await expect(create({ name: 'Copy', items: without, copied_from: round.id })).rejects.toMatchObject(refused)
    const optional = round.items.map(item => ({ ...item, required: false }))
    await expect(create({ name: 'Copy', items: optional, copied_from: round.id })).rejects.toMatchObject({
      status: 422,
    })
    const copy = await create({ name: 'Copy', items: round.items, copied_from: round.id })
    const change = (items: Input['items']) =>
      app.call(api.updateChecklist, { params: { id: copy.id }, body: { name: 'Copy', items } }, owner.token)
    await expect(change(without)).rejects.toMatchObject(refused)
    expect((await change(round.items.filter(item => item.required))).version).toBe(2)
  })

  test('[specification §3] an inspection keeps what it was asked when its list changes or goes', async () => {
    const items = [
      { key: 'animals_calm', name: 'Are the animals calm and alert?', input: 'yes_no' as const, required: true },
      { key: 'own', name: 'Own?', input: 'number' as const },
    ]
    const list = await create({ name: 'Changing', items })
    const inspection = await anInspection(app, owner, place, {
      checklist_id: list.id,
      answers: { animals_calm: true, own: 3 },
    })
    const change = (changed: Input['items'], version = 1) =>
      app.call(
        api.updateChecklist,
        { params: { id: list.id }, body: { name: 'Changed', items: changed, version } },
        owner.token,
      )
    expect((await change([{ ...CALM, key: 'ow_', input: 'text' }, ...items])).version).toBe(2)
    expect((await change(items, 2)).version).toBe(3)
    await expect(change([{ ...CALM, key: 'own', input: 'text' }], 3)).rejects.toMatchObject({
      errors: { 'items.0.input': expect.anything() },
    })
    expect((await change([CALM], 3)).version).toBe(4)
    await expect(change([], 1)).rejects.toMatchObject({ code: 'changed_meanwhile' })
    await app.call(api.deleteChecklist, { params: { id: list.id } }, owner.token)
    const kept = await app.call(api.getInspection, { params: { id: inspection.id } }, owner.token, 'nl')
    expect(kept.checklist_name).toBe('Changing')
    expect(kept.items.map(item => item.name)).toEqual(['Zijn de dieren rustig en alert?', 'Own?'])
    await expect(read(list.id)).rejects.toMatchObject({ status: 404 })
    // Begun before the list was deleted, sent afterwards.
    const late = { checklist_id: list.id, checklist_version: 1, answers: { animals_calm: false } }
    expect((await anInspection(app, owner, place, late)).asked).toBe(2)
    await expect(anInspection(app, owner, place, { ...late, checklist_version: 9 })).rejects.toMatchObject({
      errors: { checklist_version: expect.anything() },
    })
  })

  test('[specification §5] what is required and asked must be answered, and answered as asked', async () => {
    const refusedFor = (errors: string[], answers: Record<string, never> | object) =>
      expect(
        anInspection(app, owner, place, { checklist_id: round.id, answers: answers as never }),
      ).rejects.toMatchObject({
        status: 422,
        errors: Object.fromEntries(errors.map(key => [`answers.${key}`, expect.anything()])),
      })
    const required = round.items.filter(item => item.required).map(item => item.key)
    await refusedFor(required, {})
    const answers = Object.fromEntries(required.map(key => [key, key === 'animals_dead' ? 0 : true]))
    await refusedFor(['animals_dead'], { ...answers, animals_dead: 1.5 })
    await refusedFor(['nobody_asked'], { ...answers, nobody_asked: true })
    const done = await anInspection(app, owner, place, {
      checklist_id: round.id,
      answers: { ...answers, animals_sick: false, animals_sick_count: 7 },
    })
    // Hidden below a no: not an answer.
    expect(done.answers).toEqual({ ...answers, animals_sick: false })
    expect(done.answered).toBe(required.length)
    await expect(anInspection(app, owner, place, { answers: { calm: true } })).rejects.toMatchObject({
      errors: { answers: expect.anything() },
    })
  })

  test('answers stand side by side, the newest last', async () => {
    const list = await create({ name: 'Compared', items: [CALM, { key: 'n', name: 'N', input: 'number' }] })
    for (const n of [1, 2, 3]) {
      app.clock.forward(60_000)
      await anInspection(app, owner, place, { checklist_id: list.id, area_ids: [place.area.id], answers: { n } })
    }
    const ask = (query: object) => app.call(api.listInspectionItems, { query }, owner.token)
    const all = await ask({ checklist_id: list.id, location_id: place.id })
    expect(all.total).toBe(3)
    expect(all.rows.map(row => [row.item.key, row.answers])).toEqual([
      ['calm', [null, null, null]],
      ['n', [1, 2, 3]],
    ])
    const two = await ask({ checklist_id: list.id, area_id: place.area.id, limit: 2 })
    expect([two.total, two.rows[1]?.answers]).toEqual([3, [2, 3]])
  })
})

describe('[specification §3] checklists of many farms', () => {
  const lists = async (count: number, user: TestUser, area_ids: number[]) => {
    for (let nth = 0; nth < count; nth++) await create({ name: `List ${nth}`, items: [CALM], area_ids }, user)
  }

  test('cost whoever sees none of them nothing', async () => {
    const stranger = await aUser(app)
    const theirs = await aLocation(app, stranger)
    const read = () => countRows(app, () => listsOf(owner))
    const before = await read()
    await lists(10, stranger, [theirs.area.id])
    await lists(5, stranger, [])
    expect(await read()).toBe(before)
    expect(await listsOf(stranger)).toHaveLength((await listsOf(await aUser(app))).length + 15)
  })

  test('are there for whoever sees one of their areas, also among many', async () => {
    const [maker, reader] = [await aUser(app), await aUser(app)]
    const areas = Array.from({ length: 40 }, (_, nth) => ({ name: `Barn ${nth}`, area_type_id: 25 }))
    const many = await aLocation(app, maker, { areas })
    const common = await aLocation(app, maker, { with: [reader] })
    const area_ids = [...many.areas.map(({ id }) => id), common.area.id]
    const body = { name: 'Everywhere', items: [CALM], area_ids }
    const questions = await countQueries(app, () => create({ ...body, area_ids: [common.area.id] }, maker))
    expect(await countQueries(app, () => create(body, maker))).toBe(questions)
    expect((await listsOf(reader)).filter(({ name }) => name === 'Everywhere')).toHaveLength(2)
    await expect(create(body, reader)).rejects.toMatchObject({ errors: { area_ids: [expect.any(String)] } })
  })
})
