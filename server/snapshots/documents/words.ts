import type { Language } from '#shared/contract/fixed.ts'
import { textsOf } from '../../kit/language.ts'

/** Texts of the documents of a version, in the language it was frozen in. */
export const documentTexts = (language: Language) => textsOf(language, 'snapshot-documents')
export type DocumentTexts = ReturnType<typeof documentTexts>
