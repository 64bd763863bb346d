import { expect, test } from 'vitest'
import { drawnGroups, linesOf } from './windowed-groups.ts'

const GROUPS = [
  { key: 'today', head: true, lines: 2 },
  { key: 'empty', head: true, lines: 0 },
  { key: 'rest', head: false, lines: 1 },
]

test('groups have a line for their heading, and one for each of theirs', () => {
  expect(linesOf(GROUPS)).toEqual([
    { group: 0, line: null },
    { group: 0, line: 0 },
    { group: 0, line: 1 },
    { group: 1, line: null },
    { group: 2, line: 0 },
  ])
})

test('of a group that begins above the window only its lines are drawn, without the heading', () => {
  const drawn = drawnGroups(linesOf(GROUPS), [2, 3, 4], index => ({ 'data-index': index }))
  expect(drawn).toEqual([
    { group: 0, head: null, lines: [{ line: 1, props: { 'data-index': 2 } }] },
    { group: 1, head: { 'data-index': 3 }, lines: [] },
    { group: 2, head: null, lines: [{ line: 0, props: { 'data-index': 4 } }] },
  ])
})
