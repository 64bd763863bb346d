import type { TFunction } from 'i18next'
import type { Insight } from '#shared/contract/measurements/insights.ts'
import type { TaxonomyLists } from '#shared/contract/places/taxonomy.ts'
import { decimalsIn } from '#shared/rules/ingest/value.ts'

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

const say = (part: 'said' | 'reason', insight: Insight, words: InsightWords): string => {
  const numbers = Object.entries(insight.numbers).map(([name, value]): [string, string] => [
    name,
    name === 'minutes' ? durationOf(value, words) : words.number(value, decimalsIn(value)),
  ])
  const type = typeOf(insight.quantities[0], words)
  const values = { ...Object.fromEntries(numbers), quantity: type?.name ?? '', unit: type?.unit ?? '' }
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
  return words.t(`value.${unit}`, { value: words.number(value, DECIMALS[unit] ?? 1) })
}

/** "NH3, weather service". */
export const sourcesOf = (insight: Insight, words: InsightWords): string =>
  insight.quantities.map(key => (key === 'weather' ? words.t('weather') : (typeOf(key, words)?.name ?? key))).join(', ')
