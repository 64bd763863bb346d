import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { eachRow, listOf, nullable, number, type RowOf, readRows, textColumn } from './read-rows.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const SCHEMA = { id: number, name: textColumn, mean: nullable(number), slope: number, values: listOf(number) }
const QUERY = `
  SELECT number AS id, toLowCardinality('t') AS name, if(number = 0, NULL, number / 2) AS mean,
    if(number = 0, nan, 1.5) AS slope, [number, number + 1] AS values, 'more' AS unread
  FROM numbers({count: UInt64})`
const ROWS = [
  { id: 0, name: 't', mean: null, slope: Number.NaN, values: [0, 1] },
  { id: 1, name: 't', mean: 0.5, slope: 1.5, values: [1, 2] },
]

const read = {
  'at once': (query: string, params = {}) => readRows(app.services.series, SCHEMA, query, params),
  'one after the other': async (query: string, params = {}) => {
    const rows: RowOf<typeof SCHEMA>[] = []
    for await (const row of eachRow(app.services.series, SCHEMA, query, params)) rows.push(row)
    return rows
  },
}

test.each(['at once', 'one after the other'] as const)('rows are read by name, %s', async how => {
  expect(await read[how](QUERY, { count: 2 })).toEqual(ROWS)
  expect(await read[how](QUERY, { count: 0 })).toEqual([])
})

test.each(['at once', 'one after the other'] as const)(
  'a query that answers other columns is refused, %s',
  async how => {
    await expect(read[how]("SELECT 1 AS id, 't' AS name")).rejects.toThrow('column mean is missing')
    await expect(read[how]('SELECT NULL AS id')).rejects.toThrow('column id is Nullable(Nothing)')
    const text = QUERY.replace('if(number = 0, nan, 1.5)', "'steep'")
    await expect(read[how](text, { count: 1 })).rejects.toThrow('column slope is String')
  },
)
