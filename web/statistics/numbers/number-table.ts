import { strToU8, zipSync } from 'fflate'
import type { Language } from '#shared/contract/fixed.ts'
import { BOM, csvCell, END, signsOf } from '#shared/rules/formats/csv.ts'
import { type Cell, rowXml, SHEET_END, sheetPath, sheetStart, workbookParts } from '#shared/rules/formats/sheet.ts'
import { roundTo } from '#shared/rules/ingest/value.ts'

export interface Column {
  head: string
  /** Digits of its numbers; without them its cells are words. */
  decimals?: number
}

/** Words and numbers of a chart: for reading, for people who cannot see it, and as a file. */
export interface NumberTable {
  title: string
  columns: readonly Column[]
  /** Cells of a row; null where there is nothing. */
  rows: readonly (readonly (string | number | null)[])[]
}

/** A table as CSV with the signs of the language: as spreadsheets there open it. */
export const csvOfTable = ({ columns, rows }: NumberTable, language: Language): string => {
  const { separator, decimal } = signsOf({}, language)
  const cellOf = (cell: string | number | null, column: number): string => {
    if (cell === null) return ''
    if (typeof cell === 'string') return csvCell(cell, separator)
    return String(roundTo(cell, columns[column]?.decimals ?? 0)).replace('.', decimal)
  }
  const lines = [columns.map(({ head }) => csvCell(head, separator)), ...rows.map(row => row.map(cellOf))]
  return BOM + lines.map(line => line.join(separator) + END).join('')
}

/** The same as a workbook: numbers as numbers. */
export const xlsxOfTable = ({ title, columns, rows }: NumberTable): Uint8Array<ArrayBuffer> => {
  const cellOf = (cell: string | number | null, column: number): Cell =>
    typeof cell === 'string' ? { text: cell } : { number: cell, decimals: columns[column]?.decimals ?? 0 }
  const body = [rowXml(columns.map(({ head }) => ({ head }))), ...rows.map(row => rowXml(row.map(cellOf)))].join('')
  const parts = { ...workbookParts([title]), [sheetPath(1)]: sheetStart(columns.length) + body + SHEET_END }
  return zipSync(Object.fromEntries(Object.entries(parts).map(([path, text]) => [path, strToU8(text)])))
}
