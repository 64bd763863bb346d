import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { aGroup } from '../../testing/a-group.ts'
import { aLocation, BROILER } from '../../testing/a-location.ts'
import { aFirstUser, aUser, type TestUser } from '../../testing/a-user.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'

let app: TestApp
let owner: TestUser
let editor: TestUser
let reader: TestUser
let location: Awaited<ReturnType<typeof aLocation>>
beforeAll(async () => {
  app = await startTestApp()
  await aFirstUser(app)
  owner = await aUser(app)
  editor = await aUser(app)
  reader = await aUser(app)
  location = await aLocation(app, owner, { areas: [{ name: 'Barn 1', area_type_id: BROILER }] })
  const shares = (may: 'read' | 'edit') => [{ location_id: location.id, may }]
  await aGroup(app, owner, { people: [[editor, 'member']], shares: shares('edit') })
  await aGroup(app, owner, { people: [[reader, 'member']], shares: shares('read') })
})
afterAll(() => app.close())

const write = (by: TestUser, note: { start: string; end?: string; text: string; client_id?: string }) =>
  app.call(api.createAreaNote, { params: { id: location.area.id }, body: note }, by.token)
const list = async (by: TestUser, from: string, until: string, more: { limit?: number; cursor?: string } = {}) =>
  app.call(api.listAreaNotes, { params: { id: location.area.id }, query: { from, until, ...more } }, by.token)
const texts = async (...asked: Parameters<typeof list>) => (await list(...asked)).notes.map(({ text }) => text)

test('a note is read by all who see the area, changed by its writer and deleted by the owner, too', async () => {
  const start = '2024-03-01T06:00:00.000Z'
  const note = await write(editor, { start, text: 'Opened the inlets' })
  expect(note).toMatchObject({ start, end: null, written_by: editor.name, may: ['edit', 'delete'] })
  const day = ['2024-03-01T00:00:00Z', '2024-03-02T00:00:00Z'] as const
  const seen = await Promise.all([owner, editor, reader].map(by => list(by, ...day)))
  expect(seen.map(({ notes }) => notes[0]?.may)).toEqual([['delete'], ['edit', 'delete'], []])
  expect(seen.map(({ notes }) => notes[0]?.written_by)).toEqual([editor.name, editor.name, editor.name])
  const params = { id: note.id }
  const body = { start, end: '2024-03-01T08:00:00Z', text: 'Opened two inlets' }
  await expect(app.call(api.updateAreaNote, { params, body }, reader.token)).rejects.toMatchObject({ status: 403 })
  // The owner does not write under the name of somebody else.
  await expect(app.call(api.updateAreaNote, { params, body }, owner.token)).rejects.toMatchObject({ status: 403 })
  const changed = await app.call(api.updateAreaNote, { params, body }, editor.token)
  expect(changed).toMatchObject({ end: '2024-03-01T08:00:00.000Z', text: body.text, written_by: editor.name })
  const theirs = await write(owner, { start, text: 'Fan 2 broken' })
  const ofOwner = { params: { id: theirs.id } }
  await expect(app.call(api.deleteAreaNote, ofOwner, editor.token)).rejects.toMatchObject({ status: 403 })
  await app.call(api.deleteAreaNote, { params }, editor.token)
  expect(await texts(reader, ...day)).toEqual(['Fan 2 broken'])
  await expect(app.call(api.updateAreaNote, { params, body }, editor.token)).rejects.toMatchObject({ status: 404 })
  await expect(app.call(api.restoreAreaNote, { params }, reader.token)).rejects.toMatchObject({ status: 404 })
  expect(await app.call(api.restoreAreaNote, { params }, editor.token)).toEqual(changed)
  await app.call(api.deleteAreaNote, ofOwner, owner.token)
  const log = await app.call(api.listAudit, { query: {} }, owner.token)
  expect(log.map(({ action }) => action).filter(action => action.startsWith('area_note'))).toEqual([
    'area_note_deleted',
    'area_note_restored',
    'area_note_deleted',
  ])
})

test('a note that is sent again is the same, and one that is deleted twice is deleted once', async () => {
  const note = { start: '2023-05-01T06:00:00.000Z', text: 'Once', client_id: '0b9c5a0e-6a5e-4d0b-8f0e-3c1d5e7f9a1b' }
  const [first, again] = [await write(editor, note), await write(editor, note)]
  expect(again).toEqual(first)
  expect((await write(owner, note)).id).not.toBe(first.id)
  const params = { id: first.id }
  const both = await Promise.allSettled([1, 2].map(() => app.call(api.deleteAreaNote, { params }, editor.token)))
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('a period has the notes that touch it, newest first, page by page', async () => {
  const at = (hour: number) => new Date(Date.UTC(2024, 4, 1, hour)).toISOString()
  await write(owner, { start: at(1), end: at(5), text: 'long' })
  for (const hour of [3, 4, 4]) await write(owner, { start: at(hour), text: `at ${hour}` })
  expect(await texts(reader, at(2), at(4))).toEqual(['at 3', 'long'])
  expect(await texts(reader, at(4), at(6))).toEqual(['at 4', 'at 4', 'long'])
  // An end is not part of the stretch, and a moment begins what it is asked for.
  expect(await texts(reader, at(5), at(6))).toEqual([])
  const first = await list(reader, at(0), at(9), { limit: 2 })
  const second = await list(reader, at(0), at(9), { limit: 2, cursor: first.next ?? '' })
  expect([first, second].map(({ notes }) => notes.map(({ text }) => text))).toEqual([
    ['at 4', 'at 4'],
    ['at 3', 'long'],
  ])
  expect(new Set([...first.notes, ...second.notes].map(({ id }) => id)).size).toBe(4)
  expect(second.next).toBeNull()
  await expect(list(reader, at(0), at(9), { cursor: 'x' })).rejects.toMatchObject({ status: 422 })
})

test('an empty text, too long a one and an end before the start are refused', async () => {
  const start = '2024-06-01T06:00:00Z'
  for (const [note, field] of [
    [{ start, text: ' ' }, 'text'],
    [{ start, text: 'x'.repeat(501) }, 'text'],
    [{ start, end: '2024-06-01T05:00:00Z', text: 'x' }, 'end'],
  ] as const)
    await expect(write(owner, note)).rejects.toMatchObject({ status: 422, errors: { [field]: expect.anything() } })
})

test('notes are gone with their area, and come back with it', async () => {
  const area = { location_id: location.id, name: 'Barn 2', area_type_id: BROILER }
  const { id } = await app.call(api.createArea, { body: area }, owner.token)
  const start = '2024-07-01T06:00:00Z'
  const note = await app.call(api.createAreaNote, { params: { id }, body: { start, text: 'x' } }, owner.token)
  const read = () =>
    app.call(api.listAreaNotes, { params: { id }, query: { from: start, until: '2024-07-02T00:00:00Z' } }, owner.token)
  await app.call(api.deleteArea, { params: { id } }, owner.token)
  await expect(read()).rejects.toMatchObject({ status: 404 })
  await expect(app.call(api.deleteAreaNote, { params: { id: note.id } }, owner.token)).rejects.toMatchObject({
    status: 404,
  })
  await app.call(api.restoreArea, { params: { id } }, owner.token)
  expect((await read()).notes).toEqual([note])
})
