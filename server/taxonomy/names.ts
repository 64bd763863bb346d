import type { Language } from '#shared/contract/fixed.ts'
import type { Texts } from '#shared/locales/texts.ts'
import { textsOf } from '../kit/language.ts'

/** Keys come from the English file: a name missing in English does not compile; a test compares the other languages. */
export type Names = Texts['taxonomy']

export const taxonomyNamesOf = (language: Language): Names => textsOf(language, 'taxonomy')
