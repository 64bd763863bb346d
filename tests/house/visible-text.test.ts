import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '#shared/contract/fixed.ts'

const WEB = fileURLToPath(new URL('../../web', import.meta.url))
/** The name of the product is the same in every language. */
const NAME = /^Barnometer( v)?$/

/** Text that stands between tags, and what is said or shown by a property. */
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

const LOCALES = fileURLToPath(new URL('../../shared/locales', import.meta.url))
const textsOf = (language: string, file: string): string => readFileSync(join(LOCALES, language, file), 'utf8')
const linesOf = (language: string): string[] =>
  readdirSync(join(LOCALES, language)).flatMap(file =>
    textsOf(language, file)
      .split('\n')
      .map(line => `${file}: ${line.trim()}`),
  )

describe('[habits 22] texts speak with one voice', () => {
  // The same letter stands for the hour, after a number or "m³/", and for the uncertainty of a formula.
  const POLITE = /(?<![\d}./]\s?)(?<!\p{L})(u|uw|uzelf)(?!\p{L}|\s=)/iu

  test('Dutch says je, never u', () => {
    expect(linesOf('nl').filter(line => POLITE.test(line))).toEqual([])
    expect(POLITE.test('Zo hoort u van alarmen.')).toBe(true)
    expect(POLITE.test('{{hours}} u {{minutes}} min, 4 u dempen, in m³/u, (Dz.U. 2010)')).toBe(false)
  })

  test.each(LANGUAGES)('%s calls an impression the same in the form, the diary and the lane', language => {
    const impressions = (file: string) => JSON.parse(textsOf(language, file)).impression
    const form: Record<string, string> = impressions('inspect.json')
    expect(impressions('diary.json')).toEqual(form)
    const lane: Record<string, string> = JSON.parse(textsOf(language, 'measurements.json')).lanes.inspection
    for (const [kind, word] of Object.entries(form))
      expect(lane[kind]?.toLowerCase(), kind).toContain(word.toLowerCase())
  })

  test.each(LANGUAGES)(
    '%s promises no dashboard besides those of data, emission and research, and those of Grafana: there is no other',
    language => {
      const KNOWN =
        /data[ _]?dashboard|daten-dashboard|panel de datos|emission dashboard|panel de emisiones|emissiedashboard|research[ _-]?dashboard|forschungs-dashboard|onderzoeksdashboard/gi
      const others = linesOf(language)
        .filter(line => !/grafana/i.test(line))
        .map(line => line.replaceAll(KNOWN, ''))
      expect(others.filter(line => /dashboard|panel de (datos|emisiones)/i.test(line))).toEqual([])
    },
  )
})

/** Names of all texts of a file, each level for itself. */
const namesIn = (texts: object): string[] =>
  Object.entries(texts).flatMap(([name, text]) => [name, ...(typeof text === 'object' && text ? namesIn(text) : [])])

test('no text has a name with a colon or a point: both part a name when it is looked up, and the text would not be found', () => {
  const found = LANGUAGES.flatMap(language =>
    readdirSync(join(LOCALES, language)).flatMap(file =>
      namesIn(JSON.parse(textsOf(language, file)))
        .filter(name => /[:.]/.test(name))
        .map(name => `${language}/${file}: ${name}`),
    ),
  )
  expect(found).toEqual([])
})
