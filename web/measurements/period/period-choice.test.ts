import { describe, expect, test } from 'vitest'
import { periodChoiceOf, queryPeriodOf } from './period-choice.ts'

const DAY = { interval: 'day', index: 0 }

describe('[specification §4] the period in the address', () => {
  test.each([
    [{}, DAY],
    [{ interval: 'week' }, { interval: 'week', index: 0 }],
    [
      { interval: 'year', index: '3' },
      { interval: 'year', index: 3 },
    ],
    [
      { interval: 'month', calendar: '1' },
      { interval: 'month', index: 0, calendar: true },
    ],
    [
      { interval: 'research', index: '3', calendar: '1' },
      { interval: 'research', index: 0 },
    ],
    [{ index: '10000' }, { interval: 'day', index: 10_000 }],
    [
      { interval: 'selection', date_start: '2026-10-25', date_end: '2026-10-25' },
      { interval: 'selection', index: 0, date_start: '2026-10-25', date_end: '2026-10-25' },
    ],
    [
      { interval: 'selection', date_start: '2026-10-25T07:30', date_end: '2026-10-25 08:00' },
      { interval: 'selection', index: 0, date_start: '2026-10-25 07:30', date_end: '2026-10-25 08:00' },
    ],
    [
      { interval: 'selection', date_start: '2024-02-29', date_end: '2024-03-01', index: '7' },
      { interval: 'selection', index: 0, date_start: '2024-02-29', date_end: '2024-03-01' },
    ],
    [
      { interval: 'live', index: '2' },
      { interval: 'hour', index: 2 },
    ],
    [
      { interval: 'selection', date_start: '2026-10-25T00:40Z', date_end: '2026-10-25T01:20Z' },
      { interval: 'selection', index: 0, date_start: '2026-10-25T00:40Z', date_end: '2026-10-25T01:20Z' },
    ],
  ])('%j is read as %j', (search, choice) => {
    expect(periodChoiceOf(search)).toEqual(choice)
  })

  test.each([
    { interval: 'decade' },
    { index: '-1' },
    { index: '1.5' },
    { index: 'two' },
    { index: '' },
    { index: '123456' },
    { interval: 'selection' },
    { interval: 'selection', date_start: '2026-10-25' },
    { interval: 'selection', date_end: '2026-10-25' },
    { interval: 'selection', date_start: '2026-13-01', date_end: '2026-13-02' },
    { interval: 'selection', date_start: '2026-02-29', date_end: '2026-03-01' },
    { interval: 'selection', date_start: '2026-04-31', date_end: '2026-05-01' },
    { interval: 'selection', date_start: '2026-10-26', date_end: '2026-10-25' },
    { interval: 'selection', date_start: '2026-10-25 08:00', date_end: '2026-10-25 08:00' },
    { interval: 'selection', date_start: '2026-10-25 24:00', date_end: '2026-10-26' },
    { interval: 'selection', date_start: '25-10-2026', date_end: '26-10-2026' },
    { interval: 'selection', date_start: '2026-10-25T01:20Z', date_end: '2026-10-25T00:40Z' },
    { interval: 'selection', date_start: '2026-10-25T01:20Z', date_end: '2026-10-26' },
    { interval: 'selection', date_start: "2026-10-25'--", date_end: '2026-10-26' },
  ])('%j is wrong, and so is the day that ends now', search => {
    expect(periodChoiceOf(search)).toEqual(DAY)
  })

  test('goes no further back than the server counts', () => {
    expect(periodChoiceOf({ interval: 'hour', index: '99999' })).toEqual({ interval: 'hour', index: 10_000 })
  })

  test.each([
    ['2026-10-25', '2026-10-25 00:30'],
    ['2026-10-25 23:30', '2026-10-25'],
  ])('takes a bare date as a whole day: %s to %s', (date_start, date_end) => {
    expect(periodChoiceOf({ interval: 'selection', date_start, date_end })).toMatchObject({ date_start, date_end })
  })
})

describe('the research period', () => {
  const NOW = Date.parse('2026-11-21T12:00:00Z')
  const research = { interval: 'research', index: 0 } as const

  test('reaches from start to end of the placement', () => {
    const placement = { start: '2026-10-01T00:00:00.000Z', end: '2026-11-01T00:00:00.000Z' }
    expect(queryPeriodOf(research, placement, NOW)).toEqual({
      interval: 'selection',
      index: 0,
      date_start: placement.start,
      date_end: placement.end,
    })
  })

  test('ends now while the placement goes on', () => {
    const asked = queryPeriodOf(research, { start: '2026-10-01T00:00:00.000Z', end: null }, NOW)
    expect(asked.date_end).toBe('2026-11-21T12:00:00.000Z')
  })

  test('is a day where there is none, or none yet', () => {
    expect(queryPeriodOf(research, null, NOW)).toEqual(DAY)
    expect(queryPeriodOf(research, { start: '2026-12-01T00:00:00.000Z', end: null }, NOW)).toEqual(DAY)
  })

  test('other periods are asked for as they were chosen', () => {
    const choice = { interval: 'week', index: 2, calendar: true } as const
    expect(queryPeriodOf(choice, null, NOW)).toEqual(choice)
  })
})
