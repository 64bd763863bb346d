import { afterAll, beforeAll, expect, test } from 'vitest'
import { aUser } from '../../testing/a-user.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { inIds, inTexts } from './in-ids.ts'

/** More than any database takes as parameters of one query. */
const MANY = 100_000

const NAMES = ['Ann', "O'Brien", 'ü"x\\{,}']

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  for (const name of NAMES) await aUser(app, { name })
})
afterAll(() => app.close())

const users = () =>
  app.services.db.selectFrom('users').select(['id', 'name']).where('name', '!=', 'First Admin').orderBy('id')

test('finds the rows of a list longer than any list of parameters', async () => {
  const all = await users().execute()
  const long = Array.from({ length: MANY }, (_, index) => index + 1_000_000)
  const found = await users()
    .where('id', 'in', inIds(app.services.db, [...long, all[0]?.id ?? 0, all[2]?.id ?? 0]))
    .execute()
  expect(found).toEqual([all[0], all[2]])
})

test('finds texts as they are, whatever they hold', async () => {
  const found = await users()
    .where('name', 'in', inTexts(app.services.db, ['ü"x\\{,}', "O'Brien", 'nobody', '{Ann}']))
    .execute()
  expect(found.map(({ name }) => name)).toEqual(["O'Brien", 'ü"x\\{,}'])
})

test('nothing is in an empty list, and everything is not', async () => {
  const { db } = app.services
  expect(await users().where('id', 'in', inIds(db, [])).execute()).toEqual([])
  expect(await users().where('id', 'not in', inIds(db, [])).execute()).toHaveLength(3)
  expect(await users().where('name', 'in', inTexts(db, [])).execute()).toEqual([])
})

test('works within a transaction, in a change and in a deletion', async () => {
  await app.services.db.transaction().execute(async trx => {
    const [first] = await trx.selectFrom('users').select('id').orderBy('id').limit(1).execute()
    const ids = [first?.id ?? 0]
    await trx.updateTable('users').set({ name: 'Anna' }).where('id', 'in', inIds(trx, ids)).execute()
    await trx.deleteFrom('sessions').where('user_id', 'in', inIds(trx, ids)).execute()
  })
  expect((await users().execute())[0]?.name).toBe('Anna')
})
