import { createInstance, type TFunction } from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { LANGUAGES } from '#shared/contract/fixed.ts'
import type { Insight } from '#shared/contract/measurements/insights.ts'
import de from '#shared/locales/de/insights.json'
import en from '#shared/locales/en/insights.json'
import es from '#shared/locales/es/insights.json'
import nl from '#shared/locales/nl/insights.json'
import { USUAL_FORMATS } from '#shared/rules/formats/formats.ts'
import { INSIGHTS } from '#shared/rules/insights/insights.ts'
import { endSession, setUser, type User } from '../kit/api/session.ts'
import { amountOf, durationOf, howOf, type InsightWords, reasonOf, sentenceOf, sourcesOf } from './insight-words.ts'

/** Texts of its own: other files have theirs in other languages. */
const words = createInstance()
beforeAll(() =>
  words.init({
    lng: 'en',
    interpolation: { escapeValue: false },
    resources: { de: { insights: de }, en: { insights: en }, es: { insights: es }, nl: { insights: nl } },
  }),
)

const wordsIn = (language: string): InsightWords => ({
  t: words.getFixedT(language, 'insights') as TFunction<'insights'>,
  number: (value, decimals = 0) => value.toFixed(decimals),
  lists: {
    measurement_types: [{ abbreviation: 'nh3', name: 'NH3', unit: 'ppm' }],
  } as unknown as InsightWords['lists'],
})

const anInsight = (changes: Partial<Insight>): Insight => ({
  id: 1,
  insight: 'night_ventilation',
  variant: null,
  day: '2025-01-15',
  area_id: 1,
  area_name: 'Barn 1',
  area_type_id: 32,
  location_id: 1,
  location_name: 'De Linde',
  time_zone: 'Europe/Amsterdam',
  start: '',
  end: '',
  value: 95,
  threshold: 60,
  holds: 'more',
  numbers: { minutes: 95, limit: 3000, peak: 3420 },
  quantities: ['co2'],
  times: [],
  coverage: 1,
  device_ids: [1],
  found_at: '',
  dismissed_at: null,
  dismissed_by: null,
  may: [],
  ...changes,
})

const EMISSION = {
  index: 2.6,
  uncertainty: 27,
  days: 17,
  emission: 15.6,
  permit: 6,
  animals: 100,
  animal_places: 110,
}
const IMPLAUSIBLE = { each: 17.16, fewest: 0.7, most: 17.5 }
const OF_COWS = { mass: 650, milk: 30, days_pregnant: 160, outdoors: 420 }

/** Insights with the numbers and variants that the rules give. */
const ALL: Partial<Insight>[] = [
  {},
  { insight: 'under_ventilated', numbers: { minutes: 360, air: 67, needed: 77.5, outdoors: 420 } },
  { insight: 'over_ventilated', numbers: { minutes: 240, co2: 650, temperature: 20, low: 22 } },
  { insight: 'nh3_trend', numbers: { slope: 0.8, first: 2, last: 11.2, days: 14 } },
  { insight: 'nh3_load', numbers: { minutes: 205, days: 4, of: 7, limit: 20 } },
  { insight: 'temperature_swing', numbers: { swing: 9, lowest: 14, highest: 23, outdoors: 6 } },
  { insight: 'heat_stress', variant: 'hours', numbers: { minutes: 400, from: 68, load: 18 } },
  { insight: 'heat_stress', variant: 'night', numbers: { lowest: 66.2, from: 65 } },
  { insight: 'cold', variant: 'cold', numbers: { minutes: 240, low: 16, temperature: 13.5 } },
  { insight: 'cold', variant: 'draught', numbers: { minutes: 60, low: 16, temperature: 15, air: 0.35, high: 0.2 } },
  { insight: 'condensation', numbers: { minutes: 180, dew: 16.3, surface: 12.3 } },
  { insight: 'pattern_lost', variant: 't', numbers: { r: -0.2, swing: 5, days: 14 } },
  { insight: 'pattern_lost', variant: 'movement', numbers: { r: 0, swing: 30, days: 14 } },
  { insight: 'wet_air', variant: 'helps', numbers: { minutes: 720, humidity: 85, high: 75, difference: 6 } },
  { insight: 'wet_air', variant: 'helps_not', numbers: { minutes: 720, humidity: 85, high: 75, difference: 0.4 } },
  { insight: 'sensor_trouble', variant: 'silent', numbers: { minutes: 300, count: 1 } },
  { insight: 'sensor_trouble', variant: 'doubted', numbers: { minutes: 60, count: 2 } },
  { insight: 'sensor_trouble', variant: 'battery', numbers: { battery: 12, low: 15 } },
  { insight: 'light', variant: 'short', numbers: { minutes: 420, low: 40, hours: 8 } },
  { insight: 'light', variant: 'dark', numbers: { minutes: 300, dark: 5, hours: 6 } },
  { insight: 'emission_above_permit', variant: 'reckoned', value: 1.2, numbers: EMISSION },
  { insight: 'emission_above_permit', variant: 'implausible', value: 2.3, numbers: { ...EMISSION, ...IMPLAUSIBLE } },
  // Kept from before the emission settings were asked.
  { insight: 'emission_above_permit', variant: 'above', value: 1.2, numbers: { ...EMISSION, ...OF_COWS } },
  {
    insight: 'emission_above_permit',
    variant: 'check',
    value: 2.3,
    numbers: { ...EMISSION, ...OF_COWS, ...IMPLAUSIBLE },
  },
  {
    insight: 'neighbours',
    variant: 'nh3_more',
    numbers: { own: 12.8, others: 4.5, areas: 1, days: 3 },
    quantities: ['nh3'],
  },
]

describe('[science §6] what an insight says', () => {
  test('is a sentence with its numbers, and the reason', () => {
    const load = anInsight(ALL[4] ?? {})
    expect(sentenceOf(load, wordsIn('en'))).toBe('NH3 was above 20 ppm for 3 h 25 min on 4 of 7 days.')
    expect(reasonOf(load, wordsIn('en'))).toBe('Usual cause: too little air, or wet litter.')
    expect(sentenceOf(anInsight(ALL.at(-1) ?? {}), wordsIn('de'))).toBe(
      'NH3 lag 3 Tage lang bei 12.8 ppm, in anderen Bereichen mit denselben Tieren bei 4.5 ppm.',
    )
  })

  test('every insight has a name and a formula, and every one has its words here', () => {
    expect(Object.keys(en.name).sort()).toEqual(INSIGHTS.toSorted())
    expect(Object.keys(en.how).sort()).toEqual(INSIGHTS.toSorted())
    expect(new Set(ALL.map(({ insight = 'night_ventilation' }) => insight))).toEqual(new Set(INSIGHTS))
  })

  test.each(LANGUAGES)('leaves no place empty and no key bare in %s', language => {
    for (const changes of ALL) {
      const insight = anInsight(changes)
      for (const text of [sentenceOf(insight, wordsIn(language)), reasonOf(insight, wordsIn(language))])
        expect(text).not.toMatch(/\{\{|said\.|reason\.|undefined|\s{2}/)
    }
  })

  test('durations, thresholds and sources have their units', () => {
    const words = wordsIn('en')
    expect([45, 120, 205].map(minutes => durationOf(minutes, words))).toEqual(['45 min', '2 h', '3 h 25 min'])
    expect(amountOf(anInsight({}), 60, words)).toBe('1 h')
    expect(amountOf(anInsight({ insight: 'cold', variant: 'cold' }), 4, words)).toBe('4 h')
    expect(amountOf(anInsight({ insight: 'nh3_trend' }), 0.5, words)).toBe('0.5 ppm per day')
    const permit = anInsight({ insight: 'emission_above_permit', variant: 'reckoned', value: 1.2 })
    expect(amountOf(permit, permit.value, words)).toBe('1.20 × permit, less uncertainty')
    expect(amountOf(anInsight({ insight: 'heat_stress', variant: 'night' }), 65, words)).toBe('THI 65.0')
    expect(sourcesOf(anInsight({ quantities: ['nh3', 'weather'] }), words)).toBe('NH3, weather service')
  })
})

test.each(LANGUAGES)(
  '[decisions 0160] how it is worked out is said in the formats of whoever reads it, in %s',
  language => {
    const said = () => INSIGHTS.map(one => howOf(one, wordsIn(language))).join(' ')
    for (const amount of [/\b1 K\b/, /\b2 K\b/, /\b3 K\b/, /22:00/]) expect(said()).toMatch(amount)
    setUser({ formats: { ...USUAL_FORMATS, temperature: 'fahrenheit', clock: '12' } } as User)
    try {
      for (const amount of [/1\.8 °F/, /3\.6 °F/, /5\.4 °F/, /10:00\s[ap]/]) expect(said()).toMatch(amount)
      expect(said()).not.toMatch(/\d K\b|22:00|\{\{/)
    } finally {
      endSession()
    }
  },
)
