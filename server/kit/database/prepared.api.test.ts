import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const onPostgres = test.skipIf(process.env.TEST_STORES !== 'grown')

onPostgres('an open connection reads on when a newer release has added a column', async () => {
  const { db } = app.services
  await db.connection().execute(async connection => {
    const named = () => connection.selectFrom('groups').select(['id', 'name']).execute()
    const all = () => connection.selectFrom('groups').selectAll().execute()
    await named()
    await all()
    await sql`alter table groups add column note text`.execute(db)
    expect(await named()).toEqual([])
    expect(await all()).toEqual([])
  })
})

onPostgres('a statement is prepared once on a connection', async () => {
  await app.services.db.connection().execute(async connection => {
    const prepared = sql<{ statement: string }>`select statement from pg_prepared_statements`
    await connection.selectFrom('groups').select('name').where('id', '=', 1).execute()
    await connection.selectFrom('groups').select('name').where('id', '=', 2).execute()
    await connection.selectFrom('groups').selectAll().where('id', '=', 2).execute()
    const { rows } = await prepared.execute(connection)
    const ofGroups = rows.filter(({ statement }) => statement.includes('where "id" = $1'))
    expect(ofGroups).toEqual([{ statement: 'select "name" from "groups" where "id" = $1' }])
  })
})
