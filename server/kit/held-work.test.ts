import { afterEach, expect, test, vi } from 'vitest'
import { type HeldWork, workInTurn, writeFileOf } from './held-work.ts'

interface Row {
  id: number
  tries: number
}
const HELD = 120_000

const logged = vi.fn()
const services = { now: () => Date.now(), log: { info: logged, warn: logged, error: logged } }
afterEach(() => {
  vi.useRealTimers()
  logged.mockReset()
})

/** Work on rows that are taken once each, with what became of it. */
const workOn = (rows: Row[], changes: Partial<HeldWork<Row, { file: string }>>) => {
  const waiting = [...rows]
  const fail = vi.fn(async () => {})
  const hold = vi.fn(async () => true)
  const take = async () => waiting.shift()
  const work: HeldWork<Row, { file: string }> = {
    name: 'test',
    heldMs: HELD,
    take,
    hold,
    make: async () => {},
    fail,
    ...changes,
  }
  return { fail, hold, done: () => workInTurn(services, work) }
}

test('a step that takes longer than the hold is held on to, and no longer once it has ended', async () => {
  vi.useFakeTimers()
  const { hold, done, fail } = workOn([{ id: 1, tries: 1 }], {
    make: (_, held) => held.during(() => new Promise(resolve => setTimeout(resolve, 3 * HELD))),
  })
  const working = done()
  await vi.advanceTimersByTimeAsync(3 * HELD)
  await working
  const calls = hold.mock.calls.length
  expect(calls).toBeGreaterThanOrEqual(9)
  await vi.advanceTimersByTimeAsync(3 * HELD)
  expect(hold).toHaveBeenCalledTimes(calls)
  expect(fail).not.toHaveBeenCalled()
})

test('a step ends once the work is no longer its process’s, and that is no failure', async () => {
  vi.useFakeTimers()
  const answers = [true, true, false]
  const ended = vi.fn()
  const { done, fail } = workOn([{ id: 1, tries: 3 }], {
    hold: async () => answers.shift() ?? false,
    make: (_, held) =>
      held.during(
        signal =>
          new Promise((_, reject) =>
            signal.addEventListener('abort', () => {
              ended()
              reject(new Error('aborted'))
            }),
          ),
      ),
  })
  const working = done()
  await vi.advanceTimersByTimeAsync(HELD)
  await working
  expect(ended).toHaveBeenCalledOnce()
  expect(fail).not.toHaveBeenCalled()
  expect(logged).not.toHaveBeenCalled()
})

test('a failure is left to the next try, the third is the last, and one that no try mends is final at once', async () => {
  const broken = new Error('away')
  const rows = [1, 3, 4].map(tries => ({ id: tries, tries }))
  const { done, fail } = workOn(rows, { make: () => Promise.reject(broken) })
  await done()
  expect(fail.mock.calls).toEqual([[rows[1], broken], [rows[2]]])
  const final = workOn([{ id: 1, tries: 1 }], { make: () => Promise.reject(broken), isFinal: () => true })
  await final.done()
  expect(final.fail).toHaveBeenCalledOnce()
})

test('a file that was written after its row was forgotten goes, and the work is given up', async () => {
  const names = new Set<string>()
  const files = {
    write: async (name: string) => void names.add(name),
    read: async () => null,
    remove: async (name: string) => void names.delete(name),
  }
  const written = { files, row: { file: null }, folder: 'tests', content: Buffer.from('x') }
  for (const isKept of [true, false]) {
    const { done, fail } = workOn([{ id: 1, tries: 3 }], {
      make: (_, hold) => writeFileOf({ ...written, hold, isKept: async () => isKept }),
    })
    await done()
    expect(fail).not.toHaveBeenCalled()
    expect(names.size).toBe(1)
  }
})

test('a try writes a file of its own and removes that of the one before, so a late one destroys nothing', async () => {
  const names = new Set(['tests/before'])
  const files = {
    write: async (name: string) => void names.add(name),
    remove: async (name: string) => void names.delete(name),
  }
  const noted: string[] = []
  const { done } = workOn([{ id: 1, tries: 2 }], {
    hold: async (_row, _until, progress) => {
      if (progress) noted.push(progress.file)
      return true
    },
    make: (_, hold) =>
      writeFileOf({
        ...{ files, hold, row: { file: 'tests/before' }, folder: 'tests', content: Buffer.from('x') },
        isKept: async file => file === noted.at(-1),
      }),
  })
  await done()
  expect([...names]).toEqual(noted)
  expect(names.has('tests/before')).toBe(false)
})
