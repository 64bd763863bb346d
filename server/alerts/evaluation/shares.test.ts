import { expect, test } from 'vitest'
import { inRoundOrder, sharesOf } from './shares.ts'
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
  const rules = [rule(1, 1, 27_000), rule(2, 2, 10), rule(3, 3, 24_000), rule(4, 4, 12_000), rule(5, 5, 9000)]
  const { shares } = sharesOf({ rules }, 50_000)
  const order = (turn: number) => inRoundOrder(shares, turn).map(some => some.map(share => share.userId))
  expect(order(0)).toEqual([[2, 5], [4], [3], [1]])
  expect(order(1)).toEqual([[2, 5], [4], [1], [3]])
})
