import { useTranslation } from 'react-i18next'
import type { Texts } from '#shared/locales/texts.ts'
import { currentLanguage } from '../../kit/language/language.ts'

/** Key of a word; the part of the address behind the page. */
export type Word = keyof Texts['glossary']['words']

export interface GlossaryEntry {
  id: Word
  word: string
  text: string
}

/** Words in the order of a language; what stands in quotation marks is found where its first letter is. */
export const inOrder = (words: Texts['glossary']['words'], language: string): GlossaryEntry[] => {
  const { compare } = new Intl.Collator(language, { ignorePunctuation: true, numeric: true })
  return (Object.keys(words) as Word[])
    .map(id => ({ id, ...words[id] }))
    .sort((one, other) => compare(one.word, other.word))
}

/** All words in the language of the screen; none as long as their texts are on their way. */
export const useGlossary = (): GlossaryEntry[] => {
  const { t, ready } = useTranslation('glossary', { useSuspense: false })
  return ready ? inOrder(t('words', { returnObjects: true }), currentLanguage()) : []
}
