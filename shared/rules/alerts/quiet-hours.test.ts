import { describe, expect, test } from 'vitest'
import { endOfQuiet, nextAtHour } from './quiet-hours.ts'

const ZONE = 'Europe/Amsterdam'
const NIGHT = { quiet_from: 22, quiet_until: 6 }
const at = (text: string) => Date.parse(text)
const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString())

describe('quiet hours of a person', () => {
  test.each([
    ['2025-01-15T20:59:59Z', null],
    ['2025-01-15T21:00:00Z', '2025-01-16T05:00:00.000Z'],
    ['2025-01-16T04:59:59Z', '2025-01-16T05:00:00.000Z'],
    ['2025-01-16T05:00:00Z', null],
    // The night in which summer time begins is an hour shorter.
    ['2025-03-29T23:00:00Z', '2025-03-30T04:00:00.000Z'],
  ])('at %s over midnight they end at %s', (time, end) => {
    expect(iso(endOfQuiet(at(time), NIGHT, ZONE))).toBe(end)
  })

  test('within a day, and none at all', () => {
    expect(iso(endOfQuiet(at('2025-01-15T12:30:00Z'), { quiet_from: 13, quiet_until: 15 }, ZONE))).toBe(
      '2025-01-15T14:00:00.000Z',
    )
    expect(endOfQuiet(at('2025-01-15T11:30:00Z'), { quiet_from: 13, quiet_until: 15 }, ZONE)).toBeNull()
    expect(endOfQuiet(at('2025-01-15T23:30:00Z'), { quiet_from: null, quiet_until: null }, ZONE)).toBeNull()
    expect(endOfQuiet(at('2025-01-15T23:30:00Z'), { quiet_from: 6, quiet_until: 6 }, ZONE)).toBeNull()
  })
})

describe('the next full hour of a place', () => {
  test.each([
    ['2025-01-15T05:59:59Z', 7, '2025-01-15T06:00:00.000Z'],
    ['2025-01-15T06:00:00Z', 7, '2025-01-16T06:00:00.000Z'],
    // 02:00 is left out on the last Sunday of March, and comes twice on the last of October.
    ['2025-03-29T22:00:00Z', 2, '2025-03-30T01:00:00.000Z'],
    ['2025-10-25T22:00:00Z', 2, '2025-10-26T00:00:00.000Z'],
  ])('after %s it is %i o’clock at %s', (time, hour, next) => {
    expect(iso(nextAtHour(at(time), hour, ZONE))).toBe(next)
  })
})
