import { isMissing } from '#shared/rules/ingest/sent-value.ts'

/** Characters of a cell that is a number, a time or a name; patterns never see a longer one. */
export const LONGEST_CELL = 100

const PLAIN = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i
const PARTED = {
  '.': /^[+-]?\d{1,3}([,' \u00a0\u2009\u202f]\d{3})+(\.\d*)?$/,
  ',': /^[+-]?\d{1,3}([.' \u00a0\u2009\u202f]\d{3})+(,\d*)?$/,
}

/** A number with this decimal sign; thousands may be parted. Null for nothing measured, NaN for what is no number. */
export const readNumber = (cell: string, decimal: '.' | ','): number | null => {
  if (cell.length > LONGEST_CELL) return cell.trim() === '' ? null : Number.NaN
  const text = cell.trim().replace(/^\u2212/, '-')
  if (isMissing(text)) return null
  const whole = PARTED[decimal].test(text)
    ? text.replaceAll(decimal === ',' ? /[.' \u00a0\u2009\u202f]/g : /[,' \u00a0\u2009\u202f]/g, '')
    : text
  const pointed = decimal === ',' ? whole.replace(',', '.') : whole
  if (decimal === ',' && whole.includes('.')) return PLAIN.test(whole) ? Number(whole) : Number.NaN
  return PLAIN.test(pointed) ? Number(pointed) : Number.NaN
}
