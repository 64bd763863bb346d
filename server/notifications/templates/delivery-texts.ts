import type { Language } from '#shared/contract/fixed.ts'
import type { Texts } from '#shared/locales/texts.ts'
import { textsOf } from '../../kit/language.ts'

/** Texts of what is said about a delivery: why it failed, and that one is only a test. */
export const deliveryTexts = (language: Language): Pick<Texts['alert-mails'], 'test' | 'failure' | 'after'> =>
  textsOf(language, 'alert-mails')
