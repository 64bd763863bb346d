import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { drainPending } from 'chdb'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSeries, type Series } from './series.ts'

const folder = mkdtempSync(join(tmpdir(), 'barnometer-engine-'))
let series: Series

beforeAll(async () => {
  series = openSeries({ path: join(folder, 'measurements') })
  await series.command({ query: 'CREATE TABLE notes (id UInt32, text String) ENGINE = MergeTree ORDER BY id' })
})
afterAll(async () => {
  await series.close()
  await drainPending()
  rmSync(folder, { recursive: true, force: true })
})

type More = Pick<Parameters<Series['query']>[0], 'clickhouse_settings' | 'abort_signal'>

const ask = async (query: string, query_params: Record<string, unknown> = {}, more: More = {}) =>
  (await series.query({ query, query_params, format: 'JSONCompactEachRow', ...more })).json<unknown[]>()

/** Statements, more than are worked on at once on a small machine. */
const MANY = 9

/** A statement that works for some tenths of a second on one processor. */
const long = (more: More = {}) =>
  ask(
    'SELECT sum(sipHash64(number)) FROM numbers({many: UInt64})',
    { many: 15_000_000 },
    { ...more, clickhouse_settings: { ...more.clickhouse_settings, max_threads: 1 } },
  )

describe('statements of the embedded engine', () => {
  test('are answered beside a long one, also where both have values', async () => {
    const ended: string[] = []
    const slow = long().then(() => ended.push('long'))
    await ask('SELECT {one: UInt32}', { one: 1 }).then(() => ended.push('short'))
    await slow
    expect(ended).toEqual(['short', 'long'])
  })

  test('are inserted while as many are read as can be at once, and all of these are answered', async () => {
    const ended: string[] = []
    const slow = Array.from({ length: MANY }, () => long().then(() => ended.push('long')))
    await series.insert({ table: 'notes', values: [[1, 'written']], format: 'JSONCompactEachRow' })
    ended.push('insert')
    await Promise.all(slow)
    expect(ended).toEqual(['insert', ...Array(MANY).fill('long')])
    expect(await ask('SELECT text FROM notes WHERE id = 1')).toEqual([['written']])
  })

  test('insert rows made of those that are handed over, whatever is written in them', async () => {
    const words = ["it's", 'back\\slash', '{id: UInt32}', 'tab\tline\n', '{"a":1}', 'ü🐖', '\0']
    await series.insert({
      table: "notes SELECT id, word FROM input('id UInt32, words Array(String)') ARRAY JOIN words AS word",
      values: [
        [7001, words],
        [7002, []],
        [7003, ['alone']],
      ],
      format: 'JSONCompactEachRow',
    })
    const found = await ask('SELECT id, text FROM notes WHERE id > 7000 AND id < 8000')
    expect(
      found
        .filter(([id]) => id === 7001)
        .map(([, text]) => text)
        .sort(),
    ).toEqual([...words].sort())
    expect(found.filter(([id]) => id !== 7001)).toEqual([[7003, 'alone']])
  })

  test('have their own settings alone, also after one that failed', async () => {
    const threads = () => ask("SELECT toString(getSetting('max_block_size'))")
    const [[usual]] = (await threads()) as [[string]]
    const own = { clickhouse_settings: { max_block_size: '1234' } }
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        index % 2 === 0 ? ask("SELECT toString(getSetting('max_block_size'))", {}, own) : threads(),
      ),
    )
    expect(answers.flat(2)).toEqual(Array.from({ length: 12 }, (_, index) => (index % 2 === 0 ? '1234' : usual)))
    const wrong = Array.from({ length: 4 }, () => ask('SELECT nothing', {}, own))
    expect((await Promise.allSettled(wrong)).map(({ status }) => status)).toEqual(Array(4).fill('rejected'))
    const after = await Promise.all(Array.from({ length: 6 }, threads))
    expect(after.flat(2)).toEqual(Array(6).fill(usual))
  })

  test('carry each value as it is', async () => {
    const texts = [
      "it's",
      '\\',
      "\\'",
      "'; DROP TABLE notes; --",
      'a\nb\tc\r',
      'null \0 byte',
      '{one: UInt32}',
      'Ställe 🐖',
      '',
    ]
    const columns = texts.map((_, index) => `{text_${index}: String}`).join()
    const values = Object.fromEntries(texts.map((text, index) => [`text_${index}`, text]))
    expect(await ask(`SELECT ${columns}`, values)).toEqual([texts])
    expect(await ask('SELECT {texts: Array(String)}', { texts })).toEqual([[texts]])
    expect(
      await ask(
        'SELECT {low: Int64}, {float: Float64}, {floats: Array(Float64)}, {none: Array(UInt32)}, {high: UInt64}, {wide: Array(Int64)}',
        { low: -5, float: 1e-7, floats: [-0.5, 1e21], none: [], high: 2 ** 53 - 1, wide: [-1, 1_764_000_000_000] },
      ),
    ).toEqual([[-5, 1e-7, [-0.5, 1e21], [], 2 ** 53 - 1, [-1, 1_764_000_000_000]]])
  })

  test('carry lists that are longer than a statement may be elsewhere', async () => {
    const ids = Array.from({ length: 200_000 }, (_, index) => index * 7)
    const texts = ids.slice(0, 50_000).map(id => `measurement ${id}`)
    const asked = ask(
      'SELECT count() FROM numbers(1400000) WHERE number IN {ids: Array(UInt32)} UNION ALL SELECT length({texts: Array(String)})',
      { ids, texts },
    )
    expect((await asked).flat().sort()).toEqual([200_000, 50_000].sort())
  })

  test('of nobody any more leave the others alone', async () => {
    const gone = new AbortController()
    const left = long({ abort_signal: gone.signal })
    const waiting = Array.from({ length: MANY }, () => long({ abort_signal: gone.signal }))
    gone.abort(new Error('the reader has left'))
    const refused = await Promise.allSettled([left, ...waiting])
    expect(refused.map(one => one.status === 'rejected' && one.reason.message)).toEqual(
      Array(MANY + 1).fill('the reader has left'),
    )
    expect(await ask('SELECT 1')).toEqual([[1]])
  })

  test('are answered beside deletions that take long', async () => {
    await series.insert({
      table: 'notes',
      values: Array.from({ length: 2000 }, (_, id) => [id, 'kept']),
      format: 'JSONCompactEachRow',
    })
    const ended: string[] = []
    // Each row of the table waits a little.
    const slow = Array.from({ length: 3 }, (_, index) =>
      series
        .command({ query: `ALTER TABLE notes DELETE WHERE sleepEachRow(0.0005) = 1 AND id = ${index}` })
        .then(() => ended.push('deletion')),
    )
    await ask('SELECT count() FROM notes').then(() => ended.push('read'))
    await Promise.all(slow)
    expect(ended).toEqual(['read', 'deletion', 'deletion', 'deletion'])
  })

  test('do not keep a question from being answered whether the engine is there, and it leaves settings alone', async () => {
    const ended: string[] = []
    const own = { clickhouse_settings: { max_threads: 1 } }
    const slow = Array.from({ length: MANY }, () => long(own).then(() => ended.push('long')))
    expect(await series.ping({ select: true })).toEqual({ success: true })
    ended.push('answer')
    await Promise.all(slow)
    expect(ended[0]).toBe('answer')
    await series.ping({ select: true })
    const threads = await Promise.all(Array.from({ length: MANY }, () => ask("SELECT getSetting('max_threads') > 1")))
    expect(new Set(threads.flat(2).map(Number))).toEqual(new Set([availableParallelism() > 1 ? 1 : 0]))
  })

  test('refuse values that they cannot carry, and names without one', async () => {
    await expect(ask('SELECT {one: Float64}', { one: Number.NaN })).rejects.toThrow(/takes numbers, texts and lists/)
    await expect(ask('SELECT {one: Float64}', { other: 1 })).rejects.toThrow(/one/)
    for (const one of [-1, 12.7, 2 ** 32, 1e21])
      await expect(ask('SELECT {one: UInt32}', { one })).rejects.toThrow(`not ${one} as UInt32`)
    await expect(ask('SELECT {one: Array(Int64)}', { one: [1, 2 ** 60] })).rejects.toThrow(/as Int64/)
  })

  test('that come after the end are refused, those before it answered, and another folder can be opened', async () => {
    const other = openSeries({ path: join(folder, 'measurements') })
    const asked = Array.from({ length: MANY }, () => other.query({ query: 'SELECT 1', format: 'JSONCompactEachRow' }))
    const closed = other.close()
    const late = other.query({ query: 'SELECT 1', format: 'JSONCompactEachRow' })
    await expect(late).rejects.toThrow('closed')
    const answers = await Promise.allSettled(asked)
    await closed
    expect(answers.some(({ status }) => status === 'fulfilled')).toBe(true)
    await expect(other.query({ query: 'SELECT 1', format: 'JSONCompactEachRow' })).rejects.toThrow('closed')
    await series.close()
    await drainPending()
    const apart = openSeries({ path: join(folder, 'elsewhere') })
    expect(await apart.ping({ select: true })).toEqual({ success: true })
    await apart.close()
    await drainPending()
  })
})
