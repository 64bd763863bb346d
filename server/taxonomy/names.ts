import type { Language } from '#shared/contract/fixed.ts'
import de from '#shared/locales/de/taxonomy.json' with { type: 'json' }
import en from '#shared/locales/en/taxonomy.json' with { type: 'json' }
import es from '#shared/locales/es/taxonomy.json' with { type: 'json' }
import nl from '#shared/locales/nl/taxonomy.json' with { type: 'json' }

/** Keys come from the English file: a name missing in English or another language does not compile. */
export type Names = typeof en

const NAMES: Record<Language, Names> = { de, en, es, nl }

export const namesOf = (language: Language): Names => NAMES[language]
