import { expect, test } from 'vitest'
import { availabilityOf } from './availability.ts'
import type { Span } from './rental.ts'

const day = (n: number) => `2026-12-${String(n).padStart(2, '0')}T00:00:00.000Z`
const span = (from: number, until: number | null): Span => ({
  start: day(from),
  end: until === null ? null : day(until),
})
const codes = (wanted: Span, rentals: Span[] | null, uses: Span[]) => {
  const { obstacles, suggestion } = availabilityOf(wanted, rentals, uses)
  return [obstacles.map(({ code }) => code), suggestion]
}

test.each<[string, Span, Span[] | null, Span[], string[], Span | null]>([
  ['free and rented', span(5, 10), [span(1, null)], [], [], null],
  [
    'a use that ends as it begins is not in the way',
    span(5, 10),
    [span(1, null)],
    [span(1, 5), span(10, 12)],
    [],
    null,
  ],
  ['busy at its beginning: start later', span(5, 10), [span(1, null)], [span(1, 7)], ['busy'], span(7, 10)],
  ['busy at its end: end earlier', span(5, 10), [span(1, null)], [span(8, null)], ['busy'], span(5, 8)],
  ['busy in the middle: the longer side', span(5, 20), [span(1, null)], [span(7, 9)], ['busy'], span(9, 20)],
  ['busy all the time', span(5, 10), [span(1, null)], [span(1, null)], ['busy'], null],
  ['two uses', span(5, 20), [span(1, null)], [span(4, 8), span(15, 30)], ['busy', 'busy'], span(8, 15)],
  ['the rental ends before: end earlier', span(5, 20), [span(1, 15)], [], ['outside_rental'], span(5, 15)],
  ['the rental begins later', span(5, 20), [span(9, null)], [], ['outside_rental'], span(9, 20)],
  ['no rental at all', span(5, 20), [], [], ['outside_rental'], null],
  [
    'two rentals with a day between cover it in two parts',
    span(5, 20),
    [span(1, 10), span(11, 30)],
    [],
    ['outside_rental'],
    span(11, 20),
  ],
  ['without an end, a rental with one does not do', span(5, null), [span(1, 15)], [], ['outside_rental'], span(5, 15)],
  ['without an end, after a use that ends', span(5, null), [span(1, null)], [span(1, 9)], ['busy'], span(9, null)],
  ['an administrator needs no rental', span(5, 10), null, [], [], null],
  ['busy and outside', span(5, 20), [span(1, 15)], [span(1, 9)], ['busy', 'outside_rental'], span(9, 15)],
])('[decisions §4] %s', (_, wanted, rentals, uses, expected, suggestion) => {
  expect(codes(wanted, rentals, uses)).toEqual([expected, suggestion])
})
