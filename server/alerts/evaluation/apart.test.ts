import { describe, expect, test } from 'vitest'
import { eachApart, StoresAway, TooSlow, within } from './apart.ts'

describe('work on many that one must not stop', () => {
  test('is done for all but what fails, which is named', async () => {
    const done = new Set<number>()
    const failed: number[] = []
    let asked = 0
    await eachApart(
      Array.from({ length: 1000 }, (_, index) => index),
      async some => {
        asked++
        if (some.some(one => one === 7 || one === 500)) throw new Error('no')
        for (const one of some) done.add(one)
      },
      one => void failed.push(one),
    )
    expect(failed).toEqual([7, 500])
    expect(done.size).toBe(998)
    expect(asked).toBeLessThan(50)
  })

  test('ends at once when the stores are away', async () => {
    let asked = 0
    const work = eachApart(
      [1, 2, 3, 4],
      async () => {
        asked++
        throw new Error('no')
      },
      () => {
        throw new StoresAway('gone')
      },
    )
    await expect(work).rejects.toThrow(StoresAway)
    expect(asked).toBe(3)
  })

  test('is waited for so long and no longer', async () => {
    let isAborted = false
    const slow = within(20, signal => {
      signal.addEventListener('abort', () => {
        isAborted = true
      })
      return new Promise(() => undefined)
    })
    await expect(slow).rejects.toThrow(TooSlow)
    expect(isAborted).toBe(true)
    expect(await within(1000, async () => 7)).toBe(7)
  })
})
