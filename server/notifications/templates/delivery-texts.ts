import type { Language } from '#shared/contract/fixed.ts'
import de from '#shared/locales/de/alert-letters.json' with { type: 'json' }
import en from '#shared/locales/en/alert-letters.json' with { type: 'json' }
import es from '#shared/locales/es/alert-letters.json' with { type: 'json' }
import nl from '#shared/locales/nl/alert-letters.json' with { type: 'json' }

type Texts = Pick<typeof en, 'test' | 'failure' | 'after'>
const TEXTS: Record<Language, Texts> = { de, en, es, nl }

/** Texts of what is said about a delivery: why it failed, and that one is only a test. */
export const deliveryTexts = (language: Language): Texts => TEXTS[language]
