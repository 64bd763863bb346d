import { expect, test } from 'vitest'
import type { Series } from './series.ts'
import { yieldingSeries } from './yielding-series.ts'

test('statements of work that nobody waits at run one after the other, on one processor, also after one that fails', async () => {
  const begun: unknown[] = []
  const ends: (() => void)[] = []
  const run = async ({ query: text, clickhouse_settings }: { query: string; clickhouse_settings?: object }) => {
    begun.push([text, clickhouse_settings])
    await new Promise<void>(resolve => ends.push(resolve))
    if (text === 'wrong') throw new Error('refused')
    return text
  }
  const series = yieldingSeries({ query: run, exec: run } as unknown as Series)
  const [wrong, right] = [series.query({ query: 'wrong' }), series.exec({ query: 'right' })]
  const refused = expect(wrong).rejects.toThrow('refused')
  await expect.poll(() => begun).toEqual([['wrong', { max_threads: 1 }]])
  ends.shift()?.()
  await refused
  await expect.poll(() => begun.length).toBe(2)
  ends.shift()?.()
  expect(await right).toBe('right')
})
