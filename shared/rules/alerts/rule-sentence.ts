import type { AlertRule } from '../../contract/alerts/alert-rules.ts'
import type { Language } from '../../contract/fixed.ts'
import { type Formats, limitShown, shownUnit, USUAL_FORMATS } from '../formats/formats.ts'
import { decimalsIn, formatValue, NARROW_NO_BREAK_SPACE } from '../ingest/value.ts'
import type { RuleScope } from './rule-scope.ts'

/** Part of a rule that its sentence tells. */
export type RuleCondition = Pick<
  AlertRule,
  'calculation' | 'comparison' | 'comparator' | 'threshold_value' | 'calculation_minutes' | 'times'
> &
  Partial<Pick<AlertRule, 'by_age'>>

/** The one word for calculation and comparison together: only a plain value knows how its window was calculated. */
export const WHATS = [
  'average',
  'minimum',
  'maximum',
  'derivative',
  'difference',
  'absolute_change',
  'count',
] as const satisfies readonly (AlertRule['calculation'] | AlertRule['comparison'])[]
export type What = (typeof WHATS)[number]

export const SLOTS = ['what', 'quantity', 'where', 'comparator', 'threshold', 'minutes', 'times'] as const
export type Slot = (typeof SLOTS)[number]

type Pattern = 'window' | 'window_times' | 'direct' | 'direct_times'

/** The file of texts `alert-sentence.json` of one language. */
export interface SentenceTexts {
  pattern: Record<Pattern, string>
  what: Record<What | 'reading' | 'step', string>
  /** Names by abbreviation of the physical quantity, in the case that follows `what`. */
  of: Record<string, string>
  all_areas: string
  /** Name of a place with the word before it, by how far a rule reaches. */
  at: Record<RuleScope, string>
  /** Name of an area with its farm. */
  area_of: string
  /** Words in place of a name that the owner of the rule may not see any more. */
  lost_place: string
  /** Names of areas by key of the kind of animal. */
  areas: Record<string, string>
  comparator: Record<AlertRule['comparator'], string>
  minutes: Record<string, string>
  once: string
  times: string
  per_hour: string
  /** Sentence that follows where the rule follows the age of the animals. */
  by_age: string
}

/** The names a rule has only as ids. */
export interface SentenceNames {
  quantity: { abbreviation: string; name: string; unit: string }
  /** Key of the kind of animal; null for every area. */
  area_type: string | null
  /** Farm, area or device it is for; its name is null once it is not the owner's to see any more. Left out for none. */
  place?: { scope: RuleScope; name: string | null } | undefined
  language: Language
  /** Formats of whoever reads it. */
  formats?: Formats
}

export const whatOf = ({ comparison, calculation }: Pick<RuleCondition, 'comparison' | 'calculation'>): What =>
  comparison === 'value' ? calculation : comparison

/** Tells whether the threshold is a difference of two values, or how much one changes: a temperature is told without its 32. */
export const isOfDifference = (condition: Pick<RuleCondition, 'comparison' | 'calculation'>): boolean =>
  ['derivative', 'difference', 'absolute_change'].includes(whatOf(condition))

/** The unit of the threshold: of the quantity, of it per hour, or none where readings are counted. */
export const thresholdUnit = (
  condition: Pick<RuleCondition, 'comparison' | 'calculation'>,
  unit: string,
  texts: Pick<SentenceTexts, 'per_hour'>,
): string => {
  const what = whatOf(condition)
  if (what === 'count') return ''
  return what === 'derivative' ? fill(texts.per_hour, { unit }) : unit
}

/** Number of the threshold, kept for a quantity in `unit`, as whoever looks reads it. */
export const thresholdShown = (
  condition: Pick<RuleCondition, 'comparison' | 'calculation' | 'threshold_value'>,
  unit: string,
  formats: Formats,
): number => {
  const { threshold_value: value } = condition
  if (whatOf(condition) === 'count') return value
  return limitShown(value, unit, formats, isOfDifference(condition))
}

/** A single message has neither average nor first value: it is told by other words. */
const OF_ONE_MESSAGE: Partial<Record<AlertRule['comparison'], 'reading' | 'step'>> = {
  value: 'reading',
  difference: 'step',
}

/** The words in the slots of a rule's sentence. */
export const slotTexts = (
  rule: RuleCondition,
  { quantity, area_type, place, language, formats = USUAL_FORMATS }: SentenceNames,
  texts: SentenceTexts,
): Record<Slot, string> => {
  const what = whatOf(rule)
  const unit = thresholdUnit(rule, shownUnit(quantity.unit, formats), texts)
  const value = thresholdShown(rule, quantity.unit, formats)
  return {
    what: texts.what[rule.calculation_minutes === 0 ? (OF_ONE_MESSAGE[rule.comparison] ?? what) : what],
    quantity: texts.of[quantity.abbreviation] ?? quantity.name,
    where: whereText({ area_type, place }, texts),
    comparator: texts.comparator[rule.comparator],
    threshold: formatValue(value, decimalsIn(value), unit, language, NARROW_NO_BREAK_SPACE),
    minutes: texts.minutes[rule.calculation_minutes] ?? '',
    times: rule.times === 1 ? texts.once : fill(texts.times, { n: rule.times }),
  }
}

type Where = Pick<SentenceNames, 'area_type' | 'place'>

/** Name of where a rule looks, without the word before it: "all piglet areas", "Room 3 (De Linde)". */
export const scopeText = ({ area_type, place }: Where, texts: SentenceTexts): string => {
  if (place) return place.name ?? texts.lost_place
  return area_type === null ? texts.all_areas : (texts.areas[area_type] ?? texts.all_areas)
}

/** Words around the name of where a rule looks, in the language of the texts. */
export const placeFrame = ({ place }: Where, texts: SentenceTexts): string => {
  if (place && place.name === null) return '{{name}}'
  return texts.at[place?.scope ?? 'everywhere']
}

const whereText = (where: Where, texts: SentenceTexts): string =>
  fill(placeFrame(where, texts), { name: scopeText(where, texts) })

/** An area with its farm: rooms of two farms are often called the same. */
export const areaText = (area: string, location: string, texts: Pick<SentenceTexts, 'area_of'>): string =>
  fill(texts.area_of, { area, location })

const patternOf = (rule: RuleCondition, texts: SentenceTexts, withTimes: boolean): string =>
  texts.pattern[`${rule.calculation_minutes === 0 ? 'direct' : 'window'}${withTimes ? '_times' : ''}`]

const fill = (pattern: string, values: Record<string, string | number>): string =>
  pattern.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))

/** The whole rule as people say it, e.g. "Tell me when the average NH3 over the last 15 minutes in … is above 20 ppm." */
export const ruleSentence = (rule: RuleCondition, names: SentenceNames, texts: SentenceTexts): string =>
  [fill(patternOf(rule, texts, rule.times > 1), slotTexts(rule, names, texts)), rule.by_age && texts.by_age]
    .filter(Boolean)
    .join(' ')

/** The sentence in pieces, in the word order of the language: plain text, and slots to be filled. */
export const sentenceParts = (rule: RuleCondition, texts: SentenceTexts): (string | { slot: Slot })[] =>
  patternOf(rule, texts, true)
    .split(/\{\{(\w+)\}\}/)
    .map((part, index) => {
      const slot = index % 2 === 1 ? SLOTS.find(one => one === part) : undefined
      return slot ? { slot } : part
    })
    .filter(part => part !== '')
