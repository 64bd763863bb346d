import i18next from 'i18next'
import type { Texts } from '#shared/locales/texts.ts'

/**
 * Text of a key that ends in something only the running product knows, such as a code another version of the server
 * sends; undefined where no language has it. All other keys are typed: one that is missing does not compile.
 */
export const openText = (file: keyof Texts, key: string, values: Record<string, unknown> = {}): string | undefined => {
  const whole = `${file}:${key}`
  return i18next.exists(whole) ? i18next.t(whole as 'app:close', values) : undefined
}
