import { describe, expect, test } from 'vitest'
import {
  clockText,
  dateText,
  dateTimeText,
  type Formats,
  formatsOfBrowser,
  hourText,
  keptDifference,
  keptNumber,
  monthDayText,
  shownDifference,
  shownNumber,
  shownUnit,
  USUAL_FORMATS,
  weekdaysFrom,
} from './formats.ts'

const as = (more: Partial<Formats>): Formats => ({ ...USUAL_FORMATS, ...more })
const US = as({ temperature: 'fahrenheit', dates: 'month_first', clock: '12', week: 'sunday' })

describe('dates and times in the formats of a person', () => {
  test('stay as they are where nobody has chosen', () => {
    for (const text of ['2026-11-27 16:09', '2026-11-27', '2026-11', '16:09', ''])
      expect(dateTimeText(text, USUAL_FORMATS, 'de')).toBe(text)
  })

  test.each([
    ['language', 'de', '27.11.2026', '11.2026', '27.11.'],
    ['language', 'nl', '27-11-2026', '11-2026', '27-11'],
    ['language', 'es', '27/11/2026', '11/2026', '27/11'],
    ['day_first', 'de', '27/11/2026', '11/2026', '27/11'],
    ['month_first', 'en', '11/27/2026', '11/2026', '11/27'],
  ] as const)('%s in %s is %s', (dates, language, day, month, short) => {
    expect(dateText('2026-11-27', as({ dates }), language)).toBe(day)
    expect(dateText('2026-11', as({ dates }), language)).toBe(month)
    expect(monthDayText('11-27', as({ dates }), language)).toBe(short)
  })

  test.each([
    ['00:05', '12:05\u00A0am'],
    ['11:59', '11:59\u00A0am'],
    ['12:00', '12:00\u00A0pm'],
    ['16:09:30', '4:09:30\u00A0pm'],
    ['24:00', '12:00\u00A0am'],
  ])('%s is %s on a clock of 12 hours', (clock, text) => {
    expect(clockText(clock, US, 'en')).toBe(text)
  })

  test('a Spanish half of the day has its points, and a whole hour needs little room', () => {
    expect(clockText('16:09', US, 'es')).toBe('4:09\u00A0p.\u00A0m.')
    expect([0, 9, 12, 23].map(hour => hourText(hour, US, 'en'))).toEqual([
      '12\u00A0am',
      '9\u00A0am',
      '12\u00A0pm',
      '11\u00A0pm',
    ])
    expect(hourText(9, USUAL_FORMATS, 'en')).toBe('09')
  })

  test('weeks begin with the day that was chosen', () => {
    expect(weekdaysFrom(USUAL_FORMATS)).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(weekdaysFrom(as({ week: 'sunday' }))).toEqual([7, 1, 2, 3, 4, 5, 6])
    expect(weekdaysFrom(as({ week: 'saturday' }))).toEqual([6, 7, 1, 2, 3, 4, 5])
  })

  test('a browser of the United States is proposed its own, no other is', () => {
    expect(formatsOfBrowser(['en-US', 'nl'])).toEqual(US)
    expect(formatsOfBrowser(['nl', 'en-US'])).toBeNull()
    expect(formatsOfBrowser([])).toBeNull()
  })
})

describe('temperatures in the unit of a person', () => {
  test('are converted with the 32, differences without', () => {
    expect(shownNumber(21.5, '°C', US)).toBe(70.7)
    expect(shownNumber(-40, '°C', US)).toBe(-40)
    expect(shownDifference(2, '°C', US)).toBe(3.6)
    expect(shownNumber(2, 'K', US)).toBe(3.6)
    expect([shownUnit('°C', US), shownUnit('K', US), shownUnit('ppm', US)]).toEqual(['°F', '°F', 'ppm'])
  })

  test('all else, and everybody else, keeps its numbers', () => {
    expect(shownNumber(21.55, '°C', USUAL_FORMATS)).toBe(21.55)
    expect(shownNumber(65, '%', US)).toBe(65)
    expect(keptNumber(65, '%', US)).toBe(65)
    expect(shownUnit('K', USUAL_FORMATS)).toBe('K')
  })

  test('whatever is typed in °F is shown again as it was typed', () => {
    for (let tenths = -600; tenths <= 2600; tenths += 1) {
      const typed = tenths / 10
      expect(shownNumber(keptNumber(typed, '°C', US), '°C', US)).toBe(typed)
      expect(shownDifference(keptDifference(typed, '°C', US), '°C', US)).toBe(typed)
    }
  })
})
