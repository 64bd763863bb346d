import i18next from 'i18next'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Formats, USUAL_FORMATS } from '#shared/rules/formats/formats.ts'
import { endSession, setUser, type User } from '../api/session.ts'
import {
  clockIn,
  dayIn,
  fieldText,
  fieldValue,
  limitText,
  momentIn,
  shortMomentIn,
  shownDate,
  spanIn,
  tickText,
  unitFor,
} from './viewer-formats.ts'

const ZONE = 'Europe/Amsterdam'
const AT = '2026-11-27T15:09:00Z'
const American: Formats = { temperature: 'fahrenheit', dates: 'month_first', clock: '12', week: 'sunday' }
const lookAs = (formats: Formats) => setUser({ formats } as User)
/** Plain spaces instead of narrow ones. */
const plain = (text: string) => text.replaceAll(/\s/gu, ' ')

beforeAll(() => i18next.init({ lng: 'en', resources: { en: {} } }))
afterEach(() => endSession())

describe('[decisions 0160] who looks reads by their formats', () => {
  test('and whoever has chosen none as ever', () => {
    expect(momentIn(AT, ZONE)).toBe('2026-11-27 16:09')
    expect([dayIn(AT, ZONE), clockIn(AT, ZONE), shortMomentIn(AT, ZONE)]).toEqual([
      '2026-11-27',
      '16:09',
      '11-27 16:09',
    ])
    expect([unitFor('°C'), fieldText(21.55, '°C'), fieldValue('21,5', '°C')]).toEqual(['°C', '21.55', 21.5])
  })

  test('dates and times', () => {
    lookAs(American)
    expect(plain(momentIn(AT, ZONE))).toBe('11/27/2026 4:09 pm')
    expect(plain(shortMomentIn(AT, ZONE))).toBe('11/27 4:09 pm')
    expect(shownDate('2026-11')).toBe('11/2026')
    expect(plain(spanIn(AT, '2026-11-27T16:00:00Z', ZONE))).toBe('11/27/2026 4:09 pm – 5:00 pm')
  })

  test('what is typed in °F is kept in °C, and stands there again as it was typed', () => {
    lookAs(American)
    const kept = fieldValue('75', '°C')
    expect(kept).toBeCloseTo(23.889, 3)
    expect(fieldText(kept, '°C')).toBe('75')
    expect(plain(limitText(kept ?? 0, '°C'))).toBe('75 °F')
    expect(fieldText(fieldValue('3.6', '°C', true), '°C', true)).toBe('3.6')
    expect(fieldValue('', '°C')).toBeNull()
    expect(fieldValue('warm', '°C')).toBeNaN()
    expect(fieldValue('65', '%')).toBe(65)
  })

  test('a limit that was typed in °F has two decimals for others, and stays what it is while nobody touches it', () => {
    const kept = 23.88888889
    expect([fieldText(kept, '°C'), plain(limitText(kept, '°C')), plain(limitText(2.77777778, 'K'))]).toEqual([
      '23.89',
      '23.89 °C',
      '2.78 K',
    ])
    expect(fieldText(0.00012, 'mg')).toBe('0.00012')
    for (const formats of [USUAL_FORMATS, American]) {
      lookAs(formats)
      for (const stored of [27.33, kept, 8.93])
        expect(fieldValue(fieldText(stored, '°C'), '°C', false, [null, stored])).toBe(stored)
    }
    expect(fieldValue('75', '°C', false, [27.33])).toBe(kept)
  })

  test('ticks of an axis are round in °F', () => {
    lookAs(American)
    expect([10, 15.555555555555555].map(value => tickText(value, 50 / 9, { unit: '°C' }))).toEqual(['50', '60'])
    expect(tickText(50 / 9, 50 / 9, { unit: '°C', isDifference: true })).toBe('10')
    lookAs(USUAL_FORMATS)
    expect(tickText(10, 5, { unit: '°C' })).toBe('10')
  })
})
