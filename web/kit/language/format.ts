import { useTranslation } from 'react-i18next'
import type { Language } from '#shared/contract/fixed.ts'
import { ageOf, formatNumber, NARROW_NO_BREAK_SPACE } from '#shared/rules/ingest/value.ts'
import { currentLanguage } from './language.ts'

const NO_BREAK_SPACE = '\u00A0'

const two = (value: number): string => String(value).padStart(2, '0')

const clocks = new Map<string, Intl.DateTimeFormat>()
const clockOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = clocks.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  })
  clocks.set(timeZone, made)
  return made
}

/** `YYYY-MM-DD HH:mm` of a moment (ISO or epoch ms) as clocks in a time zone show it. */
export const dateTimeIn = (moment: string | number, timeZone: string): string => {
  const parts = clockOf(timeZone).formatToParts(new Date(moment))
  const part = (type: string) => two(Number(parts.find(found => found.type === type)?.value))
  return `${part('year')}-${part('month')}-${part('day')} ${part('hour')}:${part('minute')}`
}

/** Numbers, values and ages in the language of the screen. */
export const useFormat = () => {
  const { t, i18n } = useTranslation('ui')
  const language: Language = currentLanguage(i18n)
  return {
    language,
    number: (value: number, decimals = 0) => formatNumber(value, decimals, language, NARROW_NO_BREAK_SPACE),
    value: (value: number, decimals: number, unit: string) =>
      `${formatNumber(value, decimals, language, NARROW_NO_BREAK_SPACE)}${NO_BREAK_SPACE}${unit}`,
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
  const [then, now] = [dateTimeIn(moment, here), dateTimeIn(Date.now(), here)]
  return then.slice(0, 10) === now.slice(0, 10) ? then.slice(11) : then
}
