import { describe, expect, test } from 'vitest'
import { CALCULATION_MINUTES, COMPARATORS } from '../../contract/alerts/alert-rules.ts'
import { LANGUAGES, type Language } from '../../contract/fixed.ts'
import de from '../../locales/de/alert-sentence.json' with { type: 'json' }
import deTaxonomy from '../../locales/de/taxonomy.json' with { type: 'json' }
import en from '../../locales/en/alert-sentence.json' with { type: 'json' }
import es from '../../locales/es/alert-sentence.json' with { type: 'json' }
import nl from '../../locales/nl/alert-sentence.json' with { type: 'json' }
import { type Formats, USUAL_FORMATS } from '../formats/formats.ts'
import {
  type RuleCondition,
  ruleSentence,
  type SentenceTexts,
  SLOTS,
  sentenceParts,
  slotTexts,
  thresholdUnit,
  WHATS,
} from './rule-sentence.ts'

const TEXTS: Record<Language, SentenceTexts> = { de, en, es, nl }
const rule: RuleCondition = {
  calculation: 'average',
  comparison: 'value',
  comparator: 'greater',
  threshold_value: 20,
  calculation_minutes: 15,
  times: 1,
}
const nh3 = { abbreviation: 'nh3_ppm', name: 'NH3', unit: 'ppm' }
const say = (changes: Partial<RuleCondition>, language: Language = 'en', area_type: string | null = 'piglet') =>
  ruleSentence({ ...rule, ...changes }, { quantity: nh3, area_type, language }, TEXTS[language]).replace(/\u202F/g, ' ')

test('[decisions 0160] a limit typed in °F has two decimals for who reads °C', () => {
  const quantity = { abbreviation: 'temp_deg_c', name: 'Temperature', unit: '°C' }
  const names = { quantity, area_type: null, language: 'en' } as const
  const limitOf = (formats: Formats, changes: Partial<RuleCondition> = {}) =>
    slotTexts({ ...rule, threshold_value: 23.88888889, ...changes }, { ...names, formats }, TEXTS.en).threshold
  expect(limitOf(USUAL_FORMATS)).toBe('23.89\u202F°C')
  expect(limitOf({ ...USUAL_FORMATS, temperature: 'fahrenheit' })).toBe('75\u202F°F')
  expect(limitOf(USUAL_FORMATS, { comparison: 'absolute_change', threshold_value: 2.77777778 })).toBe('2.78\u202F°C')
})

describe('[ui §8.7] a rule is one sentence', () => {
  test.each([
    ['en', 'Tell me when the average NH3 over the last 15 minutes in all piglet areas is above 20 ppm.'],
    [
      'de',
      'Sagen Sie mir Bescheid, wenn der Mittelwert von NH3 in allen Bereichen mit Ferkeln in den letzten 15 Minuten über 20 ppm liegt.',
    ],
    [
      'es',
      'Avísame cuando la media de NH3 de los últimos 15 minutos en todas las zonas de lechones sea superior a 20 ppm.',
    ],
    [
      'nl',
      'Waarschuw me als het gemiddelde van NH3 over de laatste 15 minuten in alle ruimtes met biggen boven 20 ppm is.',
    ],
  ] as const)('in the word order of %s', (language, sentence) => {
    expect(say({}, language)).toBe(sentence)
  })

  test('a direct rule is about one reading, and N times is told from two on', () => {
    expect(say({ calculation_minutes: 0, times: 3 }, 'en', null)).toBe(
      'At every reading: tell me when the reading of NH3 in all areas is above 20 ppm, 3 times in a row.',
    )
  })

  test('a change is per hour, readings are counted without a unit, numbers are those of the language', () => {
    expect(say({ calculation: 'derivative', threshold_value: -2.5, comparator: 'less' }, 'de')).toContain(
      'unter −2,5 ppm pro Stunde liegt',
    )
    expect(say({ calculation: 'count', threshold_value: 3, comparator: 'less_or_equal' })).toContain('at most 3.')
    expect(thresholdUnit({ calculation: 'average', comparison: 'difference' }, 'ppm', en)).toBe('ppm')
  })

  test('the form has every slot, in each language and for each kind of window', () => {
    for (const language of LANGUAGES)
      for (const calculation_minutes of CALCULATION_MINUTES) {
        const parts = sentenceParts({ ...rule, calculation_minutes }, TEXTS[language])
        const slots = parts.flatMap(part => (typeof part === 'string' ? [] : [part.slot]))
        expect(slots.toSorted()).toEqual([...SLOTS].toSorted())
        expect(parts.length).toBeGreaterThan(slots.length)
      }
  })

  test('no word is missing for any quantity, animal, window or comparator', () => {
    for (const language of LANGUAGES) {
      const texts = TEXTS[language]
      expect(Object.keys(texts.of)).toEqual(Object.keys(deTaxonomy.physical_quantities))
      expect(Object.keys(texts.areas)).toEqual(Object.keys(deTaxonomy.area_types))
      for (const what of WHATS) expect(texts.what[what]).toBeTruthy()
      for (const minutes of CALCULATION_MINUTES) expect(texts.minutes[minutes]).toBeTruthy()
      for (const comparator of COMPARATORS)
        expect(
          slotTexts({ ...rule, comparator }, { quantity: nh3, area_type: null, language }, texts).comparator,
        ).toBeTruthy()
    }
  })
})
