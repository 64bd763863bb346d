import { expect, test } from 'vitest'
import { marksOf } from './marks.ts'

test('a note marks where it begins, and a span where it ends', () => {
  const [start, end] = ['2025-01-01T00:00:00Z', '2025-01-03T00:00:00Z']
  expect(
    marksOf([
      { title: 'Feed B', start, end: null },
      { title: 'Fans on', start, end },
    ]),
  ).toEqual([
    { time: Date.parse(start), label: 'Feed B' },
    { time: Date.parse(start), label: 'Fans on' },
    { time: Date.parse(end), label: '← Fans on' },
  ])
})
