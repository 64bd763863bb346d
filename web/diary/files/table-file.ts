import { strToU8, zipSync } from 'fflate'
import type { Language } from '#shared/contract/fixed.ts'
import { BOM, csvCell, END, signsOf } from '#shared/rules/formats/csv.ts'
import { type FileDays, fileName } from '#shared/rules/formats/file-name.ts'
import {
  type Cell,
  rowXml,
  SHEET_END,
  sheetPath,
  sheetStart,
  workbookParts,
  XLSX_TYPE,
} from '#shared/rules/formats/sheet.ts'
import { saveFile } from '../../kit/browser/save-file.ts'

/** Rows of cells below their heads. */
export interface TableFile {
  heads: readonly string[]
  rows: readonly (readonly Cell[])[]
}

/** A table as CSV with the signs of the language: as spreadsheets there open it. */
export const tableCsv = ({ heads, rows }: TableFile, language: Language): string => {
  const { separator, decimal } = signsOf({}, language)
  const said = (cell: Cell): string => {
    if ('number' in cell) return cell.number === null ? '' : String(cell.number).replace('.', decimal)
    if ('time' in cell) return new Date(cell.time).toISOString().slice(0, 16).replace('T', ' ')
    return csvCell('head' in cell ? cell.head : cell.text, separator)
  }
  const lines = [heads.map(head => ({ head })), ...rows].map(cells => cells.map(said).join(separator) + END)
  return BOM + lines.join('')
}

/** A table as a workbook of one sheet. */
export const tableXlsx = ({ heads, rows }: TableFile, sheet: string): Uint8Array<ArrayBuffer> => {
  const body = [heads.map(head => ({ head })), ...rows].map(rowXml).join('')
  const parts = { ...workbookParts([sheet]), [sheetPath(1)]: sheetStart(heads.length) + body + SHEET_END }
  return zipSync(Object.fromEntries(Object.entries(parts).map(([path, text]) => [path, strToU8(text)])))
}

/** Subject of a table's file, such as the diary, with its place and its days. */
export interface FileAbout {
  parts: readonly (string | null | undefined)[]
  days?: FileDays
}

export const TABLE_FILES = ['csv', 'xlsx'] as const

/** Gives the person a table as a file: `about` names it and its sheet, with what it is of and its days. */
export const saveTable = (
  table: TableFile,
  { parts, days = {} }: FileAbout,
  ending: (typeof TABLE_FILES)[number],
  language: Language,
): void => {
  const [content, type] =
    ending === 'csv'
      ? [tableCsv(table, language), 'text/csv']
      : [tableXlsx(table, parts.filter(Boolean).join(' ')), XLSX_TYPE]
  saveFile(new Blob([content], { type }), fileName(parts, days, ending))
}
