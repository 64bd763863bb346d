import { describe, expect, test } from 'vitest'
import { fieldOf, momentOf } from './moment.ts'

const ZONE = 'Europe/Amsterdam'

describe('date-time field of a location', () => {
  test.each([
    ['2026-01-15T08:00', '2026-01-15T07:00:00.000Z'],
    ['2026-07-15T08:00', '2026-07-15T06:00:00.000Z'],
    ['2025-03-30T01:59', '2025-03-30T00:59:00.000Z'],
    ['2025-03-30T03:00', '2025-03-30T01:00:00.000Z'],
    ['2025-10-26T04:00', '2025-10-26T03:00:00.000Z'],
  ])("[decisions §1] reads %s on the location's clocks as %s", (field, moment) => {
    expect(momentOf(field, ZONE)).toBe(moment)
    expect(fieldOf(moment, ZONE)).toBe(field)
  })

  test('takes a time that the clock skips an hour later', () => {
    expect(fieldOf(momentOf('2025-03-30T02:30', ZONE), ZONE)).toBe('2025-03-30T03:30')
  })

  test('is empty when nothing is filled in', () => {
    expect(momentOf('', ZONE)).toBe('')
  })
})
