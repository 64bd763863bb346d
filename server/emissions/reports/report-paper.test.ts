import { expect, test } from 'vitest'
import { LANGUAGES } from '#shared/contract/fixed.ts'
import { type LogbookEntry, MAX_MANUAL_ENTRIES } from '#shared/contract/places/emissions.ts'
import { eventOf, isManualCut } from './report-paper.ts'
import { reportWords } from './report-words.ts'

const TUBE: LogbookEntry = {
  ...{ at: '2026-03-26T08:00:00.000Z', kind: 'manual', area_id: 3, area_name: 'Barn 1', device_name: 'BM 2041' },
  ...{ measurement: 'nh3', value: 4.5, length: null },
}
const said = (entry: LogbookEntry, language: (typeof LANGUAGES)[number]) =>
  eventOf(entry, 'Europe/Amsterdam', reportWords(language)).text.replaceAll(/\s/g, ' ')

test('the log of a report names what was measured, and its unit', () => {
  expect(said(TUBE, 'en')).toBe('NH3 measured by hand: 4.50 ppm, BM 2041')
  expect(said({ ...TUBE, kind: 'calibration', measurement: 't', value: 0.5 }, 'de')).toMatch(/^Temperatur \+0,50 °C/)
  for (const language of LANGUAGES) expect(said(TUBE, language)).not.toContain('nh3')
  // A key that a later release no longer knows is better than nothing.
  expect(said({ ...TUBE, measurement: 'nh4' }, 'en')).toContain('nh4')
})

test('a log that may lack older measurements by hand says so', () => {
  const many = Array.from({ length: MAX_MANUAL_ENTRIES }, () => TUBE)
  expect([many, [...many.slice(1), { ...TUBE, kind: 'fault' as const }]].map(isManualCut)).toEqual([true, false])
})
