import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { MAX_SAVED_SELECTIONS } from '#shared/contract/measurements/saved-selections.ts'
import { aUser, aUserWithRoles, giveRoles, type TestUser } from '../testing/a-user.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'

let app: TestApp
let user: TestUser
let other: TestUser
beforeAll(async () => {
  app = await startTestApp()
  user = await analyst()
  other = await analyst()
})
afterAll(() => app.close())

const analyst = (): Promise<TestUser> => aUserWithRoles(app, 'pro_analyst')

const SEARCH = 'measurement=nh3&areas=3%2C0%2C7&months=8%2C9&min=2.5'
const save = (name: string, of = user, search = SEARCH) =>
  app.call(api.createSavedSelection, { body: { name, search } }, of.token)
const listOf = (of: TestUser) => app.call(api.listSavedSelections, {}, of.token)

describe('a selection of the data dashboard', () => {
  test('is saved under a name, renamed, saved anew and deleted', async () => {
    const saved = await save('Winter')
    await save('Autumn')
    expect((await listOf(user)).map(({ name, search }) => [name, search])).toEqual([
      ['Autumn', SEARCH],
      ['Winter', SEARCH],
    ])
    const place = { params: { id: saved.id } }
    const changed = await app.call(
      api.updateSavedSelection,
      { ...place, body: { name: 'Winter barns', search: '' } },
      user.token,
    )
    expect(changed).toMatchObject({ id: saved.id, name: 'Winter barns', search: '' })
    await app.call(api.deleteSavedSelection, place, user.token)
    expect((await listOf(user)).map(({ name }) => name)).toEqual(['Autumn'])
    await expect(app.call(api.deleteSavedSelection, place, user.token)).rejects.toMatchObject({ status: 404 })
  })

  test('has a name of its own in its account', async () => {
    const first = await save('Broilers')
    const second = await save('Layers')
    await expect(save('Broilers')).rejects.toMatchObject({ status: 422, code: 'no_valid_input' })
    const rename = { params: { id: second.id }, body: { name: 'Broilers', search: SEARCH } }
    await expect(app.call(api.updateSavedSelection, rename, user.token)).rejects.toMatchObject({ status: 422 })
    const same = { params: { id: first.id }, body: { name: 'Broilers', search: 'months=1' } }
    expect(await app.call(api.updateSavedSelection, same, user.token)).toMatchObject({ search: 'months=1' })
    expect((await save('Broilers', other)).name).toBe('Broilers')
  })

  test('is renamed in one window and saved anew in another, and keeps both', async () => {
    const { id } = await save('Sows')
    const change = (body: { name?: string; search?: string }) =>
      app.call(api.updateSavedSelection, { params: { id }, body }, user.token)
    await change({ name: 'Sows in winter' })
    expect(await change({ search: 'months=1' })).toMatchObject({ name: 'Sows in winter', search: 'months=1' })
    expect(await change({ name: 'Sows' })).toMatchObject({ name: 'Sows', search: 'months=1' })
    expect(await change({})).toMatchObject({ name: 'Sows', search: 'months=1' })
  })

  test('is private: others neither see, change nor delete it', async () => {
    const mine = await save('Secret')
    expect((await listOf(other)).map(({ name }) => name)).not.toContain('Secret')
    const place = { params: { id: mine.id } }
    const body = { name: 'Taken over', search: '' }
    await expect(app.call(api.updateSavedSelection, { ...place, body }, other.token)).rejects.toMatchObject({
      status: 404,
    })
    await expect(app.call(api.deleteSavedSelection, place, other.token)).rejects.toMatchObject({ status: 404 })
    expect(await listOf(user)).toContainEqual(mine)
  })

  test('is of one dashboard: those of the research dashboard are others, under their own names', async () => {
    const both = await aUser(app)
    await giveRoles(app, both.id, ['pro_analyst', 'researcher'])
    const data = await save('Winter', both)
    const body = { name: 'Winter', search: 'project=4' }
    const research = await app.call(api.createResearchSelection, { body }, both.token)
    const listed = await app.call(api.listResearchSelections, {}, both.token)
    expect(listed).toEqual([research])
    expect(await listOf(both)).toEqual([data])
    const place = { params: { id: research.id } }
    await expect(app.call(api.deleteSavedSelection, place, both.token)).rejects.toMatchObject({ status: 404 })
    await expect(
      app.call(api.updateSavedSelection, { ...place, body: { ...body, name: 'Other' } }, both.token),
    ).rejects.toMatchObject({
      status: 404,
    })
    const renamed = { ...body, name: 'Spring' }
    const changed = await app.call(api.updateResearchSelection, { ...place, body: renamed }, both.token)
    expect(changed).toMatchObject(renamed)
    await app.call(api.deleteResearchSelection, place, both.token)
    expect(await app.call(api.listResearchSelections, {}, both.token)).toEqual([])
    await expect(app.call(api.listResearchSelections, {}, user.token)).rejects.toMatchObject({ status: 403 })
  })

  test('is refused without the permission', async () => {
    const plain = await aUser(app)
    const refused = { status: 403, code: 'not_allowed' }
    await expect(listOf(plain)).rejects.toMatchObject(refused)
    await expect(save('x', plain)).rejects.toMatchObject(refused)
  })

  test.each([
    ['no name', ' ', SEARCH],
    ['a name of two lines', 'a\nb', SEARCH],
    ['a long name', 'x'.repeat(81), SEARCH],
    ['what is no address', 'ok', 'javascript:alert(1)'],
    ['a long address', 'ok', 'x'.repeat(2001)],
  ])('with %s is refused', async (_, name, search) => {
    await expect(save(name, user, search)).rejects.toMatchObject({ status: 422, code: 'no_valid_input' })
  })

  test('is one of a hundred at most', async () => {
    const third = await analyst()
    const rows = Array.from({ length: MAX_SAVED_SELECTIONS }, (_, index) => ({
      user_id: third.id,
      name: `Selection ${index}`,
      search: '',
      changed_at: new Date().toISOString(),
    }))
    await app.services.db.insertInto('saved_selections').values(rows).execute()
    await expect(save('One more', third)).rejects.toMatchObject({ status: 422, code: 'no_valid_input' })
  })

  test('goes with its account', async () => {
    const leaving = await analyst()
    await save('Gone', leaving)
    await app.services.db.deleteFrom('users').where('id', '=', leaving.id).execute()
    const left = await app.services.db.selectFrom('saved_selections').select('user_id').execute()
    expect(left.map(({ user_id }) => user_id)).not.toContain(leaving.id)
  })
})
