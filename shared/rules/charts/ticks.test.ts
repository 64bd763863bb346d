import { describe, expect, test } from 'vitest'
import type { Language } from '#shared/contract/fixed.ts'
import { segmentsOf, stepsOf } from '#shared/rules/time/period.ts'
import { clockChanges, decimalsOf, timeTicks, valueTicks } from './ticks.ts'

const ZONE = 'Europe/Amsterdam'
const times = (from: string, until: string, step: number): number[] => {
  const [start, end] = [Date.parse(from), Date.parse(until)]
  return stepsOf(start, end, step, segmentsOf(start, end, ZONE))
}
const labels = (from: string, until: string, step: number, room: number, language: Language = 'en') =>
  timeTicks(times(from, until, step), ZONE, language, room).map(({ label }) => label)

describe('[design §8.4] ticks of the value axis', () => {
  test.each([
    [0, 26.3, { min: 0, max: 30, interval: 10 }],
    [0, 2996, { min: 0, max: 3000, interval: 1000 }],
    [0, 3360, { min: 0, max: 4000, interval: 1000 }],
    [21.4, 28.6, { min: 20, max: 32, interval: 4 }],
    [-20, 28, { min: -20, max: 40, interval: 20 }],
    [-77, -63, { min: -80, max: -60, interval: 5 }],
    [0, 0.0011, { min: 0, max: 0.0012, interval: 0.0004 }],
    [0, 180_999, { min: 0, max: 200_000, interval: 50_000 }],
  ])('from %s to %s are round numbers', (min, max, expected) => {
    expect(valueTicks(min, max)).toEqual(expected)
  })

  test('are at most five, and round, for any range', () => {
    for (let low = -1000; low < 1000; low += 37.3)
      for (const span of [0.003, 0.7, 4, 9.9, 26, 130, 777, 52_000]) {
        const { min, max, interval } = valueTicks(low, low + span)
        expect((max - min) / interval).toBeLessThanOrEqual(4.000001)
        expect(Number(interval.toPrecision(2))).toBe(interval)
        expect(min).toBeLessThanOrEqual(low + 1e-9)
        expect(max).toBeGreaterThanOrEqual(low + span - 1e-9)
      }
  })

  test.each([
    [10, 0],
    [2.5, 1],
    [0.25, 2],
    [0.0004, 4],
    [1e-7, 7],
    [5e20, 0],
  ])('%s apart need %s digits', (interval, digits) => {
    expect(decimalsOf(interval)).toBe(digits)
  })
})

describe('[design §8.4] ticks of the time axis in the time of the place', () => {
  test('are round hours, with the day at midnight', () => {
    expect(labels('2026-11-17T06:40:00Z', '2026-11-18T06:40:00Z', 300, 6)).toEqual([
      '08:00',
      '12:00',
      '16:00',
      '20:00',
      'Wed 18',
      '04:00',
    ])
  })

  test.each([
    ['en', 'Wed 18'],
    ['de', 'Mi 18'],
    ['es', 'mié 18'],
    ['nl', 'wo 18'],
  ] as const)('[design §12] in %s call midnight %s', (language, label) => {
    expect(labels('2026-11-17T06:40:00Z', '2026-11-18T06:40:00Z', 300, 6, language)).toContain(label)
  })

  test('on the day of 25 hours stay at the hours of the clock', () => {
    const day = times('2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', 300)
    const ticks = timeTicks(day, ZONE, 'en', 6)
    expect(ticks.map(({ label }) => label)).toEqual(['Sun 25', '06:00', '12:00', '18:00'])
    expect(ticks[1]?.time).toBe(Date.parse('2026-10-25T05:00:00Z'))
    for (const { time, label } of ticks.slice(1)) expect(clockOf(time)).toBe(label)
  })

  test('on the day of 23 hours stay at the hours of the clock', () => {
    const ticks = timeTicks(times('2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z', 300), ZONE, 'en', 8)
    expect(ticks[0]).toMatchObject({ label: 'Sun 29', strong: true })
    for (const { time, label } of ticks.slice(1)) expect(clockOf(time)).toBe(label)
  })

  test('are days in a week, dates in a month and months in a year', () => {
    expect(labels('2026-11-10T23:00:00Z', '2026-11-17T23:00:00Z', 1800, 8)).toEqual([
      'Wed 11',
      'Thu 12',
      'Fri 13',
      'Sat 14',
      'Sun 15',
      'Mon 16',
      'Tue 17',
    ])
    expect(labels('2026-10-17T22:00:00Z', '2026-11-17T23:00:00Z', 7200, 6)).toEqual([
      '10-18',
      '10-25',
      '11-01',
      '11-08',
      '11-15',
    ])
    expect(labels('2025-11-17T23:00:00Z', '2026-11-17T23:00:00Z', 86_400, 5)).toEqual([
      '2026-01',
      '2026-04',
      '2026-07',
      '2026-10',
    ])
  })

  test('are none without steps', () => {
    expect(timeTicks([], ZONE, 'en', 6)).toEqual([])
  })
})

const clockOf = (time: number): string =>
  new Intl.DateTimeFormat('nl', { timeZone: ZONE, hour: '2-digit', minute: '2-digit' }).format(time)

describe('[design §8.4] a change of the clocks', () => {
  test.each([
    ['autumn', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', '2026-10-25T01:00:00Z'],
    ['spring', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z', '2026-03-29T01:00:00Z'],
  ])('in %s is found where it happens', (_, from, until, moment) => {
    expect(clockChanges(times(from, until, 300), ZONE)).toEqual([Date.parse(moment)])
  })

  test('is found in a week too, and not looked for in a month', () => {
    expect(clockChanges(times('2026-10-20T22:00:00Z', '2026-10-27T23:00:00Z', 1800), ZONE)).toHaveLength(1)
    expect(clockChanges(times('2026-10-01T22:00:00Z', '2026-11-01T23:00:00Z', 7200), ZONE)).toEqual([])
  })

  test('is not there on other days, nor where clocks never change', () => {
    expect(clockChanges(times('2026-11-17T06:40:00Z', '2026-11-18T06:40:00Z', 300), ZONE)).toEqual([])
    expect(clockChanges(times('2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', 300), 'UTC')).toEqual([])
  })
})
