import { useTranslation } from 'react-i18next'
import type { Language } from '#shared/contract/fixed.ts'
import { ageOf, formatNumber, NARROW_NO_BREAK_SPACE } from '#shared/rules/ingest/value.ts'
import { dateTimeAt } from '#shared/rules/time/wall-clock.ts'
import { currentLanguage } from './language.ts'
import { clockIn, differenceFor, figureFor, momentIn, unitFor } from './viewer-formats.ts'

export { dateTimeAt as dateTimeIn } from '#shared/rules/time/wall-clock.ts'

const NO_BREAK_SPACE = '\u00A0'

/** Numbers, values and ages in the language of the screen. */
export const useFormat = () => {
  const { t, i18n } = useTranslation('ui')
  const language: Language = currentLanguage(i18n)
  const number = (value: number, decimals = 0) => formatNumber(value, decimals, language, NARROW_NO_BREAK_SPACE)
  return {
    language,
    number,
    /** A value kept in `unit`, with the unit whoever looks reads it in. */
    value: (value: number, decimals: number, unit: string) =>
      `${number(figureFor(value, unit), decimals)}${NO_BREAK_SPACE}${unitFor(unit)}`,
    /** A number with a unit that somebody gave it, as that of an own checklist: it stays in it. */
    given: (value: number, decimals: number, unit: string) => `${number(value, decimals)}${NO_BREAK_SPACE}${unit}`,
    /** The same without the unit, which stands beside it or above. */
    figure: (value: number, decimals: number, unit: string) => number(figureFor(value, unit), decimals),
    /** An edge, such as of comfort: whole where it is a whole number. */
    edge: (value: number, decimals: number, unit: string) => {
      const shown = figureFor(value, unit)
      return number(shown, Number.isInteger(shown) ? 0 : Math.max(1, decimals))
    },
    /** A difference of two values kept in `unit`. */
    difference: (value: number, decimals: number, unit: string) =>
      `${number(differenceFor(value, unit), decimals)}${NO_BREAK_SPACE}${unitFor(unit)}`,
    differenceFigure: (value: number, decimals: number, unit: string) => number(differenceFor(value, unit), decimals),
    /** The unit in which values kept in `unit` are shown. */
    unit: unitFor,
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
  return (then.slice(0, 10) === now.slice(0, 10) ? clockIn : momentIn)(moment, here)
}
