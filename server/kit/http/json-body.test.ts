import { describe, expect, test } from 'vitest'
import { isMonstrous } from './json-body.ts'

const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`f${n}`, n]))

describe('a JSON text', () => {
  test.each([
    ['many messages', JSON.stringify(Array.from({ length: 50_000 }, (_, n) => ({ time: n, t: 21, h: 60 })))],
    ['a long text with signs in it', JSON.stringify({ t: '{[":\\"'.repeat(100_000) })],
    ['a long text that ends with backslashes', JSON.stringify({ t: `${'x'.repeat(100_000)}\\\\`, h: '[[[' })],
    ['40,000 names', JSON.stringify({ a: fields(40_000), b: 'x'.repeat(70_000) })],
    ['no end', `"${'x'.repeat(100_000)}`],
  ])('of %s is read', (_, text) => expect(isMonstrous(text)).toBe(false))

  test.each([
    ['a deep nest', '['.repeat(200_000)],
    ['a deep nest of objects', '{"a":'.repeat(200_000)],
    ['many names', JSON.stringify(fields(60_000))],
  ])('of %s is not', (_, text) => expect(isMonstrous(text)).toBe(true))

  test('is looked through in time that grows with its length', () => {
    const before = process.threadCpuUsage()
    for (const text of [`"${'\\'.repeat(5e6)}`, `"${'\\"'.repeat(2.5e6)}`, '""'.repeat(2.5e6), '{}'.repeat(2.5e6)])
      isMonstrous(text)
    expect(process.threadCpuUsage(before).user).toBeLessThan(3_000_000)
  })
})
