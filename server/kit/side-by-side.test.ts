import { expect, test } from 'vitest'
import { sideBySide } from './side-by-side.ts'

test('a slow one takes one place, and the others go on in the rest', async () => {
  const slow = Promise.withResolvers<void>()
  const done: number[] = []
  let [underWay, most] = [0, 0]
  const quick = (number: number) => async () => {
    underWay += 1
    most = Math.max(most, underWay)
    await Promise.resolve()
    underWay -= 1
    done.push(number)
  }
  const all = sideBySide([() => slow.promise, ...[1, 2, 3, 4, 5].map(quick)], 3)
  await expect.poll(() => done).toEqual([1, 2, 3, 4, 5])
  expect(most).toBe(2)
  slow.resolve()
  await all
})

test('what fails is thrown, and none is none', async () => {
  await expect(sideBySide([() => Promise.reject(new Error('gone'))], 2)).rejects.toThrow('gone')
  await sideBySide([], 2)
})
