import { describe, expect, test } from 'vitest'
import type { FieldFormat } from '../../kit/language/viewer-formats.ts'
import { dateTextAfterKey, isWholeMoment, patternOf, readTyped } from './typed-date.ts'

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

describe('[decisions 0160] typing and reading a date in the format of a person', () => {
  const american: FieldFormat = { order: 'mdy', mark: '/', clock: '12' }
  const german: FieldFormat = { order: 'dmy', mark: '.', clock: '24' }
  const dutch: FieldFormat = { order: 'dmy', mark: '-', clock: '24' }
  const typedAs = (keys: string, part: 'day' | 'moment', format: FieldFormat) =>
    [...keys].reduce((text, key) => dateTextAfterKey(`${text}${key}`, text, part, format), '')

  test.each([
    ['22112026', 'day', german, '22.11.2026'],
    ['221120261609', 'moment', german, '22.11.2026 16:09'],
    ['11222026', 'day', american, '11/22/2026'],
    ['11222026 4:09 pm', 'moment', american, '11/22/2026 4:09 pm'],
    ['2026-11-22 16:09', 'moment', american, '2026-11-22 16:09'],
    ['2026-11-22 16:09', 'moment', german, '2026-11-22 16:09'],
    ['2012-11-22', 'day', german, '2012-11-22'],
    ['2012-11-22 16:09', 'moment', dutch, '2012-11-22 16:09'],
    ['2026-1-5 7:05', 'moment', german, '2026-1-5 7:05'],
    ['20261122', 'day', american, '2026-11-22'],
    ['202611221609', 'moment', german, '2026-11-22 16:09'],
    ['20-12-2026', 'day', dutch, '20-12-2026'],
    ['20.12.2026', 'day', german, '20.12.2026'],
    ['03.04.2026', 'day', american, '03.04.2026'],
  ] as const)('the keys %s of a %s write %s', (keys, part, format, text) =>
    expect(typedAs(keys, part, format)).toBe(text),
  )

  test.each([
    ['11/22/2026 4:09 pm', american, '2026-11-22T16:09'],
    ['11/22/2026 12:05\u00A0am', american, '2026-11-22T00:05'],
    ['11/22/2026 12:05 p.\u00A0m.', american, '2026-11-22T12:05'],
    ['11/22/2026 16:09', american, '2026-11-22T16:09'],
    ['2026-11-22 16:09', american, '2026-11-22T16:09'],
    ['22.11.2026 16:09', german, '2026-11-22T16:09'],
    ['22/11/2026', german, '2026-11-22T08:30'],
    ['03.04.2026', american, '2026-04-03T08:30'],
    ['03/04/2026', american, '2026-03-04T08:30'],
    ['11/22/2026 4 pm', american, '2026-11-22T16:00'],
    ['11/22/2026 12am', american, '2026-11-22T00:00'],
    ['202611221609', american, '2026-11-22T16:09'],
    ['202611221609', german, '2026-11-22T16:09'],
    ['112220261609', american, '2026-11-22T16:09'],
    ['202611221609', { order: 'ymd', mark: '-', clock: '12' }, '2026-11-22T16:09'],
  ] as const)('%s is read', (text, format, value) => expect(readTyped(text, 'moment', '08:30', format)).toBe(value))

  test.each(['22/11/2026', '11/22/2026 13:05 pm', '11/22/2026 0:05 am', '11/22/2026 4:60 pm'])('%s is none', text =>
    expect(readTyped(text, 'moment', '08:30', american)).toBeNull(),
  )

  test.each(['202611221609', '112220261609'])('%s pasted at once keeps its time on a clock of 12 hours', text => {
    const shown = dateTextAfterKey(text, '', 'moment', american)
    expect([readTyped(shown, 'moment', '08:30', american), isWholeMoment(shown, american)]).toEqual([
      '2026-11-22T16:09',
      true,
    ])
  })

  test('a moment of a clock of 12 hours is whole once its half of the day is there', () => {
    expect(isWholeMoment('11/22/2026 4:09', american)).toBe(false)
    expect(isWholeMoment('11/22/2026 4:09 pm', american)).toBe(true)
    expect(isWholeMoment('22.11.2026 16:09', german)).toBe(true)
  })

  test('an empty field says the order', () => {
    expect(patternOf('day', german)).toBe('DD.MM.YYYY')
    expect(patternOf('moment', american)).toBe('MM/DD/YYYY h:mm am')
    expect(patternOf('moment', { order: 'ymd', mark: '-', clock: '24' })).toBe('YYYY-MM-DD HH:mm')
  })
})
