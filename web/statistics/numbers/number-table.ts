import { strToU8, zipSync } from 'fflate'
import type { Language } from '#shared/contract/fixed.ts'
import { BOM, csvCell, END, signsOf } from '#shared/rules/formats/csv.ts'
import { type Cell, rowXml, SHEET_END, sheetPath, sheetStart, workbookParts } from '#shared/rules/formats/sheet.ts'
import { roundTo } from '#shared/rules/ingest/value.ts'
import { differenceFor, figureFor, shownDateTime, unitFor } from '../../kit/language/viewer-formats.ts'

export interface Column {
  head: string
  /** Unit of its numbers: a file says it as they are kept, a screen as whoever looks reads them. */
  unit?: string
  /** True for differences of two values. */
  isDifference?: boolean
  /** Digits of its numbers; without them its cells are words. */
  decimals?: number
}

/** Words and numbers of a chart: for reading, for people who cannot see it, and as a file. */
export interface NumberTable {
  title: string
  /** Unit that stands after the title, where all numbers share it. */
  unit?: string
  columns: readonly Column[]
  /** Cells of a row; null where there is nothing. */
  rows: readonly (readonly (string | number | null)[])[]
}

const withUnit = (name: string, unit: string | undefined): string => (unit ? `${name} (${unit})` : name)

const fileHead = ({ head, unit }: Column): string => withUnit(head, unit)

/** Title of a table as a file or a screen says it. */
export const fileTitle = ({ title, unit }: Pick<NumberTable, 'title' | 'unit'>): string => withUnit(title, unit)
export const shownTitle = ({ title, unit }: Pick<NumberTable, 'title' | 'unit'>): string =>
  withUnit(title, unit && unitFor(unit))

/** Head of a column as a screen says it. */
export const shownHead = ({ head, unit }: Column): string => withUnit(head, unit && unitFor(unit))

/** A cell as a screen says it; a table that says its unit after the title has it for all numbers. */
export const shownCell = (
  cell: string | number | null,
  column: Column | undefined,
  { unit }: Pick<NumberTable, 'unit'>,
  number: (value: number, decimals?: number) => string,
): string => {
  if (cell === null) return '–'
  if (typeof cell === 'string') return shownDateTime(cell)
  const kept = column?.unit ?? unit ?? ''
  return number((column?.isDifference ? differenceFor : figureFor)(cell, kept), column?.decimals ?? 0)
}

/** A table as CSV with the signs of the language: as spreadsheets there open it. */
export const csvOfTable = ({ columns, rows }: NumberTable, language: Language): string => {
  const { separator, decimal } = signsOf({}, language)
  const cellOf = (cell: string | number | null, column: number): string => {
    if (cell === null) return ''
    if (typeof cell === 'string') return csvCell(cell, separator)
    return String(roundTo(cell, columns[column]?.decimals ?? 0)).replace('.', decimal)
  }
  const lines = [columns.map(column => csvCell(fileHead(column), separator)), ...rows.map(row => row.map(cellOf))]
  return BOM + lines.map(line => line.join(separator) + END).join('')
}

/** The same as a workbook: numbers as numbers. */
export const xlsxOfTable = ({ columns, rows, ...named }: NumberTable): Uint8Array<ArrayBuffer> => {
  const cellOf = (cell: string | number | null, column: number): Cell =>
    typeof cell === 'string' ? { text: cell } : { number: cell, decimals: columns[column]?.decimals ?? 0 }
  const body = [
    rowXml(columns.map(column => ({ head: fileHead(column) }))),
    ...rows.map(row => rowXml(row.map(cellOf))),
  ].join('')
  const parts = { ...workbookParts([fileTitle(named)]), [sheetPath(1)]: sheetStart(columns.length) + body + SHEET_END }
  return zipSync(Object.fromEntries(Object.entries(parts).map(([path, text]) => [path, strToU8(text)])))
}
