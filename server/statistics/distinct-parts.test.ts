import { expect, test } from 'vitest'
import { distinctParts } from './distinct-parts.ts'

const station = (...ranges: [number, number][]) => [
  { deviceId: 7, ranges: ranges.map(([from, until]) => ({ from, until })) },
]

test('what areas share is read once, what overlaps without being the same by statements of their own', () => {
  const areas = [station([0, 10]), station([5, 20]), [], station([0, 10]), station([10, 20]), station([20, 30])]
  const { layers, areasOf } = distinctParts(areas)
  expect(areasOf).toEqual([[0, 3], [1], [2], [4], [5]])
  expect(layers).toEqual([
    [areas[0], [], [], areas[4], areas[5]],
    [[], areas[1], [], [], []],
  ])
  // Each part is read by one statement, and no reading is in two parts of one.
  for (const [part, [area = 0]] of areasOf.entries())
    expect(layers.flatMap(parts => parts[part] ?? [])).toEqual(areas[area])
})

test('different devices need no statement of their own', () => {
  const of = (deviceId: number) => [{ deviceId, ranges: [{ from: 0, until: 10 }] }]
  expect(distinctParts([of(1), of(2), of(1)])).toEqual({ layers: [[of(1), of(2)]], areasOf: [[0, 2], [1]] })
  expect(distinctParts([])).toEqual({ layers: [], areasOf: [] })
})
