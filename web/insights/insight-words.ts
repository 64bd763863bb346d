import type { TFunction } from 'i18next'
import type { Insight } from '#shared/contract/measurements/insights.ts'
import type { TaxonomyLists } from '#shared/contract/places/taxonomy.ts'
import { decimalsIn } from '#shared/rules/ingest/value.ts'
import { differenceFor, figureFor, shownClock, unitFor } from '../kit/language/viewer-formats.ts'

export interface InsightWords {
  t: TFunction<'insights'>
  number: (value: number, decimals?: number) => string
  lists: Pick<TaxonomyLists, 'measurement_types'>
}

/** "3 h 25 min" of minutes. */
export const durationOf = (given: number, { t, number }: Pick<InsightWords, 't' | 'number'>): string => {
  const all = Math.round(given)
  const [hours, minutes] = [number(Math.floor(all / 60)), number(all % 60)]
  if (all < 60) return t('minutes', { minutes })
  return all % 60 === 0 ? t('hours', { hours }) : t('hours_minutes', { hours, minutes })
}

/** Sentences that name the measurement or say which of two things it was. */
const ONE_SENTENCE = ['neighbours']

const keyOf = ({ insight, variant }: Insight): string =>
  variant === null || ONE_SENTENCE.includes(insight) ? insight : `${insight}_${variant}`

const typeOf = (key: string | undefined, { lists }: Pick<InsightWords, 'lists'>) =>
  lists.measurement_types.find(({ abbreviation }) => abbreviation === key)

/** Sentence that says what was found, with its numbers. */
export const sentenceOf = (insight: Insight, words: InsightWords): string => say('said', insight, words)

/** Sentence with one likely reason, and what was taken for granted. */
export const reasonOf = (insight: Insight, words: InsightWords): string => say('reason', insight, words)

/** Numbers of an insight that are temperatures, and those that are differences of two. */
const TEMPERATURES: Partial<
  Record<Insight['insight'], { values?: readonly string[]; differences?: readonly string[] }>
> = {
  over_ventilated: { values: ['temperature', 'low'] },
  temperature_swing: { values: ['lowest', 'highest'], differences: ['swing', 'outdoors'] },
  cold: { values: ['temperature', 'low'] },
  condensation: { values: ['surface', 'dew'] },
}

const shownOf = (insight: Insight, name: string, value: number, words: InsightWords): string => {
  const type = typeOf(insight.quantities[0], words)
  const { values = [], differences = [] } = TEMPERATURES[insight.insight] ?? {}
  const isOwn = insight.insight === 'neighbours' && (name === 'own' || name === 'others')
  const isSwing = insight.insight === 'pattern_lost' && insight.variant === 't' && name === 'swing'
  const unit = isOwn ? (type?.unit ?? '') : values.includes(name) ? '°C' : ''
  const shown = differences.includes(name) || isSwing ? differenceFor(value, 'K') : figureFor(value, unit)
  // A converted number is no more exact than the one it comes from.
  return words.number(shown, Math.min(decimalsIn(shown), Math.max(decimalsIn(value), shown === value ? 0 : 1)))
}

/** Units of temperatures and their differences, and the one, two and three kelvins that sentences name. */
const temperatureWords = ({ number }: Pick<InsightWords, 'number'>) => {
  const [one = '', margin = '', three = ''] = [1, 2, 3].map(kelvins => {
    const shown = differenceFor(kelvins, 'K')
    return number(shown, decimalsIn(shown))
  })
  return { degrees: unitFor('°C'), kelvin: unitFor('K'), one, margin, three }
}

/** Sentence that says how a kind of insight is worked out. */
export const howOf = (insight: Insight['insight'], words: Pick<InsightWords, 't' | 'number'>): string => {
  const { one, margin, three, kelvin } = temperatureWords(words)
  return words.t(`how.${insight}`, { one, margin, three, kelvin, start: shownClock('22:00'), end: shownClock('06:00') })
}

const say = (part: 'said' | 'reason', insight: Insight, words: InsightWords): string => {
  const numbers = Object.entries(insight.numbers).map(([name, value]): [string, string] => [
    name,
    name === 'minutes' ? durationOf(value, words) : shownOf(insight, name, value, words),
  ])
  const type = typeOf(insight.quantities[0], words)
  const values = {
    ...Object.fromEntries(numbers),
    quantity: type?.name ?? '',
    unit: unitFor(type?.unit ?? ''),
    ...temperatureWords(words),
    start: shownClock('22:00'),
    end: shownClock('06:00'),
  }
  // The type of a sentence does not know which numbers it names.
  const t = words.t as (key: string, values: Record<string, string>) => string
  return t(`${part}.${keyOf(insight)}`, values)
}

/** Units of the value and the threshold of each insight; all others are hours. */
const UNITS: Partial<
  Record<Insight['insight'], 'ppm_day' | 'days' | 'kelvin' | 'plain' | 'permits' | 'quartiles' | 'count'>
> = {
  nh3_trend: 'ppm_day',
  nh3_load: 'days',
  temperature_swing: 'kelvin',
  pattern_lost: 'plain',
  neighbours: 'quartiles',
  sensor_trouble: 'count',
  emission_above_permit: 'permits',
}

/** Decimals of each unit; one, where nothing is said. */
const DECIMALS: Record<string, number | undefined> = { days: 0, count: 0, plain: 2, permits: 2 }

/** Value of an insight, or its threshold, with what it is measured in. */
export const amountOf = (insight: Insight, value: number, words: InsightWords): string => {
  const { insight: kind, variant } = insight
  const unit = kind === 'heat_stress' && variant === 'night' ? 'thi' : UNITS[kind]
  if (kind === 'night_ventilation') return durationOf(value, words)
  if (!unit) return durationOf(value * 60, words)
  const shown = unit === 'kelvin' ? differenceFor(value, 'K') : value
  return words.t(`value.${unit}`, { value: words.number(shown, DECIMALS[unit] ?? 1), kelvin: unitFor('K') })
}

/** "NH3, weather service". */
export const sourcesOf = (insight: Insight, words: InsightWords): string =>
  insight.quantities.map(key => (key === 'weather' ? words.t('weather') : (typeOf(key, words)?.name ?? key))).join(', ')
