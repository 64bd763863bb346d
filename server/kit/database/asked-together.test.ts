import { expect, test, vi } from 'vitest'
import { askedTogether } from './asked-together.ts'

const squares = async (keys: readonly number[]) => new Map(keys.filter(key => key > 0).map(key => [key, key * key]))

test('what is asked while a statement is under way goes into the next one, each key once', async () => {
  const ask = vi.fn(squares)
  const of = askedTogether(ask)
  const first = of(1)
  const others = [of(2), of(3), of(2), of(0)]
  expect(await first).toBe(1)
  expect(await Promise.all(others)).toEqual([4, 9, 4, undefined])
  expect(ask.mock.calls).toEqual([[[1]], [[2, 3, 0]]])
})

test('a failure is told to who asked, and to nobody after', async () => {
  const ask = vi.fn(squares).mockRejectedValueOnce(new Error('away'))
  const of = askedTogether(ask)
  const [first, second] = [of(1), of(2)]
  await expect(first).rejects.toThrow('away')
  expect(await second).toBe(4)
  expect(await of(3)).toBe(9)
})

test('a key is asked about anew by who comes once its statement has begun', async () => {
  const ask = vi.fn(squares)
  const of = askedTogether(ask)
  await Promise.all([of(1), of(1)])
  expect(ask).toHaveBeenCalledTimes(2)
})
