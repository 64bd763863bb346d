import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '#shared/contract/fixed.ts'
import { taxonomyLists } from '../../server/taxonomy/lists.ts'

const fileOf = (language: string, key: string) =>
  fileURLToPath(new URL(`../../shared/locales/${language}/manual-${key.replaceAll('_', '-')}.json`, import.meta.url))

/** Parts that are no words of a manual: lines that are typed into another program, and names of such. */
const TYPED: ReadonlySet<string> = new Set(['code', 'example'])

/** Words of a manual; lines that are typed into another program are none. */
const words = (value: unknown): string[] =>
  typeof value === 'string'
    ? value.split(/\s+/)
    : Object.entries(value as object).flatMap(([name, part]) => (TYPED.has(name) ? [] : words(part)))

const FOLDER = fileURLToPath(new URL('../../shared/locales/', import.meta.url))
const textsOf = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(value as object).flatMap(textsOf)
/** Every text somebody can find on a screen in this language. */
const shownIn = (language: string): Set<string> =>
  new Set(
    readdirSync(`${FOLDER}${language}`)
      .filter(file => !file.startsWith('manual-'))
      .flatMap(file => textsOf(JSON.parse(readFileSync(`${FOLDER}${language}/${file}`, 'utf8')))),
  )
/** A quoted name; an apostrophe before a letter is part of the name, as in the Dutch ‘Rapportschema’s’. */
const QUOTED = /[“„«]([^”“»]+)[”“»]|‘(.+?)’(?!\p{L})/gu
/** A time zone is written the same everywhere. */
const NO_TEXT = 'Etc/GMT-1'

describe('[specification §2] manuals', () => {
  const all = LANGUAGES.flatMap(language => taxonomyLists(language).manuals.map(({ key }) => [key, language] as const))

  test.each(all)('%s can be read in %s, in a few minutes', (key, language) => {
    expect(existsSync(fileOf(language, key))).toBe(true)
    const manual = JSON.parse(readFileSync(fileOf(language, key), 'utf8'))
    expect(words(manual).length).toBeGreaterThan(300)
    expect(words(manual).length).toBeLessThan(600)
  })

  test.each(all)('%s in %s holds text only: no markup, no exclamation', (key, language) => {
    expect(words(JSON.parse(readFileSync(fileOf(language, key), 'utf8'))).join(' ')).not.toMatch(/[<>*_!#]/)
  })

  test.each(all)('%s in %s can be printed: it points to no end of a page', (key, language) => {
    const text = words(JSON.parse(readFileSync(fileOf(language, key), 'utf8'))).join(' ')
    expect(text).not.toMatch(
      /(top|end) of this page|(oben auf|am Ende) dieser Seite|(boven|onder)aan deze pagina|(arriba en|al final de) esta página/i,
    )
  })

  test.each(all)('%s in %s names things as the screens do', (key, language) => {
    const shown = shownIn(language)
    const named = [...readFileSync(fileOf(language, key), 'utf8').matchAll(QUOTED)].map(([, ...one]) => one.join(''))
    expect(named.filter(one => one !== NO_TEXT && !shown.has(one as string))).toEqual([])
  })
})
