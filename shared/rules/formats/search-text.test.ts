import { expect, test } from 'vitest'
import { hasWords, searchText, withoutAccents } from './search-text.ts'

test('names are compared without accents, case and hyphens', () => {
  expect(['Köln', "'s-Gravenhage", 'Etten-Leur', 'Ærø', 'Gießen'].map(searchText)).toEqual([
    'koln',
    's gravenhage',
    'etten leur',
    'aero',
    'giessen',
  ])
})

test('letters stay as large as they are where only accents go', () => {
  expect(withoutAccents('Amoníaco')).toBe('Amoniaco')
})

test('words are found in any order and text, and none finds all', () => {
  const texts = ['Granja Córdoba', null, 'Nave 2']
  expect(['cordoba', 'NAVE córd', '2 nave', 'nave-2', ' ', '–'].map(search => hasWords(texts, search))).toEqual(
    Array(6).fill(true),
  )
  expect(hasWords(texts, 'nave 3')).toBe(false)
  expect(hasWords(['Stal-7', '00A4210B2C'], 'Stal-2')).toBe(false)
  expect(hasWords(['Stal-21', '00A4210B2C'], 'stal 2')).toBe(true)
})
