import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { taxonomyLists } from '../server/taxonomy/lists.ts'
import { LANGUAGES } from '../shared/contract/fixed.ts'

const fileOf = (language: string, key: string) =>
  fileURLToPath(new URL(`../shared/locales/${language}/manual-${key.replaceAll('_', '-')}.json`, import.meta.url))

const words = (value: unknown): string[] =>
  typeof value === 'string' ? value.split(/\s+/) : Object.values(value as object).flatMap(words)

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
})
