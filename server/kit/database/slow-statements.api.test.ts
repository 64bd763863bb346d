import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { openCatalogue } from './database.ts'
import { number, readRows } from './read-rows.ts'
import { logSlowStatements, notedSeries } from './slow-statements.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** Statements that would be logged by a limit, with the lines as they are written. */
const listening = (afterMs: number) => {
  const lines: { store: string; ms: number; statement: string }[] = []
  const add = (details: object | string) => void lines.push(details as never)
  return { lines, note: logSlowStatements({ info: add, warn: add, error: add }, afterMs) }
}

test('a slow statement of the catalogue is logged as it is written, without the values beside it', async () => {
  const { lines, note } = listening(0.000_001)
  const { environment } = app.services
  const db = openCatalogue({
    path: join(environment.DATA_DIR, 'catalogue.sqlite'),
    url: environment.DATABASE_URL,
    note,
  })
  onTestFinished(() => db.destroy())
  await db.selectFrom('users').select('id').where('email', '=', 'piet@hurkmans.example').execute()
  await expect(
    db
      .selectFrom('nothing' as 'users')
      .select('id')
      .execute(),
  ).rejects.toThrow()
  expect(lines).toHaveLength(2)
  expect(lines[0]).toMatchObject({ store: 'catalogue', ms: expect.any(Number) })
  expect(lines[0]?.statement).toMatch(/^select "id" from "users" where "email" = /)
  expect(JSON.stringify(lines)).not.toContain('hurkmans')
  expect(lines[1]?.statement).toContain('"nothing"')
})

test('a slow statement of the measurements is logged likewise, and answers as before', async () => {
  const { lines, note } = listening(0.000_001)
  const noted = notedSeries(app.services.series, note)
  const query = 'SELECT {secret:UInt32} AS one'
  expect(await readRows(noted, { one: number }, query, { secret: 4711 })).toEqual([{ one: 4711 }])
  await expect(noted.command({ query: 'DROP TABLE nothing' })).rejects.toThrow()
  expect(lines.map(({ store, statement }) => [store, statement.slice(0, 29)])).toEqual([
    ['measurements', query],
    ['measurements', 'DROP TABLE nothing'],
  ])
  expect(JSON.stringify(lines.map(({ statement }) => statement))).not.toContain('4711')
})

test('a quick statement is not logged, and none where the limit is 0', async () => {
  const slow = listening(1000)
  slow.note('catalogue', 'SELECT 1', 999)
  expect(slow.lines).toEqual([])
  slow.note('catalogue', 'x'.repeat(1_000_000), 1000.4)
  expect(slow.lines).toEqual([{ store: 'catalogue', ms: 1000, statement: 'x'.repeat(2000) }])
  const off = listening(0)
  off.note('catalogue', 'SELECT 1', 1_000_000)
  expect(off.lines).toEqual([])
})
