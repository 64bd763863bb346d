import { readFileSync } from 'node:fs'
import { createInstance, type TFunction } from 'i18next'
import { LANGUAGES, type Language } from '#shared/contract/fixed.ts'
import type { Texts } from '#shared/locales/texts.ts'
import { dateTimeText, type Reader } from '#shared/rules/formats/formats.ts'

/** An instance of our own: a call speaks the language of who asks, never one that is set for all. */
const i18n = createInstance({
  fallbackLng: 'en',
  supportedLngs: LANGUAGES,
  defaultNS: 'server',
  ns: [],
  initAsync: false,
  resources: {},
  interpolation: { escapeValue: false },
})
void i18n.init()

const fileOf = (language: Language, file: keyof Texts): URL =>
  new URL(`../../shared/locales/${language}/${file}.json`, import.meta.url)

const load = (language: Language, file: keyof Texts): void => {
  if (i18n.hasResourceBundle(language, file)) return
  i18n.addResourceBundle(language, file, JSON.parse(readFileSync(fileOf(language, file), 'utf8')))
}

/** All texts of a file in a language, read once. */
export const textsOf = <File extends keyof Texts>(language: Language, file: File): Texts[File] => {
  load(language, file)
  return i18n.getResourceBundle(language, file)
}

export type Words = TFunction<'server'>

/** Function that gives the texts of the server in a language: `t('fields.too_big', { limit: 5 })`. */
export const wordsIn = (language: Language): Words => {
  load('en', 'server')
  load(language, 'server')
  return i18n.getFixedT(language, 'server')
}

/** Values of texts that are dates or times; others are names, and stay as somebody wrote them. */
const TIMES: ReadonlySet<string> = new Set(['time', 'from', 'until', 'start', 'end', 'date'])

/** The same for one reader: dates and times among the values, as `2026-11-27 16:09`, are in their formats. */
export const wordsFor = ({ language, formats }: Reader): Words => {
  const t = wordsIn(language)
  const read = (values: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        typeof value === 'string' && TIMES.has(name) ? dateTimeText(value, formats, language) : value,
      ]),
    )
  const words = (key: Parameters<Words>[0], values?: Record<string, unknown>) => t(key, read(values ?? {}))
  return words as Words
}

/** Puts values into the `{{name}}` places of a text. */
export const fill = (text: string, values: Record<string, string | number>): string =>
  i18n.services.interpolator.interpolate(text, values, 'en', {})

/** Best language of an Accept-Language header; English when none fits. */
export const languageOf = (header: string | undefined): Language => {
  const wanted = (header ?? '')
    .split(',')
    .map(part => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
      const quality = parameters.map(text => text.trim()).find(text => text.startsWith('q='))
      return { language: tag.slice(0, 2), quality: quality ? Number(quality.slice(2)) || 0 : 1 }
    })
    .sort((a, b) => b.quality - a.quality)
  for (const { language } of wanted) {
    const found = LANGUAGES.find(one => one === language)
    if (found) return found
  }
  return 'en'
}
