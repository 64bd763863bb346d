import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '#shared/contract/fixed.ts'
import type { Texts } from '#shared/locales/texts.ts'
import { find, wordEntries } from '../../app/search/search-entries.ts'
import { hrefOf } from '../../kit/routing/address.ts'
import { inOrder } from './words.ts'

const files = import.meta.glob<Texts['glossary']>('../../../shared/locales/*/glossary.json', {
  eager: true,
  import: 'default',
})
const wordsIn = (language: string) => {
  const file = files[`../../../shared/locales/${language}/glossary.json`]
  if (!file) throw new Error(`no glossary in ${language}`)
  return file.words
}

describe.each(LANGUAGES)('the glossary in %s', language => {
  const words = inOrder(wordsIn(language), language)

  test('has some fifty words, each once, in few words', () => {
    expect(words.length).toBeGreaterThanOrEqual(40)
    expect(words.length).toBeLessThanOrEqual(60)
    expect(new Set(words.map(({ word }) => word.toLowerCase())).size).toBe(words.length)
    for (const { word, text } of words) expect(text.split(/\s+/).length, word).toBeLessThanOrEqual(45)
  })

  test('has the same words as in English', () => {
    expect(Object.keys(wordsIn(language)).toSorted()).toEqual(Object.keys(wordsIn('en')).toSorted())
  })

  test('is in the order of its alphabet, whatever a word is put in', () => {
    const letters = words.map(({ word }) => word.replaceAll(/\P{L}/gu, '').slice(0, 1).toUpperCase())
    expect(letters).toEqual(letters.toSorted(new Intl.Collator(language).compare))
  })

  test('is searched by word, and a word found opens it', () => {
    const [first] = find(wordEntries(words), 'thi')
    expect(first?.name).toBe('THI')
    expect(first && 'to' in first.leads && hrefOf(first.leads.to)).toBe('/help/glossary#thi')
  })
})
