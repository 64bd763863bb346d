import { expect, test } from 'vitest'
import { inRoundOrder, sharesOf, timeFor } from './shares.ts'
import type { WatchedRule } from './targets.ts'

const rule = (id: number, user_id: number, devices: number): WatchedRule =>
  ({
    rule: { id, user_id },
    devices: new Map(Array.from({ length: devices }, (_, index) => [index, []])),
  }) as unknown as WatchedRule

test('an account has its oldest rules evaluated up to the limit', () => {
  const { shares, over } = sharesOf({ rules: [rule(1, 1, 60), rule(2, 1, 60), rule(3, 1, 40), rule(4, 2, 100)] }, 100)
  expect(shares.map(share => [share.userId, share.checks])).toEqual([
    [1, 100],
    [2, 100],
  ])
  expect(over.map(one => one.rule.id)).toEqual([2])
})

test('small accounts go first and together, large ones alone and by turns', () => {
  const rules = [rule(1, 1, 9000), rule(2, 2, 10), rule(3, 3, 8000), rule(4, 4, 4000), rule(5, 5, 3000)]
  const { shares } = sharesOf({ rules }, 50_000)
  const order = (turn: number) => inRoundOrder(shares, turn).map(some => some.map(share => share.userId))
  expect(order(0)).toEqual([[2, 5, 4], [3], [1]])
  expect(order(1)).toEqual([[2, 5, 4], [1], [3]])
})

test('small accounts are looked at in batches, and one that was slow before is in none', () => {
  const rules = Array.from({ length: 8 }, (_, index) => rule(index, index, 4000))
  const { shares } = sharesOf({ rules }, 50_000)
  const order = (slow: number[]) => inRoundOrder(shares, 0, new Set(slow)).map(some => some.map(one => one.userId))
  expect(order([])).toEqual([
    [0, 1, 2],
    [3, 4, 5],
    [6, 7],
  ])
  expect(order([1, 9])).toEqual([[0, 2, 3], [4, 5, 6], [7], [1]])
})

test('a large account is looked at in pieces, of which each has time of its own', () => {
  const rules = [rule(1, 1, 9000), rule(2, 1, 6000), rule(3, 1, 20_000), rule(4, 1, 10)]
  const { shares } = sharesOf({ rules }, 50_000)
  const pieces = inRoundOrder(shares, 3).map(some => some.map(one => [one.checks, one.rules.map(each => each.rule.id)]))
  expect(pieces).toEqual([[[15_000, [1, 2]]], [[20_000, [3]]], [[10, [4]]]])
  // Another one comes first each minute: the last may find no time left.
  expect(inRoundOrder(shares, 4).map(([piece]) => piece?.checks)).toEqual([20_000, 10, 15_000])
})

test('those beside a slow account do not wait for it at each half', () => {
  const { shares } = sharesOf({ rules: Array.from({ length: 64 }, (_, index) => rule(index, index, 100)) }, 50_000)
  const timeOf = (count: number) => timeFor(shares.slice(0, count), shares, 10_000)
  expect([64, 32, 16, 8, 4, 2, 1].map(timeOf)).toEqual([10_000, 7500, 3750, 2000, 2000, 2000, 10_000])
  // No more than is left of the minute.
  expect(timeFor(shares.slice(0, 32), shares, 500)).toBe(500)
})
