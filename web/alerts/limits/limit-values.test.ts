import { expect, test } from 'vitest'
import { lengthsWith, lengthText, limitsIn, limitValuesOf } from './limit-values.ts'

test.each([
  [40, 'en', '40 minutes'],
  [60, 'en', '1 hour'],
  [90, 'de', '90 Minuten'],
  [180, 'nl', '3 uur'],
  [1440, 'es', '1 día'],
  [7200, 'de', '5 Tage'],
])('%i minutes are told in %s as "%s"', (minutes, language, text) => {
  expect(lengthText(minutes, language).replace(/\s/g, ' ')).toBe(text)
})

test('a length that was set elsewhere is offered, too', () => {
  expect(lengthsWith(null)).not.toContain(45)
  expect(lengthsWith(45).slice(2, 5)).toEqual([30, 45, 60])
  expect(lengthsWith(60)).toEqual(lengthsWith(null))
})

test('an empty field is no limit', () => {
  const none = { silent_after_min: null, battery_limit: null }
  expect(limitsIn(limitValuesOf(none))).toEqual(none)
  expect(limitsIn(limitValuesOf({ silent_after_min: 180, battery_limit: 30 }))).toEqual({
    silent_after_min: 180,
    battery_limit: 30,
  })
})
