import { describe, expect, test } from 'vitest'
import { isMorning } from './morning.ts'
import { nightBefore } from './night.ts'
import { HOUR_MS } from './units.ts'

const at = (text: string) => Date.parse(text)
const told = (now: string, zone: string) => {
  const { from, until, midnight, ...dates } = nightBefore(at(now), zone)
  const text = (time: number) => new Date(time).toISOString().slice(0, 16)
  return { from: text(from), until: text(until), midnight: text(midnight), hours: (until - from) / HOUR_MS, ...dates }
}

describe('last night on the wall of a place', () => {
  test('is from 22:00 to 06:00', () => {
    expect(told('2026-01-15T08:00:00Z', 'Europe/Amsterdam')).toEqual({
      from: '2026-01-14T21:00',
      until: '2026-01-15T05:00',
      midnight: '2026-01-14T23:00',
      hours: 8,
      evening: '2026-01-14',
      morning: '2026-01-15',
    })
    expect(told('2026-01-15T03:00:00Z', 'Asia/Kathmandu')).toMatchObject({ from: '2026-01-14T16:15', hours: 8 })
  })

  test('has seven hours where the clocks go forward, and nine where they go back', () => {
    expect(told('2026-03-29T06:00:00Z', 'Europe/Amsterdam')).toMatchObject({ from: '2026-03-28T21:00', hours: 7 })
    expect(told('2026-10-25T08:00:00Z', 'Europe/Amsterdam')).toMatchObject({ from: '2026-10-24T20:00', hours: 9 })
  })

  test('is not over before six: what is to come is no part of it', () => {
    expect(told('2026-01-15T04:20:00Z', 'Europe/Amsterdam').until).toBe('2026-01-15T04:20')
  })

  test('is told of from five to noon of the place', () => {
    const hours = Array.from({ length: 24 }, (_, hour) => at('2026-01-15T00:00:00Z') + hour * HOUR_MS)
    const mornings = (zone: string) => hours.flatMap((now, hour) => (isMorning(now, zone) ? hour : []))
    expect(mornings('UTC')).toEqual([5, 6, 7, 8, 9, 10, 11])
    expect(mornings('Europe/Amsterdam')).toEqual([4, 5, 6, 7, 8, 9, 10])
    // A quarter to six in Nepal at midnight of UTC.
    expect(mornings('Asia/Kathmandu')).toEqual([0, 1, 2, 3, 4, 5, 6])
  })
})
