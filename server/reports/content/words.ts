import type { Language } from '#shared/contract/fixed.ts'
import type { Texts } from '#shared/locales/texts.ts'
import { limitShown, type Reader, readDateTime, shownNumber, shownUnit } from '#shared/rules/formats/formats.ts'
import { decimalsIn, formatNumber, formatValue } from '#shared/rules/ingest/value.ts'
import type { PeriodMean } from '#shared/rules/science/period-means.ts'
import { dateTimeAt } from '#shared/rules/time/local-time.ts'
import { textsOf } from '../../kit/language.ts'

export type PaperWords = Texts['report-paper']

export const paperWords = (language: Language): PaperWords => textsOf(language, 'report-paper')

type Definition = PeriodMean['definition']

/** Unit of a measurement as the report says it. */
export const unitIn = ({ type }: Pick<Definition, 'type'>, { formats }: Reader): string => shownUnit(type.unit, formats)

/** A value with as many digits as the screen shows of it, and its unit. */
export const valueText = (value: number | null, definition: Definition, reader: Reader): string => {
  if (value === null) return '–'
  const shown = shownNumber(value, definition.type.unit, reader.formats)
  return formatValue(shown, definition.quantity.decimals, unitIn(definition, reader), reader.language)
}

export const numberOf = (value: number | null, { type, quantity }: Definition, reader: Reader): string =>
  value === null ? '–' : formatNumber(shownNumber(value, type.unit, reader.formats), quantity.decimals, reader.language)

/** A limit or edge with the digits it has, as the charts label it. */
export const edgeOf = (value: number, { type }: Pick<Definition, 'type'>, { language, formats }: Reader): string => {
  const edge = limitShown(value, type.unit, formats)
  return formatNumber(edge, decimalsIn(edge), language)
}

export const shareOf = (share: number | null, { language }: Reader): string =>
  share === null ? '–' : formatValue(share * 100, 0, '%', language)

export const gradeOf = (grade: number | null, { language }: Reader): string =>
  grade === null ? '–' : formatNumber(grade, 1, language)

export const hoursOf = (hours: number, { language }: Reader): string =>
  formatNumber(hours, hours < 10 ? 1 : 0, language)

/** Date and time, or either, as the report says it. */
export const momentText = (time: string | number, zone: string, reader: Reader): string =>
  readDateTime(dateTimeAt(time, zone), reader)
