import { useTranslation } from 'react-i18next'
import type { TaxonomyLists } from '#shared/contract/places/taxonomy.ts'
import { type RuleCondition, ruleSentence, type SentenceTexts } from '#shared/rules/alerts/rule-sentence.ts'
import { currentLanguage } from '../../kit/language/language.ts'
import { viewerFormats } from '../../kit/language/viewer-formats.ts'
import { rulePlaceIn } from './rule-place.ts'

type Lists = Pick<TaxonomyLists, 'area_types' | 'physical_quantities'>
type Ids = { area_type_id: number | null; physical_quantity_id: number } & Parameters<typeof rulePlaceIn>[0]

/** The words of the sentence in the language of the screen. */
export const useSentenceTexts = (): SentenceTexts => {
  const { i18n } = useTranslation('alert-sentence')
  return i18n.getResourceBundle(currentLanguage(), 'alert-sentence')
}

/** Names of what a rule has only as ids; null for a quantity nobody knows. */
export const namesOf = (rule: Ids, lists: Lists, texts: SentenceTexts) => {
  const { area_type_id, physical_quantity_id } = rule
  const quantity = lists.physical_quantities.find(({ id }) => id === physical_quantity_id)
  const area_type = lists.area_types.find(({ id }) => id === area_type_id)?.key ?? null
  return quantity
    ? { quantity, area_type, place: rulePlaceIn(rule, texts), language: currentLanguage(), formats: viewerFormats() }
    : null
}

/** Says a rule as one sentence. */
export const useSentence = (lists: Lists) => {
  const texts = useSentenceTexts()
  return (rule: RuleCondition & Ids): string => {
    const names = namesOf(rule, lists, texts)
    return names ? ruleSentence(rule, names, texts) : ''
  }
}
