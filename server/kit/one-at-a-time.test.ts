import { expect, test } from 'vitest'
import { oneAtATime } from './one-at-a-time.ts'

/** A writing that is held until it is let go, and what it did. */
const heldWriting = () => {
  const runs: PromiseWithResolvers<void>[] = []
  const flush = oneAtATime(() => {
    const run = Promise.withResolvers<void>()
    runs.push(run)
    return run.promise
  })
  return { runs, flush }
}
const turn = () => new Promise(resolve => setImmediate(resolve))

test('a call during a run gets one that begins after it, and shares it with the calls that wait too', async () => {
  const { runs, flush } = heldWriting()
  const done: string[] = []
  const note = (name: string) => () => done.push(name)
  void flush().then(note('first'))
  await turn()
  void flush().then(note('second'))
  void flush().then(note('third'))
  await turn()
  expect([runs.length, done]).toEqual([1, []])
  runs[0]?.resolve()
  await turn()
  expect([runs.length, done]).toEqual([2, ['first']])
  runs[1]?.resolve()
  await turn()
  expect([runs.length, done]).toEqual([2, ['first', 'second', 'third']])
})

test('a run that fails is told to who waited for it, and holds up no later one', async () => {
  const { runs, flush } = heldWriting()
  const first = flush()
  await turn()
  const second = flush()
  runs[0]?.reject(new Error('no room'))
  await expect(first).rejects.toThrow('no room')
  await turn()
  runs[1]?.resolve()
  await expect(second).resolves.toBeUndefined()
})
