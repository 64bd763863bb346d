import { useTranslation } from 'react-i18next'
import type { Language } from '#shared/contract/fixed.ts'
import { ageOf, formatNumber, NARROW_NO_BREAK_SPACE } from '#shared/rules/ingest/value.ts'
import { dateTimeAt } from '#shared/rules/time/wall-clock.ts'
import { currentLanguage } from './language.ts'

export { dateTimeAt as dateTimeIn } from '#shared/rules/time/wall-clock.ts'

const NO_BREAK_SPACE = '\u00A0'

/** Numbers, values and ages in the language of the screen. */
export const useFormat = () => {
  const { t, i18n } = useTranslation('ui')
  const language: Language = currentLanguage(i18n)
  return {
    language,
    number: (value: number, decimals = 0) => formatNumber(value, decimals, language, NARROW_NO_BREAK_SPACE),
    value: (value: number, decimals: number, unit: string) =>
      `${formatNumber(value, decimals, language, NARROW_NO_BREAK_SPACE)}${NO_BREAK_SPACE}${unit}`,
    /** "pigs and sows". */
    list: (words: readonly string[]) => new Intl.ListFormat(language, { type: 'conjunction' }).format(words),
    /** "3 min ago". */
    age: (then: string | number, now: number) => {
      const { value, unit } = ageOf(new Date(then).getTime(), now)
      return value === 0 ? t('age.now') : t(`age.${unit}`, { value, count: value })
    },
  }
}

/** The clock of whoever looks (epoch ms); with the date once that is another. */
export const localClock = (moment: number): string => {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone
  const [then, now] = [dateTimeAt(moment, here), dateTimeAt(Date.now(), here)]
  return then.slice(0, 10) === now.slice(0, 10) ? then.slice(11) : then
}
