import type { Language } from '#shared/contract/fixed.ts'
import type { Texts } from '#shared/locales/texts.ts'
import { decimalsIn, formatNumber, formatValue } from '#shared/rules/ingest/value.ts'
import type { PeriodMean } from '#shared/rules/science/period-means.ts'
import { textsOf } from '../../kit/language.ts'

export type PaperWords = Texts['report-paper']

export const paperWords = (language: Language): PaperWords => textsOf(language, 'report-paper')

type Definition = PeriodMean['definition']

/** A value with as many digits as the screen shows of it, and its unit. */
export const valueText = (value: number | null, { type, quantity }: Definition, language: Language): string =>
  value === null ? '–' : formatValue(value, quantity.decimals, type.unit, language)

export const numberOf = (value: number | null, { quantity }: Definition, language: Language): string =>
  value === null ? '–' : formatNumber(value, quantity.decimals, language)

/** A limit or edge with the digits it has, as the charts label it. */
export const edgeOf = (value: number, language: Language): string => formatNumber(value, decimalsIn(value), language)

export const shareOf = (share: number | null, language: Language): string =>
  share === null ? '–' : formatValue(share * 100, 0, '%', language)

export const gradeOf = (grade: number | null, language: Language): string =>
  grade === null ? '–' : formatNumber(grade, 1, language)

export const hoursOf = (hours: number, language: Language): string => formatNumber(hours, hours < 10 ? 1 : 0, language)
