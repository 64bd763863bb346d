import { describe, expect, test } from 'vitest'
import type { Reader } from '#shared/rules/formats/formats.ts'
import { USUAL_FORMATS } from '#shared/rules/formats/formats.ts'
import type { StoredAlert } from '../rules/people.ts'
import { clockAt, limitText, valueText } from './words.ts'

const american: Reader = {
  language: 'en',
  formats: { temperature: 'fahrenheit', dates: 'month_first', clock: '12', week: 'sunday' },
}
const usual: Reader = { language: 'en', formats: USUAL_FORMATS }

const alert = (more: Partial<StoredAlert>): StoredAlert =>
  ({
    ...{ measurement: 't', kind: 'rule', calculation: 'average', comparison: 'value', comparator: 'greater' },
    ...{ threshold_value: 23.88888889, started_at: '2026-11-27T10:00:00.000Z', time_zone: 'Europe/Amsterdam' },
    ...more,
  }) as StoredAlert

/** Plain spaces instead of narrow ones. */
const plain = (text: string | null) => text?.replaceAll(/\s/gu, ' ')

describe('[decisions 0160] what is told of an alert is in the formats of its reader', () => {
  test('a value and the limit as it was typed', () => {
    expect(plain(valueText(alert({}), 25.5, american))).toBe('77.9 °F')
    expect(plain(limitText(alert({}), american))).toBe('above 75 °F')
    expect(plain(valueText(alert({}), 25.5, usual))).toBe('25.5 °C')
    expect(plain(limitText(alert({ threshold_value: 28 }), usual))).toBe('above 28 °C')
    expect(plain(limitText(alert({}), usual))).toBe('above 23.89 °C')
  })

  test('a difference and a change by the hour without the 32 of a scale', () => {
    expect(plain(valueText(alert({ comparison: 'absolute_change' }), 5, american))).toBe('9.0 °F')
    expect(plain(limitText(alert({ calculation: 'derivative', threshold_value: 2 }), american))).toMatch(
      /^above 3\.6 °F/,
    )
  })

  test('a count and a charge as they are', () => {
    expect(plain(limitText(alert({ calculation: 'count', threshold_value: 3 }), american))).toBe('above 3')
    expect(plain(valueText(alert({ kind: 'battery_low', measurement: 'battery' }), 20, american))).toMatch(
      /^20(\.0)? %$/,
    )
  })

  test('times by the clock, with the date on another day', () => {
    expect(plain(clockAt('2026-11-27T15:09:00Z', alert({}), american))).toBe('4:09 pm')
    expect(plain(clockAt('2026-11-28T15:09:00Z', alert({}), american))).toBe('11/28/2026 4:09 pm')
    expect(clockAt('2026-11-28T15:09:00Z', alert({}), usual)).toBe('2026-11-28 16:09')
  })
})
