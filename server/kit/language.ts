import { LANGUAGES, type Language } from '#shared/contract/fixed.ts'
import de from '#shared/locales/de/server.json' with { type: 'json' }
import en from '#shared/locales/en/server.json' with { type: 'json' }
import es from '#shared/locales/es/server.json' with { type: 'json' }
import nl from '#shared/locales/nl/server.json' with { type: 'json' }

export type ServerTexts = typeof en
const TEXTS: Record<Language, ServerTexts> = { de, en, es, nl }

export const textsOf = (language: Language): ServerTexts => TEXTS[language]

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

/** Puts values into `{{name}}` places. */
export const fill = (text: string, values: Record<string, string | number>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
