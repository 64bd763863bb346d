import type { Language } from '../../contract/fixed.ts'
import type { Decimal, Separator } from '../../contract/measurements/exports.ts'

/** Mark at the start of a file: without it Excel takes the file for another alphabet. */
export const BOM = '\uFEFF'
/** End of a line. */
export const END = '\r\n'

const SIGNS: Record<Separator, string> = { comma: ',', semicolon: ';', tab: '\t' }

/** Signs between cells and before decimals: as spreadsheets of a language read them, unless they were chosen. */
export const signsOf = (
  { separator, decimal }: { separator?: Separator | undefined; decimal?: Decimal | undefined },
  language: Language,
): { separator: string; decimal: string } => {
  const sign: Decimal = decimal ?? (language === 'en' ? 'point' : 'comma')
  return {
    separator: SIGNS[separator ?? (sign === 'comma' ? 'semicolon' : 'comma')],
    decimal: sign === 'comma' ? ',' : '.',
  }
}

export type CsvValue = string | number | null

/** Line of cells, numbers with the decimal sign of its file; a null is an empty cell. */
export const csvLine = (
  values: readonly CsvValue[],
  { separator, decimal }: { separator: string; decimal: string },
): string =>
  values
    .map(value => (typeof value === 'number' ? String(value).replace('.', decimal) : csvCell(value ?? '', separator)))
    .join(separator) + END

/** Offset as text, `+02:00`, of ms from UTC. */
export const offsetText = (offset: number): string => {
  const minutes = Math.abs(Math.round(offset / 60_000))
  const two = (value: number) => String(value).padStart(2, '0')
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

/**
 * Places where a spreadsheet would begin a formula: at the start of a cell, or where one that parts cells by another
 * sign sees a start. Apostrophes that stand there already get one more, so that reading takes away no apostrophe of a name.
 */
const FORMULA = /(^|[,;\t\r\n])( *)(?='*[=+\-@\t\r])/g
const GUARDED = /(^|[,;\t\r\n])( *)'(?='*[=+\-@\t\r])/g

/** A text as one cell of a CSV line: quoted where it must be, and never a formula, whatever somebody called a device. */
export const csvCell = (text: string, separator: string): string => {
  const safe = text.replace(FORMULA, "$1$2'")
  return /[",;\t\r\n]/.test(safe) || safe.includes(separator) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Text of a cell that `csvCell` wrote, without the quotes around it: as it was before it was kept from being a formula. */
export const textOfCell = (cell: string): string => cell.replace(GUARDED, '$1$2')
