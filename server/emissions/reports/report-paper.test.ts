import { expect, test } from 'vitest'
import { LANGUAGES } from '#shared/contract/fixed.ts'
import type { LogbookEntry } from '#shared/contract/places/emissions.ts'
import { eventOf, eventsIn, isManualCut } from './report-paper.ts'
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

test('a log says that older measurements by hand are left out only where some are', () => {
  const all = Array.from({ length: 50 }, () => TUBE)
  expect([all, [...all, { ...TUBE, kind: 'manual_cut' as const }]].map(isManualCut)).toEqual([false, true])
  expect(eventsIn([TUBE, { ...TUBE, kind: 'manual_cut' }])).toEqual([TUBE])
})

test('a calibration against a reference value says that its number is the offset', () => {
  const reference = { ...TUBE, kind: 'reference' as const, value: 0.8 }
  expect(LANGUAGES.map(language => said(reference, language))).toEqual([
    'NH3 nach einem Referenzwert kalibriert, Korrektur +0,80 ppm, Barn 1',
    'NH3 calibrated against a reference value, offset +0.80 ppm, Barn 1',
    'NH3 calibrado con un valor de referencia, corrección +0,80 ppm, Barn 1',
    'NH3 gekalibreerd op een referentiewaarde, correctie +0,80 ppm, Barn 1',
  ])
})
