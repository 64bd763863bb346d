import { expect, test } from 'vitest'
import { bibtexOf, citationOf } from './citation.ts'

const CITED = {
  title: 'Air & 50 % dust_1',
  authors: ['Ada Lovelace', 'Jürgen Weiß'],
  institution: 'Institute {A}',
  version: 2,
  created_at: '2025-01-20T12:00:00.000Z',
  url: 'https://barn.example/published/7',
}

test('a citation is one sentence, whatever is known', () => {
  expect(citationOf(CITED)).toBe(
    'Ada Lovelace and Jürgen Weiß (2025): Air & 50 % dust_1. Version 2 [data set]. Institute {A}. https://barn.example/published/7',
  )
  expect(citationOf({ ...CITED, authors: ['A', 'B', 'C'], institution: null })).toBe(
    'A, B and C (2025): Air & 50 % dust_1. Version 2 [data set]. https://barn.example/published/7',
  )
})

test('the year of a version is that of its places', () => {
  const frozen = { ...CITED, created_at: '2024-12-31T23:30:00.000Z', zone: 'Europe/Amsterdam' }
  expect(citationOf(frozen)).toContain('(2025)')
  expect(bibtexOf(frozen)).toContain('year = {2025}')
  expect(citationOf({ ...frozen, zone: undefined })).toContain('(2024)')
})

test('an entry of BibTeX holds signs as LaTeX takes them, and no name is taken apart', () => {
  expect(bibtexOf(CITED)).toBe(`@misc{lovelace2025v2,
  title = {{Air \\& 50 \\% dust\\_1}},
  author = {{Ada Lovelace} and {Jürgen Weiß}},
  year = {2025},
  version = {2},
  publisher = {Institute \\textbraceleft{}A\\textbraceright{}},
  url = {https://barn.example/published/7},
  note = {Data set}
}
`)
  const lone = bibtexOf({ ...CITED, title: 'Air { and \\' })
  expect(lone).toContain('title = {{Air \\textbraceleft{} and \\textbackslash{}}}')
  expect(lone.split('{').length).toBe(lone.split('}').length)
  expect(bibtexOf({ ...CITED, authors: ['王芳'] })).toContain('@misc{dataset2025v2,')
})
