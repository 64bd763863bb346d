import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const LOCALES = fileURLToPath(new URL('../../shared/locales/', import.meta.url))
const PAGE = readFileSync(fileURLToPath(new URL('../../docs/terms.md', import.meta.url)), 'utf8')
/** People search with words that the product does not use itself. */
const SYNONYMS = 'search.json'
const TRANSLATIONS = ['de', 'nl', 'es'] as const

const textsOf = (value: unknown, name = ''): [string, string][] =>
  typeof value === 'string'
    ? [[name, value]]
    : Object.entries(value as object).flatMap(([key, one]) => textsOf(one, name ? `${name}.${key}` : key))

/** Texts of a language by "file:name", without the names of values in braces. */
const textsIn = (language: string): Map<string, string> =>
  new Map(
    readdirSync(`${LOCALES}${language}`)
      .filter(file => file !== SYNONYMS)
      .flatMap(file =>
        textsOf(JSON.parse(readFileSync(`${LOCALES}${language}/${file}`, 'utf8')))
          // Lines that are typed into another program have its words.
          .filter(([name]) => !name.endsWith('.code'))
          .map(
            ([name, text]) => [`${file.replace('.json', '')}:${name}`, text.replaceAll(/\{\{.*?\}\}/g, '')] as const,
          ),
      ),
  )
const TEXTS = new Map(['en', ...TRANSLATIONS].map(language => [language, textsIn(language)]))

/** Cells of the table under a heading of the page, row by row, without its head. */
const tableUnder = (heading: string): string[][] => {
  const [, section = ''] = PAGE.split(`${heading}\n`)
  const [own = ''] = section.split(/\n#+ /)
  return own
    .split('\n')
    .filter(line => line.startsWith('|'))
    .slice(2)
    .map(line =>
      line
        .split('|')
        .slice(1, -1)
        .map(cell => cell.trim()),
    )
}
const listed = (cell = ''): string[] =>
  cell
    .split(/[,;]/)
    .map(one => one.trim())
    .filter(Boolean)

/** Pattern of one of some words, whole; "*" stands for any letters, and a word without a capital counts also with one. */
const wordOf = (words: readonly string[]): RegExp => {
  const either = words
    .map(word => word.replace(/(?<=^(?:\\?\*)?)\p{Ll}/u, letter => `[${letter}${letter.toUpperCase()}]`))
    .join('|')
  return new RegExp(`(?<![\\p{L}\\d_-])(?:${either.replaceAll(/\\?\*/g, '\\p{L}*')})(?![\\p{L}\\d_-])`, 'u')
}

const found = (language: string, words: readonly string[], allowed: readonly string[]): string[] =>
  [...(TEXTS.get(language) ?? [])]
    .filter(([name]) => !allowed.includes(name))
    .map(([name, text]) => [name, allowed.reduce((rest, one) => rest.replaceAll(new RegExp(one, 'gi'), ''), text)])
    .filter(([, text]) => wordOf(words).test(text ?? ''))
    .map(([name, text]) => `${name}: ${text}`)

describe('[habits 22] docs/terms.md', () => {
  const concepts = tableUnder('## One word for a concept')
  const exceptions = tableUnder('### Texts that need no such word')
  const exempt = new Set(
    exceptions.flatMap(([names, languages]) =>
      listed(names).flatMap(name => listed(languages).map(language => `${language}/${name}`)),
    ),
  )
  const lacking = concepts.flatMap(([english, ...others]) =>
    TRANSLATIONS.flatMap((language, index) =>
      [...(TEXTS.get('en') ?? [])]
        .filter(([, text]) => wordOf(listed(english)).test(text))
        .map(([name]) => [`${language}/${name}`, TEXTS.get(language)?.get(name)?.toLowerCase()] as const)
        .filter(
          ([, text]) => text !== undefined && !listed(others[index]).some(word => text.includes(word.toLowerCase())),
        )
        .map(([name, text]) => ({ name, text, english })),
    ),
  )

  test('one concept has one word in each language', () => {
    expect(concepts.length).toBeGreaterThan(20)
    expect(lacking.filter(({ name }) => !exempt.has(name))).toEqual([])
  })

  test('lists no exception that is none', () => {
    const needed = new Set<string>(lacking.map(({ name }) => name))
    expect([...exempt].filter(name => !needed.has(name))).toEqual([])
  })

  test.each(tableUnder('## Words that are not used'))('%s does not say %s', (language, words, _but, allowed) => {
    expect(found(language as string, listed(words), listed(allowed))).toEqual([])
  })

  test.each(tableUnder('## Address'))('%s says %s', (language, _address, never) => {
    expect(found(language as string, listed(never), [])).toEqual([])
  })

  test('a word counts whole, a star stands for its rest', () => {
    expect(wordOf(['Guarde']).test('para que se guarde')).toBe(false)
    expect(wordOf(['grenze']).test('Die Grenze gilt.')).toBe(true)
    expect(wordOf(['grenze']).test('Komfortgrenze, Grenzen')).toBe(false)
    expect(wordOf(['\\*akku\\*']).test('Der Zellakkustand')).toBe(true)
    expect(wordOf(['\\*akku\\*']).test('Akku leer')).toBe(true)
    expect(wordOf(['dein\\*']).test('deiner')).toBe(true)
  })
})
