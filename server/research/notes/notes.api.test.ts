import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { makeSnapshots } from '../../snapshots/make-snapshots.ts'
import { aDevice } from '../../testing/a-device.ts'
import { aSharedProject } from '../../testing/a-shared-project.ts'
import { aFirstUser, aUser, type TestUser } from '../../testing/a-user.ts'
import { linesOf, textOf } from '../../testing/export-file.ts'
import { meanwhile } from '../../testing/meanwhile.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'

let app: TestApp
let owner: TestUser
let researcher: TestUser
let project: Awaited<ReturnType<typeof aSharedProject>>
beforeAll(async () => {
  app = await startTestApp()
  await aFirstUser(app)
  owner = await aUser(app)
  researcher = await aUser(app)
  project = await aSharedProject(app, { owner, researcher })
})
afterAll(() => app.close())

const write = (note: { start: string; end?: string; title: string; text?: string }, token = researcher.token) =>
  app.call(api.createResearchNote, { params: project.params, body: { kind: 'treatment', ...note } }, token)
const list = (token: string) => app.call(api.listResearchNotes, { params: project.params }, token)

test('notes are written, changed and deleted by who leads the project, and read by who sees it', async () => {
  const { at } = project
  const later = await write({ start: at(-2), title: 'Feed B' })
  const note = await write({ start: at(-5), end: at(-3), title: 'Fans on', text: 'Two of four.' })
  expect(note).toMatchObject({ written_by: researcher.name, may: ['edit', 'delete'], kind: 'treatment' })
  expect((await list(owner.token)).map(({ title, may }) => [title, may])).toEqual([
    ['Fans on', []],
    ['Feed B', []],
  ])
  const params = { id: note.id }
  const body = { kind: 'protocol' as const, start: at(-4), title: 'Protocol 2' }
  const changed = await app.call(api.updateResearchNote, { params, body }, researcher.token)
  expect(changed).toMatchObject({ kind: 'protocol', start: at(-4), end: null, title: 'Protocol 2', text: null })
  for (const refused of [
    () => write({ start: at(-5), title: 'No' }, owner.token),
    () => app.call(api.updateResearchNote, { params, body }, owner.token),
    () => app.call(api.deleteResearchNote, { params }, owner.token),
  ])
    await expect(refused()).rejects.toMatchObject({ status: 403 })
  await app.call(api.deleteResearchNote, { params }, researcher.token)
  await app.call(api.deleteResearchNote, { params: { id: later.id } }, researcher.token)
  expect(await list(researcher.token)).toEqual([])
  const log = await app.call(api.listAudit, { query: {} }, researcher.token)
  expect(log.filter(({ action }) => action.startsWith('project_note')).map(({ action }) => action)).toEqual([
    'project_note_deleted',
    'project_note_deleted',
    'project_note_changed',
    'project_note_written',
    'project_note_written',
  ])
})

test('a note that ends first, or says nothing, is refused', async () => {
  const { at } = project
  await expect(write({ start: at(-2), end: at(-3), title: 'x' })).rejects.toMatchObject({
    errors: { end: ['The end must be after the start.'] },
  })
  await expect(write({ start: at(-2), title: ' ' })).rejects.toMatchObject({ errors: { title: [expect.anything()] } })
})

test('a chart shows notes of the time its device is in the project, as far as somebody reads it', async () => {
  const { at, device } = project
  const notes = [
    await write({ start: at(-12), title: 'before the consent' }),
    await write({ start: at(-11), end: at(-9), title: 'into the consent' }),
    await write({ start: at(-1), title: 'within it' }),
  ]
  const query = { device_ids: String(device.id) }
  const titles = async (token: string) =>
    (await app.call(api.listDeviceNotes, { query }, token)).map(({ title }) => title)
  expect(await titles(researcher.token)).toEqual(['into the consent', 'within it'])
  expect(await titles(owner.token)).toEqual(['before the consent', 'into the consent', 'within it'])
  const stranger = await aUser(app)
  await expect(titles(stranger.token)).rejects.toMatchObject({ status: 404 })
  // Notes of several devices are told once each, and none where one of these is not the caller's to read.
  const own = await aDevice(app, owner)
  const of = (token: string) =>
    app.call(api.listDeviceNotes, { query: { device_ids: `${own.id},${device.id}` } }, token)
  expect(await of(owner.token)).toHaveLength(notes.length)
  await expect(of(researcher.token)).rejects.toMatchObject({ status: 404 })
  for (const { id } of notes) await app.call(api.deleteResearchNote, { params: { id } }, researcher.token)
})

test('notes of its period go into a frozen version, without who wrote them', async () => {
  const { at, params, version } = project
  await write({ start: at(-20), title: 'long ago' })
  await write({ start: at(-11), end: at(-9), title: 'Fans on', text: 'Two, of four' })
  const { id } = await app.call(api.createSnapshot, { params, body: version }, researcher.token)
  await makeSnapshots(app.services)
  const headers = { authorization: `Bearer ${researcher.token}` }
  const files = unzipSync((await app.inject({ url: `/api/snapshots/${id}/file`, headers })).rawPayload)
  expect(linesOf(textOf(files['data/notes.csv'])).slice(1)).toEqual([
    `treatment,${at(-11)},${at(-9)},Fans on,"Two, of four"`,
  ])
  expect(textOf(files['README.md'])).toContain('Fans on')
  for (const bytes of Object.values(files)) expect(textOf(bytes)).not.toContain(researcher.name)
})

test('a project that is deleted in that moment is asked, written about and deleted no more', async () => {
  const shared = () => aSharedProject(app, { owner, researcher })
  const note = { kind: 'treatment' as const, start: project.at(-5), title: 'Fans on' }
  type Project = Awaited<ReturnType<typeof shared>>
  const calls: ((of: Project, id: number) => Promise<unknown>)[] = [
    ({ params }) => app.call(api.createResearchNote, { params, body: note }, researcher.token),
    (_, id) => app.call(api.updateResearchNote, { params: { id }, body: note }, researcher.token),
    (_, id) => app.call(api.deleteResearchNote, { params: { id } }, researcher.token),
    ({ params }) => app.call(api.askForConsent, { params, body: { email: 'new@farm.example' } }, researcher.token),
    ({ params }) => app.call(api.deleteResearch, { params }, researcher.token),
  ]
  for (const call of calls) {
    const of = await shared()
    const { id } = await app.call(api.createResearchNote, { params: of.params, body: note }, researcher.token)
    const end = () => app.call(api.deleteResearch, { params: of.params }, researcher.token)
    await expect(meanwhile(app, () => call(of, id), end)).rejects.toMatchObject({ status: 404 })
  }
})
