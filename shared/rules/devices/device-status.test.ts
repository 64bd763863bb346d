import { describe, expect, test } from 'vitest'
import { colourOfAge, isOnline, minutesSince, PHOTO_MIN } from './device-status.ts'

const NOW = Date.parse('2025-01-15T12:00:00Z')
const ago = (ms: number) => new Date(NOW - ms).toISOString()

describe('[specification §4] the colour of an age', () => {
  test.each([
    [0, 'green'],
    [9, 'green'],
    [10, 'red'],
    [180, 'red'],
    [181, 'grey'],
    [null, 'grey'],
  ])('%s minutes: %s', (minutes, colour) => {
    expect(colourOfAge(minutes)).toBe(colour)
  })

  test('photos may be an hour old', () => {
    expect([colourOfAge(59, PHOTO_MIN), colourOfAge(60, PHOTO_MIN)]).toEqual(['green', 'red'])
  })
})

describe('[specification §9] minutes since', () => {
  test.each([
    [0, 0],
    [59_999, 0],
    [60_000, 1],
    [3_600_000, 60],
    [-5000, 0],
  ])('%i ms ago is %i', (ms, minutes) => {
    expect(minutesSince(ago(ms), NOW)).toBe(minutes)
  })

  test('never is null', () => {
    expect(minutesSince(null, NOW)).toBeNull()
  })
})

describe('[decisions §4] online: last message younger than max(10 min, 2 × upload interval)', () => {
  test.each([
    [10, 599_999, true],
    [10, 600_000, false],
    [300, 600_000, false],
    [301, 601_999, true],
    [3600, 7_199_999, true],
    [3600, 7_200_000, false],
  ])('every %i s, %i ms ago: %s', (interval, ms, online) => {
    expect(isOnline(ago(ms), interval, NOW)).toBe(online)
  })

  test('unknown when there never was a message', () => {
    expect(isOnline(null, 300, NOW)).toBeNull()
  })
})
