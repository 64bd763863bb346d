import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CallInput } from '#shared/contract/endpoint.ts'
import { api } from '#shared/contract/index.ts'
import { HOUR_MS } from '#shared/rules/time/units.ts'
import { aLocation, BROILER } from '../testing/a-location.ts'
import { aUser, type TestUser } from '../testing/a-user.ts'
import { anInspection } from '../testing/an-inspection.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'

const NOON = Date.parse('2026-04-20T10:00:00Z')
let app: TestApp
let owner: TestUser
let checklist_id = 0
beforeAll(async () => {
  app = await startTestApp({ now: NOON })
  owner = await aUser(app)
  const { template } = await app.call(api.listChecklists, { query: {} }, owner.token)
  const items = template
    .flatMap(category => [...category.items, ...category.categories.flatMap(one => one.items)])
    .filter(({ key }) => /^(animals_(dead|culled)|work_animals_(in|out)|water_meter)$/.test(key))
    .map(({ key, name, input, unit, decimals, min, max }) => ({ key, name, input, unit, decimals, min, max }))
  const list = await app.call(api.createChecklist, { body: { name: 'Counts', items } }, owner.token)
  checklist_id = list.id
})
afterAll(() => app.close())

const aBarn = async (areas = 1) => {
  const location = await aLocation(app, owner, {
    time_zone: 'Europe/Amsterdam',
    areas: Array.from({ length: areas }, (_, n) => ({ name: `Barn ${n}`, area_type_id: BROILER })),
  })
  const params = { id: location.area.id }
  return {
    location,
    params,
    round: (body: CallInput<typeof api.createRound>['body']) =>
      app.call(api.createRound, { params, body }, owner.token),
    inspect: (date: string, answers: Record<string, number>, area_ids = [location.area.id]) =>
      anInspection(app, owner, location, { date, area_ids, checklist_id, answers }),
    correct: (id: number, body: Omit<CallInput<typeof api.updateInspection>['body'], 'version'>) =>
      app.call(api.updateInspection, { params: { id }, body }, owner.token),
    open: (user = owner) => app.call(api.listDiaryCounts, { params }, user.token),
    answer: (answers: CallInput<typeof api.answerDiaryCounts>['body']['answers'], user = owner) =>
      app.call(api.answerDiaryCounts, { params, body: { answers } }, user.token),
    rounds: () => app.call(api.listRounds, { params }, owner.token),
  }
}

describe('animals that inspections counted', () => {
  test('are asked about, and become losses of their round once somebody says so', async () => {
    const { round, inspect, open, answer, rounds } = await aBarn()
    const { id } = await round({ date_in: '2026-04-01', animals: 1000 })
    const first = await inspect('2026-04-10T22:30:00Z', { animals_dead: 3, animals_culled: 2 })
    await inspect('2026-04-12T08:00:00Z', { animals_dead: 0 })
    expect(await open()).toEqual([
      {
        inspection_id: first.id,
        // Half past midnight at the barn.
        date: '2026-04-11',
        kind: 'lost',
        animals: 5,
        round: { id, name: null, date_in: '2026-04-01' },
        known: 0,
        taken: null,
        moved: null,
        elsewhere: null,
        ways: ['add'],
      },
    ])
    expect((await rounds())[0]).toMatchObject({ lost: 0, present: 1000 })
    const yes = { inspection_id: first.id, kind: 'lost' as const, animals: 5, take: true }
    await answer([yes])
    // A second tap, or another process, counts nothing twice.
    await Promise.all([answer([yes]), answer([yes])])
    expect((await rounds())[0]).toMatchObject({ lost: 5, present: 995 })
    expect(await open()).toEqual([])
    expect(await app.call(api.listLosses, { params: { id } }, owner.token)).toMatchObject([
      { date: '2026-04-11', kind: 'lost', animals: 5, inspection_id: first.id },
    ])
  })

  test('are taken over once where two people answer at once, and asked about again when the inspection says another number', async () => {
    const { round, inspect, open, answer, rounds } = await aBarn()
    await round({ date_in: '2026-04-01', animals: 100 })
    const { id } = await inspect('2026-04-10T08:00:00Z', { animals_dead: 4 })
    const yes = { inspection_id: id, kind: 'lost' as const, animals: 4, take: true }
    await Promise.all([answer([yes]), answer([yes])])
    expect((await rounds())[0]?.lost).toBe(4)
    const change = (dead: number) =>
      app.call(api.updateInspection, { params: { id }, body: { answers: { animals_dead: dead } } }, owner.token)
    await change(6)
    await expect(answer([{ ...yes, animals: 5 }])).rejects.toMatchObject({ code: 'changed_meanwhile' })
    expect(await open()).toMatchObject([{ animals: 6, taken: 4, known: 0 }])
    await answer([{ ...yes, animals: 6 }])
    expect((await rounds())[0]?.lost).toBe(6)
    await change(0)
    expect(await open()).toMatchObject([{ animals: 0, taken: 6, ways: ['withdraw'] }])
    await answer([{ ...yes, animals: 0 }])
    expect((await rounds())[0]?.lost).toBe(0)
    expect(await open()).toEqual([])
  })

  test('stay out where somebody leaves them out, and say what is written down for that day already', async () => {
    const { round, inspect, open, answer, rounds } = await aBarn()
    const { id } = await round({ date_in: '2026-04-01', animals: 100 })
    await app.call(api.createLoss, { params: { id }, body: { date: '2026-04-10', animals: 2 } }, owner.token)
    const inspection = await inspect('2026-04-10T08:00:00Z', { animals_dead: 2 })
    expect(await open()).toMatchObject([{ known: 2 }])
    await answer([{ inspection_id: inspection.id, kind: 'lost', animals: 2, take: false }])
    expect(await open()).toEqual([])
    expect((await rounds())[0]?.lost).toBe(2)
  })

  test('that are deleted and brought back are still those of their inspection', async () => {
    const { round, inspect, open, answer, correct } = await aBarn()
    const { id } = await round({ date_in: '2026-04-01', animals: 100 })
    const inspection = await inspect('2026-04-10T08:00:00Z', { animals_dead: 5 })
    await answer([{ inspection_id: inspection.id, kind: 'lost', animals: 5, take: true }])
    const losses = () => app.call(api.listLosses, { params: { id } }, owner.token)
    const bringBack = (body: CallInput<typeof api.createLoss>['body']) =>
      app.call(api.createLoss, { params: { id }, body }, owner.token)
    const [{ id: lossId, ...loss } = { id: 0, date: '', kind: 'lost' as const, animals: 0 }] = await losses()
    // A count that is there is nobody else's, nor is one with another number.
    expect(await bringBack(loss)).toMatchObject({ inspection_id: null })
    await app.call(api.deleteLoss, { params: { id: lossId } }, owner.token)
    expect(await bringBack({ ...loss, animals: 4 })).toMatchObject({ inspection_id: null })
    expect(await bringBack(loss)).toMatchObject({ inspection_id: inspection.id })
    await correct(inspection.id, { answers: { animals_dead: 6 } })
    expect(await open()).toMatchObject([{ animals: 6, taken: 5, known: 9 }])
  })

  test('that come or go begin a round, come later, leave early or end it', async () => {
    const { round, inspect, open, answer, rounds } = await aBarn()
    const came = await inspect('2026-04-01T08:00:00Z', { work_animals_in: 900 })
    expect(await open()).toMatchObject([{ kind: 'in', animals: 900, round: null, ways: ['begin'] }])
    await expect(answer([{ inspection_id: came.id, kind: 'in', animals: 900, take: true }])).rejects.toMatchObject({
      code: 'changed_meanwhile',
    })
    const made = await round({ date_in: '2026-04-01', animals: 900 })
    expect(await open()).toEqual([])
    const more = await inspect('2026-04-02T08:00:00Z', { work_animals_in: 100 })
    const some = await inspect('2026-04-10T08:00:00Z', { work_animals_out: 300, animals_dead: 1 })
    const all = await inspect('2026-04-15T08:00:00Z', { work_animals_out: 5000 })
    expect((await open()).map(({ kind, ways }) => [kind, ways])).toEqual([
      ['out', ['end']],
      ['lost', ['add']],
      ['out', ['add', 'end']],
      ['in', ['add']],
    ])
    await answer([
      { inspection_id: more.id, kind: 'in', animals: 100, take: true },
      { inspection_id: some.id, kind: 'out', animals: 300, take: true },
      { inspection_id: some.id, kind: 'lost', animals: 1, take: true },
    ])
    expect((await rounds())[0]).toMatchObject({ put_in_later: 100, taken_out: 300, lost: 1, present: 699 })
    const { version } = made
    const ended = { date_in: '2026-04-01', animals: 900, date_out: '2026-04-15', version }
    await app.call(api.updateRound, { params: { id: made.id }, body: ended }, owner.token)
    expect(await open()).toEqual([])
    await expect(answer([{ inspection_id: all.id, kind: 'out', animals: 5000, take: true }])).rejects.toMatchObject({
      code: 'changed_meanwhile',
    })
  })

  test('that came are never taken back where more have gone since', async () => {
    const { round, inspect, open, answer, rounds } = await aBarn()
    const { id } = await round({ date_in: '2026-04-01', animals: 100 })
    const came = await inspect('2026-04-02T08:00:00Z', { work_animals_in: 50 })
    const yes = { inspection_id: came.id, kind: 'in' as const, take: true }
    const correct = (body: Omit<CallInput<typeof api.updateInspection>['body'], 'version'>) =>
      app.call(api.updateInspection, { params: { id: came.id }, body }, owner.token)
    await answer([{ ...yes, animals: 50 }])
    await app.call(api.createLoss, { params: { id }, body: { date: '2026-04-04', animals: 140 } }, owner.token)
    for (const animals of [0, 39]) {
      await correct({ answers: { work_animals_in: animals } })
      expect(await open()).toMatchObject([{ kind: 'in', animals, taken: 50, ways: ['change'] }])
      await expect(answer([{ ...yes, animals }])).rejects.toMatchObject({ code: 'changed_meanwhile' })
      expect((await rounds())[0]).toMatchObject({ put_in_later: 50, present: 10 })
    }
    const days = { date_in: '2026-04-01', date_out: '2026-04-05', animals: 100 }
    await app.call(api.updateRound, { params: { id }, body: days }, owner.token)
    await round({ date_in: '2026-04-06', animals: 100 })
    await correct({ date: '2026-04-07T08:00:00Z' })
    await expect(answer([{ ...yes, animals: 39 }])).rejects.toMatchObject({
      errors: { animals: [expect.stringContaining('10.')] },
    })
    expect((await rounds()).map(({ present }) => present)).toEqual([100, 10])
    await correct({ date: '2026-04-02T08:00:00Z', answers: { work_animals_in: 40 } })
    await answer([{ ...yes, animals: 40 }])
    expect((await rounds())[1]).toMatchObject({ put_in_later: 40, present: 0 })
  })

  test('follow an inspection to another area, and are in one place all the time', async () => {
    const { location, params, round, inspect, correct, open, answer, rounds } = await aBarn(2)
    const other = location.areas.find(({ id }) => id !== location.area.id) ?? { id: 0, name: '' }
    const there = { params: { id: other.id } }
    const ofOther = () => app.call(api.listDiaryCounts, there, owner.token)
    const lostIn = async () => [
      (await rounds())[0]?.lost,
      (await app.call(api.listRounds, there, owner.token))[0]?.lost,
    ]
    await round({ date_in: '2026-04-01', animals: 100 })
    const elsewhere = { ...there, body: { date_in: '2026-04-01', animals: 100 } }
    await app.call(api.createRound, elsewhere, owner.token)
    const { id } = await inspect('2026-04-10T08:00:00Z', { animals_dead: 5 })
    const yes = { inspection_id: id, kind: 'lost' as const, animals: 5, date: '2026-04-10', take: true }
    await answer([yes])
    await correct(id, { area_ids: [other.id] })
    expect(await open()).toMatchObject([{ animals: 0, taken: 5, moved: 'area', ways: ['withdraw'] }])
    const { name } = location.area
    expect(await ofOther()).toMatchObject([{ animals: 5, taken: null, elsewhere: { area_name: name }, ways: ['add'] }])
    await app.call(api.answerDiaryCounts, { ...there, body: { answers: [yes] } }, owner.token)
    expect([await lostIn(), await open(), await ofOther()]).toEqual([[0, 5], [], []])
    // Back again, of several areas, and of one: taken back where nobody counts it.
    await correct(id, { area_ids: [params.id] })
    expect(await open()).toMatchObject([{ animals: 5, elsewhere: { area_name: other.name }, ways: ['add'] }])
    await answer([yes])
    expect([await lostIn(), await ofOther()]).toEqual([[5, 0], []])
    await correct(id, { area_ids: [params.id, other.id] })
    expect([await ofOther(), (await open()).length]).toEqual([[], 1])
    const back = { ...yes, animals: 0 }
    await answer([{ ...back, take: false }])
    expect([await lostIn(), await open()]).toEqual([[5, 0], []])
    await correct(id, { area_ids: [params.id] })
    await correct(id, { area_ids: [other.id] })
    await app.call(api.answerDiaryCounts, { ...there, body: { answers: [yes] } }, owner.token)
    expect(await lostIn()).toEqual([0, 5])
  })

  test('go to another round with the day of their inspection, or out of all', async () => {
    const { round, inspect, correct, open, answer, rounds } = await aBarn()
    await round({ date_in: '2026-04-01', date_out: '2026-04-05', animals: 100 })
    await round({ date_in: '2026-04-08', animals: 100 })
    const { id } = await inspect('2026-04-03T08:00:00Z', { animals_dead: 5 })
    const yes = { inspection_id: id, kind: 'lost' as const, animals: 5, date: '2026-04-03', take: true }
    await answer([yes])
    const lost = async () => (await rounds()).map(one => one.lost)
    expect(await lost()).toEqual([0, 5])
    await correct(id, { date: '2026-04-09T08:00:00Z' })
    expect(await open()).toMatchObject([{ date: '2026-04-09', animals: 5, taken: 5, moved: 'day', ways: ['add'] }])
    await expect(answer([yes])).rejects.toMatchObject({ code: 'changed_meanwhile' })
    await answer([{ ...yes, date: '2026-04-09' }])
    expect([await lost(), await open()]).toEqual([[5, 0], []])
    // On that day there was no round.
    await correct(id, { date: '2026-04-07T08:00:00Z' })
    expect(await open()).toMatchObject([{ animals: 5, taken: 5, moved: 'day', ways: ['withdraw'] }])
    await answer([{ ...yes, date: '2026-04-07' }])
    expect([await lost(), await open()]).toEqual([[0, 0], []])
    await correct(id, { date: '2026-04-02T08:00:00Z' })
    await answer([{ ...yes, date: '2026-04-02', take: false }])
    expect([await lost(), await open()]).toEqual([[0, 0], []])
    await correct(id, { date: '2026-04-04T08:00:00Z' })
    await answer([{ ...yes, date: '2026-04-04' }])
    // Too long ago to be asked about as a count of its day: it is asked whether it stays.
    await correct(id, { date: '2026-01-04T08:00:00Z' })
    expect(await open()).toMatchObject([{ animals: 0, taken: 5, moved: 'day', ways: ['withdraw'] }])
  })

  test('of an inspection that was moved stay in a place that its writer may not change, until it is taken back there', async () => {
    const { location, params, round, inspect, correct, open, answer } = await aBarn()
    const own = await aBarn()
    await round({ date_in: '2026-04-01', animals: 100 })
    await own.round({ date_in: '2026-04-01', animals: 100 })
    const { id } = await inspect('2026-04-10T08:00:00Z', { animals_dead: 5 })
    const yes = { inspection_id: id, kind: 'lost' as const, animals: 5, take: true }
    await answer([yes])
    const next = await aUser(app)
    await app.services.db
      .updateTable('location_owners')
      .set({ email: next.email })
      .where('location_id', '=', location.id)
      .execute()
    await app.services.db
      .updateTable('inspections')
      .set({ location_id: own.location.id, only_area_id: own.params.id })
      .where('id', '=', id)
      .execute()
    expect(await own.open()).toMatchObject([{ animals: 5, elsewhere: { area_name: null }, ways: [] }])
    await expect(own.answer([yes])).rejects.toMatchObject({ code: 'changed_meanwhile' })
    const asked = await open(next)
    expect(asked).toMatchObject([{ animals: 0, taken: 5, moved: 'area', ways: ['withdraw'] }])
    await answer([{ ...yes, animals: 0 }], next)
    await own.answer([yes])
    expect((await own.rounds())[0]?.lost).toBe(5)
    expect((await app.call(api.listRounds, { params }, next.token))[0]?.lost).toBe(0)
    await correct(id, { notes: 'Still the own one' })
    expect([await own.open(), await open(next)]).toEqual([[], []])
  })

  test('of a deleted round are asked about again, and are answered once it is brought back', async () => {
    const { params, round, inspect, open, answer, rounds } = await aBarn()
    const one = await round({ date_in: '2026-04-01', animals: 100 })
    const dead = await inspect('2026-04-10T08:00:00Z', { animals_dead: 7 })
    const left = await inspect('2026-04-11T08:00:00Z', { animals_dead: 1 })
    const yes = { inspection_id: dead.id, kind: 'lost' as const, animals: 7, take: true }
    await answer([yes, { inspection_id: left.id, kind: 'lost', animals: 1, take: false }])
    const remove = (id: number) => app.call(api.deleteRound, { params: { id } }, owner.token)
    const restore = (id: number) => app.call(api.restoreRound, { params: { id } }, owner.token)
    await remove(one.id)
    await restore(one.id)
    expect([await open(), (await rounds())[0]?.lost]).toEqual([[], 7])
    await remove(one.id)
    await expect(remove(one.id)).rejects.toMatchObject({ status: 404 })
    const anew = await app.call(api.createRound, { params, body: { date_in: '2026-04-01', animals: 100 } }, owner.token)
    expect(await open()).toMatchObject([{ inspection_id: dead.id, animals: 7, known: 0, taken: null, ways: ['add'] }])
    await answer([yes])
    expect([await open(), (await rounds())[0]?.lost]).toEqual([[], 7])
    await remove(anew.id)
    expect(await restore(one.id)).toMatchObject({ lost: 0 })
    expect(await open()).toMatchObject([{ inspection_id: dead.id, animals: 7 }])
  })

  test('that came and went over into another round leave a deleted one without animals to bring back', async () => {
    const { round, inspect, answer, rounds } = await aBarn()
    const one = await round({ date_in: '2026-04-01', animals: 100 })
    const came = await inspect('2026-04-02T08:00:00Z', { work_animals_in: 50 })
    const yes = { inspection_id: came.id, kind: 'in' as const, animals: 50, take: true }
    await answer([yes])
    await app.call(api.createLoss, { params: { id: one.id }, body: { date: '2026-04-10', animals: 140 } }, owner.token)
    await app.call(api.deleteRound, { params: { id: one.id } }, owner.token)
    const anew = await round({ date_in: '2026-04-01', animals: 150 })
    await answer([yes])
    await app.call(api.deleteRound, { params: { id: anew.id } }, owner.token)
    await expect(app.call(api.restoreRound, { params: { id: one.id } }, owner.token)).rejects.toMatchObject({
      errors: { animals: [expect.any(String)] },
    })
    expect(await rounds()).toEqual([])
    await app.call(api.restoreRound, { params: { id: anew.id } }, owner.token)
    expect((await rounds())[0]).toMatchObject({ put_in_later: 50, present: 200 })
  })

  test('of several areas, of another area, of a stranger or of long ago are no question', async () => {
    const { location, round, inspect, open, answer } = await aBarn(2)
    await round({ date_in: '2026-01-01', animals: 100 })
    const other = location.areas.find(({ id }) => id !== location.area.id)?.id ?? 0
    await inspect('2026-04-10T08:00:00Z', { animals_dead: 1 }, [location.area.id, other])
    await inspect('2026-04-10T08:00:00Z', { animals_dead: 1 }, [])
    const elsewhere = await inspect('2026-04-10T08:00:00Z', { animals_dead: 1 }, [other])
    await inspect('2026-01-10T08:00:00Z', { animals_dead: 1 })
    expect(await open()).toEqual([])
    await expect(answer([{ inspection_id: elsewhere.id, kind: 'lost', animals: 1, take: true }])).rejects.toMatchObject(
      { code: 'changed_meanwhile' },
    )
    const stranger = await aUser(app)
    await expect(open(stranger)).rejects.toMatchObject({ status: 404 })
    await expect(
      answer([{ inspection_id: elsewhere.id, kind: 'lost', animals: 1, take: false }], stranger),
    ).rejects.toMatchObject({ status: 404 })
  })

  test('of a whole location are those of the only area that it had then', async () => {
    const { location, params, round, inspect, correct, open } = await aBarn()
    await round({ date_in: '2026-04-01', animals: 100 })
    const whole = await inspect('2026-04-10T08:00:00Z', { animals_dead: 1 }, [])
    expect(await open()).toMatchObject([{ animals: 1 }])
    const body = { location_id: location.id, name: 'Barn 2', area_type_id: BROILER }
    const added = await app.call(api.createArea, { body }, owner.token)
    // An area that came later makes nothing of what was counted before, nor of what is corrected of it.
    await correct(whole.id, { notes: 'Corrected', answers: { animals_dead: 2 } })
    expect(await open()).toMatchObject([{ animals: 2 }])
    const later = await inspect('2026-04-11T08:00:00Z', { animals_dead: 4 }, [])
    await app.call(api.deleteArea, { params: { id: added.id } }, owner.token)
    // Nor does one that is gone make the counts of both those of the other.
    expect(await open()).toMatchObject([{ animals: 2 }])
    await correct(later.id, { area_ids: [params.id] })
    expect(await open()).toMatchObject([{ animals: 4 }, { animals: 2 }])
  })

  test('of a former owner are asked of the new one alone', async () => {
    const { location, round, inspect, open } = await aBarn()
    const next = await aUser(app)
    await round({ date_in: '2026-04-01', animals: 100 })
    await inspect('2026-04-10T08:00:00Z', { animals_dead: 1 })
    await app.services.db
      .updateTable('location_owners')
      .set({ email: next.email })
      .where('location_id', '=', location.id)
      .execute()
    await expect(open()).rejects.toMatchObject({ status: 404 })
    expect(await open(next)).toMatchObject([{ animals: 1 }])
  })
})

describe('animals counted by hand', () => {
  test('never become more than there are, nor fewer than none', async () => {
    const { round, rounds } = await aBarn()
    const { id } = await round({ date_in: '2026-04-01', animals: 100 })
    const params = { id }
    const count = (body: CallInput<typeof api.createLoss>['body']) =>
      app.call(api.createLoss, { params, body }, owner.token)
    const came = await count({ date: '2026-04-02', kind: 'in', animals: 20 })
    await count({ date: '2026-04-03', kind: 'out', animals: 110 })
    await expect(count({ date: '2026-04-04', animals: 11 })).rejects.toMatchObject({ code: 'no_valid_input' })
    await expect(app.call(api.deleteLoss, { params: { id: came.id } }, owner.token)).rejects.toMatchObject({
      code: 'no_valid_input',
    })
    expect((await rounds())[0]).toMatchObject({ lost: 0, put_in_later: 20, taken_out: 110, present: 10 })
    await expect(
      app.call(api.updateRound, { params, body: { date_in: '2026-04-01', animals: 89 } }, owner.token),
    ).rejects.toMatchObject({ errors: { animals: [expect.stringContaining('90')] } })
  })

  test('come from a file, all rows or none', async () => {
    const { round, rounds } = await aBarn()
    const { id } = await round({ date_in: '2026-04-01', animals: 100 })
    const load = (losses: CallInput<typeof api.importLosses>['body']['losses']) =>
      app.call(api.importLosses, { params: { id }, body: { losses } }, owner.token)
    await expect(
      load([
        { date: '2026-04-02', animals: 1 },
        { date: '2026-03-02', animals: 1 },
      ]),
    ).rejects.toMatchObject({ errors: { 'losses.1.date': [expect.any(String)] } })
    await expect(
      load([
        { date: '2026-04-02', animals: 60 },
        { date: '2026-04-03', animals: 60 },
      ]),
    ).rejects.toMatchObject({ errors: { 'losses.1.animals': [expect.stringContaining('40')] } })
    expect((await rounds())[0]?.lost).toBe(0)
    await load([
      { date: '2026-04-02', animals: 60 },
      { date: '2026-04-03', kind: 'out', animals: 40 },
    ])
    expect((await rounds())[0]).toMatchObject({ lost: 60, taken_out: 40, present: 0 })
  })
})

describe('water', () => {
  test('is what was typed, else what the meter in the diary says, and lies over the age of the animals', async () => {
    const { round, inspect, params } = await aBarn()
    const save = (days: CallInput<typeof api.saveWater>['body']['days'], user = owner) =>
      app.call(api.saveWater, { params, body: { days } }, user.token)
    const query = { date_start: '2026-04-01', date_end: '2026-04-20' }
    const water = () => app.call(api.listWater, { params, query }, owner.token)
    await round({
      date_in: '2026-04-10',
      animals: 100,
      curve: {
        points: [
          { age: 0, water: 0.1 },
          { age: 10, water: 0.3 },
        ],
      },
    })
    for (const [day, value] of [
      [10, 50],
      [11, 51.2],
      [12, 53],
    ] as const)
      await inspect(`2026-04-${day}T00:00:00+02:00`, { water_meter: value })
    const rounded = async () => (await water()).map(({ date, litres, source }) => [date, Math.round(litres), source])
    expect(await rounded()).toEqual([
      ['2026-04-10', 1200, 'meter'],
      ['2026-04-11', 1800, 'meter'],
    ])
    await save([
      { date: '2026-04-11', litres: 20 },
      { date: '2026-04-12', litres: 22 },
    ])
    await save([{ date: '2026-04-12', litres: 24 }])
    expect(await rounded()).toEqual([
      ['2026-04-10', 1200, 'meter'],
      ['2026-04-11', 20, 'typed'],
      ['2026-04-12', 24, 'typed'],
    ])
    const { id } = (await app.call(api.listRounds, { params }, owner.token))[0] ?? { id: 0 }
    const half = { date: '2026-04-12', kind: 'out' as const, animals: 50 }
    await app.call(api.createLoss, { params: { id }, body: half }, owner.token)
    const axis = await app.call(api.getRoundAxis, { params, query: { measure: 'water' } }, owner.token)
    expect(axis).toMatchObject({ unit: 'L', judged_by: null, best: null, worst: null })
    expect(axis.rounds[0]?.value.slice(0, 4)).toEqual([expect.closeTo(12, 6), 0.2, 0.48, null])
    expect(axis.band).toMatchObject({ value: expect.arrayContaining([0.1, 0.3]), low: expect.arrayContaining([null]) })
    await save([{ date: '2026-04-11', litres: null }])
    expect((await rounded())[1]).toEqual(['2026-04-11', 1800, 'meter'])
  })

  test('of a year long ago is known, however much was written since', async () => {
    const { params, inspect } = await aBarn()
    const { db } = app.services
    await inspect('2024-04-10T00:00:00+02:00', { water_meter: 50 })
    const { id } = await inspect('2024-04-11T00:00:00+02:00', { water_meter: 51 })
    const { id: _, ...row } = await db
      .selectFrom('inspections')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const since = Array.from({ length: 3001 }, (_, n) => ({
      ...row,
      whole: 1,
      client_id: randomUUID(),
      date: new Date(Date.parse('2024-06-01T08:00:00Z') + n * 5 * HOUR_MS).toISOString(),
    }))
    for (let at = 0; at < since.length; at += 500)
      await db
        .insertInto('inspections')
        .values(since.slice(at, at + 500))
        .execute()
    const query = { date_start: '2024-04-01', date_end: '2024-04-30' }
    expect(await app.call(api.listWater, { params, query }, owner.token)).toEqual([
      { date: '2024-04-10', litres: 1000, source: 'meter' },
    ])
  })

  test('is refused of days to come, twice the same day, and of whoever may not edit', async () => {
    const { params } = await aBarn()
    const save = (days: CallInput<typeof api.saveWater>['body']['days'], user = owner) =>
      app.call(api.saveWater, { params, body: { days } }, user.token)
    const day = { date: '2026-04-19', litres: 5 }
    await expect(save([day, { date: '2026-04-21', litres: 5 }])).rejects.toMatchObject({
      errors: { 'days.1.date': [expect.any(String)] },
    })
    await expect(save([day, day])).rejects.toMatchObject({ errors: { 'days.1.date': [expect.any(String)] } })
    await expect(save([day], await aUser(app))).rejects.toMatchObject({ status: 404 })
    const query = { date_start: '2020-01-01', date_end: '2026-04-20' }
    await expect(app.call(api.listWater, { params, query }, owner.token)).rejects.toMatchObject({
      code: 'too_much_data',
    })
    expect(
      await app.call(api.listWater, { params, query: { ...query, date_start: '2026-04-01' } }, owner.token),
    ).toEqual([])
  })
})
