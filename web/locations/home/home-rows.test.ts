import { expect, test } from 'vitest'
import type { Location } from '#shared/contract/places/locations.ts'
import type { AreaState } from '#shared/rules/locations/area-state.ts'
import { homeRows, rowOfArea } from './home-rows.ts'

const farm = (id: number, name = `Farm ${id}`) => ({ id, name, areas: [] }) as unknown as Location
const [one, two] = [farm(1), farm(2)]
let lastId = 0
const area = (status: AreaState['status'], location = one) =>
  ({
    area: { id: ++lastId },
    location,
    status,
    device: null,
    grade: null,
    finding: null,
    lastTime: null,
    waiting: [],
  }) as unknown as AreaState

const VIEW = { byFarm: true, size: 'm' as const, collapsed: [] }
const kinds = (rows: ReturnType<typeof homeRows>) => rows.map(({ kind }) => kind)

test('[design §1] size follows severity: act now large with two to watch beside it, the rest in lines', () => {
  const states = [
    area('act_now'),
    area('act_now'),
    area('too_cold'),
    area('attention'),
    area('attention'),
    area('good'),
  ]
  const rows = homeRows([one], states, VIEW, false)
  expect(kinds(rows)).toEqual(['head', 'cards', 'cards', 'line'])
  const [, first, second] = rows
  expect(first?.kind === 'cards' && [first.big.length, first.medium.length]).toEqual([1, 2])
  expect(second?.kind === 'cards' && [second.big.length, second.medium.length]).toEqual([1, 1])
})

test('locations stand in the order of their worst area, empty ones last', () => {
  const rows = homeRows([farm(3), two, one], [area('act_now', one), area('good', two)], VIEW, false)
  expect(rows.flatMap(row => (row.kind === 'head' ? row.location.id : []))).toEqual([1, 2, 3])
  expect(kinds(rows).at(-1)).toBe('empty')
})

test('with filters on, a location none of whose areas is left is left out too', () => {
  expect(homeRows([one, two], [area('good', two)], VIEW, true)).toHaveLength(2)
})

test('a collapsed location keeps its head only, and its areas cannot be jumped to', () => {
  const state = area('good')
  const rows = homeRows([one], [state], { ...VIEW, collapsed: [1] }, false)
  expect(kinds(rows)).toEqual(['head'])
  expect(rowOfArea(rows, state.area.id)).toBe(-1)
})

test('XS shows every area as one line, XL every area as a large card, and without farms there are no heads', () => {
  const states = [area('act_now'), area('attention'), area('good')]
  expect(kinds(homeRows([one], states, { ...VIEW, size: 'xs', byFarm: false }, false))).toEqual([
    'line',
    'line',
    'line',
  ])
  const large = homeRows([one], states, { ...VIEW, size: 'xl', byFarm: false }, false)
  expect(large.map(row => row.kind === 'cards' && row.big.length)).toEqual([2, 1])
  expect(rowOfArea(large, states[2]?.area.id ?? 0)).toBe(1)
})

test('500 areas keep keys of their own', () => {
  const states = Array.from({ length: 500 }, (_, index) => area(index % 5 === 0 ? 'act_now' : 'good'))
  const rows = homeRows([one], states, VIEW, false)
  expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
})
