import { describe, expect, test } from 'vitest'
import { dateTextAfterKey, readTyped } from './typed-date.ts'

/** The text of a field after these keys, one by one. */
const typed = (keys: string, part: 'day' | 'moment') =>
  [...keys].reduce((text, key) => dateTextAfterKey(`${text}${key}`, text, part), '')

describe('typing a date', () => {
  test.each([
    ['202611221609', '2026-11-22 16:09'],
    ['2026-11-22 16:09', '2026-11-22 16:09'],
    ['2026', '2026-'],
  ])('[specification §9] the keys %s write %s', (keys, text) => expect(typed(keys, 'moment')).toBe(text))

  test('a day has no time', () => expect(typed('20261122', 'day')).toBe('2026-11-22'))

  test('a mark can be taken away', () => {
    expect(dateTextAfterKey('2026', '2026-', 'day')).toBe('2026')
    expect(dateTextAfterKey('20261', '2026', 'day')).toBe('2026-1')
  })

  test('digits pasted at once are spread', () =>
    expect(dateTextAfterKey('202611221609', '', 'moment')).toBe('2026-11-22 16:09'))
})

describe('reading a typed date', () => {
  test.each([
    ['2026-11-22 16:09', '2026-11-22T16:09'],
    ['2026-11-22T16:09', '2026-11-22T16:09'],
    ['2026-1-5 7:05', '2026-01-05T07:05'],
    ['22.11.2026 16:09', '2026-11-22T16:09'],
    ['22-11-2026 1609', '2026-11-22T16:09'],
    ['202611221609', '2026-11-22T16:09'],
    ['2026-11-22', '2026-11-22T08:30'],
    ['2026-11-22 ', '2026-11-22T08:30'],
  ])('%s is %s', (text, value) => expect(readTyped(text, 'moment', '08:30')).toBe(value))

  test.each([
    '',
    '2026',
    '2026-11',
    '2026-02-30 10:00',
    '2026-13-01 10:00',
    '2026-11-22 24:00',
    '2026-11-22 10:6',
    '11/22/2026',
    '0000-01-01',
  ])('%s is none', text => expect(readTyped(text, 'moment')).toBeNull())

  test('a day is a day', () => {
    expect(readTyped('2026-11-22', 'day')).toBe('2026-11-22')
    expect(readTyped('20261122', 'day')).toBe('2026-11-22')
    expect(readTyped('2026-11-22 10:00', 'day')).toBeNull()
  })
})
