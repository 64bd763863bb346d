import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { listParameter } from './list-parameter.ts'
import { eachRow, listOf, nullable, number, type RowOf, readPacked, readRows, textColumn } from './read-rows.ts'

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

const NUMBERS = { id: 'UInt32', below: 'Int32', half: 'Float64' } as const
const numbersOf = (more: string, params = {}) =>
  readPacked(
    app.services.series,
    NUMBERS,
    `SELECT toUInt32(number) AS id, toInt32(-number) AS below, ${more} FROM numbers({count: UInt64}) ORDER BY number`,
    { count: 200_000, ...params },
  )

test('numbers come whatever the length of what is asked with', async () => {
  const some = Array.from({ length: 200_000 }, (_, index) => index * 7)
  const asked = listParameter('some', 'UInt32', some)
  const { half } = await numbersOf(`${asked.sql}[number + 1] / 2 AS half`, asked.params)
  expect(half).toEqual(Float64Array.from(some, one => one / 2))
  const short = await numbersOf('{factor: Float64} * number AS half', { factor: 0.5, count: 3 })
  expect(short.half).toEqual(Float64Array.of(0, 0.5, 1))
})

test('many numbers come packed, in as many blocks as the engine makes of them', async () => {
  const { id, below, half } = await numbersOf('number / 2 AS half')
  expect([id.length, below.length, half.length]).toEqual([200_000, 200_000, 200_000])
  expect(id.every((one, index) => one === index)).toBe(true)
  expect(below.every((one, index) => one === -index)).toBe(true)
  expect(half.every((one, index) => one === index / 2)).toBe(true)
  expect((await numbersOf('number / 2 AS half', { count: 0 })).half).toEqual(new Float64Array(0))
})

test('packed numbers of other columns, or that may be null, are refused', async () => {
  await expect(numbersOf('number / 2 AS other')).rejects.toThrow('column half is other Float64')
  await expect(numbersOf('toNullable(number / 2) AS half')).rejects.toThrow('column half is half Nullable(Float64)')
  await expect(numbersOf("throwIf(number = 199999, 'stop') / 2 AS half")).rejects.toThrow('stop')
})
