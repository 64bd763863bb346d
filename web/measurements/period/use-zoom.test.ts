import { expect, test } from 'vitest'
import { periodChoiceOf } from './period-choice.ts'
import { closerOf, intervalMovedBy } from './use-zoom.ts'

const at = (text: string) => Date.parse(text)

test('an interval of the hour that autumn has twice is that interval, and one around its end is not backwards', () => {
  expect(closerOf(at('2026-10-25T01:10:20Z'), at('2026-10-25T01:49:30Z'))).toEqual([
    '2026-10-25T01:10Z',
    '2026-10-25T01:50Z',
  ])
  const [date_start, date_end] = closerOf(at('2026-10-25T00:40Z'), at('2026-10-25T01:20Z'))
  expect(periodChoiceOf({ interval: 'selection', date_start, date_end })).toMatchObject({
    interval: 'selection',
    date_start,
  })
})

test('an interval is never shorter than five minutes', () => {
  expect(closerOf(at('2026-10-25T01:10Z'), at('2026-10-25T01:11Z'))[1]).toBe('2026-10-25T01:15Z')
})

test('what is shown closer moves, and not beyond now', () => {
  const selection = { from: at('2026-11-20T10:00Z'), until: at('2026-11-20T11:00Z') }
  const now = at('2026-11-20T11:20Z')
  expect(intervalMovedBy(selection, -1_800_000, now)).toEqual(['2026-11-20T09:30Z', '2026-11-20T10:30Z'])
  expect(intervalMovedBy(selection, 3_600_000, now)).toEqual(['2026-11-20T10:20Z', '2026-11-20T11:20Z'])
})
