import { describe, expect, test, vi } from 'vitest'
import { OWN_ANSWER } from '#shared/contract/call.ts'
import { doubledIn, fieldOf, instantOf, nowIn } from './instant.ts'
import { hearClock } from './now.ts'

const ZONE = 'Europe/Amsterdam'

describe('date-time field of a location', () => {
  test.each([
    ['2026-01-15T08:00', '2026-01-15T07:00:00.000Z'],
    ['2026-07-15T08:00', '2026-07-15T06:00:00.000Z'],
    ['2025-03-30T01:59', '2025-03-30T00:59:00.000Z'],
    ['2025-03-30T03:00', '2025-03-30T01:00:00.000Z'],
    ['2025-10-26T04:00', '2025-10-26T03:00:00.000Z'],
  ])("[decisions §1] reads %s on the location's clocks as %s", (field, moment) => {
    expect(instantOf(field, ZONE)).toBe(moment)
    expect(fieldOf(moment, ZONE)).toBe(field)
  })

  test('takes a time that the clock skips an hour later', () => {
    expect(fieldOf(instantOf('2025-03-30T02:30', ZONE), ZONE)).toBe('2025-03-30T03:30')
  })

  test.each([
    ['2025-10-26T00:30:00.000Z', '2025-10-26T02:30+02:00'],
    ['2025-10-26T01:30:00.000Z', '2025-10-26T02:30+01:00'],
    ['2026-01-15T07:00:42.500Z', '2026-01-15T08:00:42.500+01:00'],
    ['2025-10-26T01:30:05.000Z', '2025-10-26T02:30:05.000+01:00'],
  ])('gives back the moment %s it was given, though its clock does not tell it', (moment, field) => {
    expect(fieldOf(moment, ZONE)).toBe(field)
    expect(instantOf(field, ZONE)).toBe(moment)
  })

  test('names both moments of the hour that clocks show twice, and of no other', () => {
    expect(doubledIn('2025-10-26T02:30', ZONE)).toEqual([
      { value: '2025-10-26T02:30+02:00', offset: '+02:00' },
      { value: '2025-10-26T02:30+01:00', offset: '+01:00' },
    ])
    expect(doubledIn('2025-10-26T03:00', ZONE)).toEqual([])
    expect(doubledIn('2025-03-30T02:30', ZONE)).toEqual([])
    expect(doubledIn('', ZONE)).toEqual([])
  })

  test('takes the first of two where none was chosen, as the server does', () => {
    expect(instantOf('2025-10-26T02:30', ZONE)).toBe('2025-10-26T00:30:00.000Z')
  })

  test('is empty when nothing is filled in', () => {
    expect(instantOf('', ZONE)).toBe('')
  })
})

test('now is what the clock of the server shows, whatever that of this device does', () => {
  vi.useFakeTimers({ now: Date.parse('2026-03-01T10:00:30Z') })
  const answer = (date: string) => ({ headers: new Headers({ [OWN_ANSWER.name]: OWN_ANSWER.value, date }) })
  hearClock(answer('Sun, 01 Mar 2026 14:20:30 GMT'))
  expect(nowIn('Europe/Amsterdam')).toBe('2026-03-01T15:20')
  hearClock(answer('Sun, 01 Mar 2026 10:00:30 GMT'))
  expect(nowIn('Europe/Amsterdam')).toBe('2026-03-01T11:00')
  vi.useRealTimers()
})
