import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contains, isCovered, overlaps, type Span } from './rental.ts'

const day = (n: number) => `2025-01-${String(n).padStart(2, '0')}T00:00:00.000Z`
const span = (start: number, end: number | null): Span => ({ start: day(start), end: end === null ? null : day(end) })

describe('[decisions §1] periods are half open', () => {
  test('a period holds its start and not its end', () => {
    expect(contains(span(5, 10), day(5))).toBe(true)
    expect(contains(span(5, 10), day(10))).toBe(false)
    expect(contains(span(5, 10), day(4))).toBe(false)
    expect(contains(span(5, null), day(31))).toBe(true)
  })

  test.each([
    [span(1, 5), span(5, 10), false],
    [span(1, 6), span(5, 10), true],
    [span(1, null), span(5, 10), true],
    [span(10, null), span(5, 10), false],
    [span(1, null), span(20, null), true],
    [span(6, 7), span(5, 10), true],
    [span(5, 10), span(5, 10), true],
  ])('%j and %j overlap: %s', (a, b, expected) => {
    expect([overlaps(a, b), overlaps(b, a)]).toEqual([expected, expected])
  })

  test('two periods overlap exactly when some day lies in both', () => {
    const spans = fc
      .tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 31 }), fc.boolean())
      .map(([start, length, open]) => span(start, open ? null : Math.min(31, start + length)))
      .filter(one => one.end === null || one.end > one.start)
    fc.assert(
      fc.property(spans, spans, (a, b) => {
        const shared = Array.from({ length: 31 }, (_, n) => day(n + 1)).some(at => contains(a, at) && contains(b, at))
        expect(overlaps(a, b)).toBe(shared)
      }),
    )
  })
})

describe('[decisions §4] a rental covers a plan', () => {
  test.each([
    [span(5, 10), [span(1, null)], true],
    [span(5, 10), [span(5, 10)], true],
    [span(5, 10), [span(6, null)], false],
    [span(5, 10), [span(1, 9)], false],
    [span(5, null), [span(1, 31)], false],
    [span(5, null), [span(5, null)], true],
    [span(5, 10), [], false],
    [span(5, 10), [span(1, 7), span(7, 12)], false],
  ])('%j by %j: %s', (wanted, rentals, expected) => {
    expect(isCovered(wanted, rentals)).toBe(expected)
  })
})
