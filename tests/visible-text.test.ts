import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const WEB = fileURLToPath(new URL('../web', import.meta.url))
/** The name of the product is the same in every language. */
const NAME = /^Barnometer( v)?$/

/** What stands between tags, and what is said or shown by a property. */
const BETWEEN = />\s*([^<>{}=;()]*\p{L}{2}[^<>{}=;()]*?)\s*<\//gu
const PROPERTY = /\s(?:aria-label|title|placeholder|label|description|alt|heading|text|word)="([^"]*\p{L}{2}[^"]*)"/gu

const wordsIn = (source: string): string[] => {
  const code = source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  return [...code.matchAll(BETWEEN), ...code.matchAll(PROPERTY)]
    .map(([, text = '']) => text.trim())
    .filter(text => !NAME.test(text))
}

/** The styleguide is for those who build the product, and not in what is delivered. */
const screens = readdirSync(WEB, { recursive: true, encoding: 'utf8' }).filter(
  path => path.endsWith('.tsx') && !path.includes('.test.') && !path.startsWith('styleguide'),
)

test('[habits 22] no screen has a word of its own: all visible text is in shared/locales', () => {
  expect(screens.length).toBeGreaterThan(80)
  const found = screens.flatMap(path => wordsIn(readFileSync(join(WEB, path), 'utf8')).map(text => `${path}: ${text}`))
  expect(found).toEqual([])
})

test('words between tags and in spoken properties are noticed, code is not', () => {
  expect(wordsIn('<b>Hello there</b>')).toEqual(['Hello there'])
  expect(wordsIn('<button aria-label="Close" />')).toEqual(['Close'])
  expect(wordsIn('<p>\n  Load again\n</p>')).toEqual(['Load again'])
  expect(wordsIn("<b>{t('load_again')}</b>")).toEqual([])
  expect(wordsIn('const read = <Data,>(data: Data): Map<string, Data> => new Map()\n<b />')).toEqual([])
})
