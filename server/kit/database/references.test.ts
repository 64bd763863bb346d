import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCatalogue } from './database.ts'
import { migrate } from './migrate.ts'

const folder = mkdtempSync(join(tmpdir(), 'barnometer-references-'))
const path = join(folder, 'catalogue.sqlite')
let database: DatabaseSync
beforeAll(async () => {
  const db = openCatalogue({ path, url: undefined })
  await migrate(db)
  await db.destroy()
  database = new DatabaseSync(path, { readOnly: true })
})
afterAll(() => {
  database.close()
  rmSync(folder, { recursive: true })
})

const namesIn = (sql: string, column: string): string[] =>
  database
    .prepare(sql)
    .all()
    .map(row => String(row[column]))

/** First columns of the indexes of a table, its primary key among them. */
const indexedOf = (table: string): Set<string> =>
  new Set([
    ...namesIn(`SELECT name FROM pragma_index_list('${table}')`, 'name').flatMap(index =>
      namesIn(`SELECT name FROM pragma_index_info('${index}') WHERE seqno = 0`, 'name'),
    ),
    ...namesIn(`SELECT name FROM pragma_table_info('${table}') WHERE pk = 1`, 'name'),
  ])

test('every reference to another table begins an index: a row that goes there looks through no table here', () => {
  const tables = namesIn(`SELECT name FROM sqlite_master WHERE type = 'table'`, 'name')
  expect(tables.length).toBeGreaterThan(100)
  const without = tables.flatMap(table => {
    const indexed = indexedOf(table)
    return namesIn(`SELECT "from" FROM pragma_foreign_key_list('${table}') WHERE seq = 0`, 'from')
      .filter(column => !indexed.has(column))
      .map(column => `${table}.${column}`)
  })
  expect(without).toEqual([])
})
