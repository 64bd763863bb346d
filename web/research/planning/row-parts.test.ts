import { expect, test } from 'vitest'
import type { LocationResearch } from '#shared/contract/places/research.ts'
import { partsOf } from './row-parts.ts'
import type { PlanningRow } from './rows.ts'

const rowOf = (count: number): PlanningRow => ({
  id: 'alone',
  name: 'No project',
  areaTypeId: null,
  placements: Array.from(
    { length: count },
    (_, id) => ({ id, start: '2026-01-01T00:00:00.000Z', end: null }) as LocationResearch,
  ),
})

test('a row of a few lanes is drawn as a whole', () => {
  const row = rowOf(3)
  expect(partsOf(row)).toEqual([{ key: 'alone', row, lanes: [0, 1, 2] }])
})

test('a row of many lanes has parts that hold each placement once, in lanes from the top of the part', () => {
  const parts = partsOf(rowOf(45))
  expect(parts.map(({ row }) => row.placements.length)).toEqual([20, 20, 5])
  expect(parts.flatMap(({ row }) => row.placements.map(({ id }) => id))).toEqual([...rowOf(45).placements.keys()])
  expect(parts.map(({ lanes }) => Math.max(...lanes))).toEqual([19, 19, 4])
  expect(new Set(parts.map(({ key }) => key)).size).toBe(3)
  expect(parts.every(({ row }) => row.name === 'No project')).toBe(true)
})
