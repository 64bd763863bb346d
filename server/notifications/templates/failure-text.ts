import type { Language } from '#shared/contract/fixed.ts'
import { fill } from '../../kit/language.ts'
import { deliveryTexts } from './delivery-texts.ts'

/**
 * Reason why something did not arrive, from its code: `timeout`, `answer_500`. What a mail server said stays in its
 * words.
 */
export const failureText = (code: string, language: Language): string => {
  const { failure } = deliveryTexts(language)
  const [, status] = /^answer_(\d+)$/.exec(code) ?? []
  return status ? fill(failure.answer, { status }) : (failure[code as keyof typeof failure] ?? code)
}
