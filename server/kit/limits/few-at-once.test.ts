import { expect, test } from 'vitest'
import { createFewAtOnce } from './few-at-once.ts'

test('a key has few pieces of work under way, in order, also after one that failed; another key does not wait', async () => {
  const inLine = createFewAtOnce<string>(2)
  const begun: string[] = []
  const ends = new Map<string, PromiseWithResolvers<void>>()
  const start = (key: string, name: string) => {
    const end = Promise.withResolvers<void>()
    ends.set(name, end)
    return inLine(key, async () => {
      begun.push(name)
      await end.promise
      return name
    })
  }
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(name => start('one', name))
  const other = start('other', 'x')
  await Promise.resolve()
  expect(begun).toEqual(['a', 'b', 'x'])
  ends.get('b')?.reject(new Error('broken'))
  await expect(b).rejects.toThrow('broken')
  expect(begun).toEqual(['a', 'b', 'x', 'c'])
  for (const end of ends.values()) end.resolve()
  expect(await Promise.all([a, c, d, other])).toEqual(['a', 'c', 'd', 'x'])
  ends.clear()
  const again = start('one', 'e')
  ends.get('e')?.resolve()
  expect(await again).toBe('e')
})
