import { expect, test } from 'vitest'
import { searchText, withoutAccents } from './search-text.ts'

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
