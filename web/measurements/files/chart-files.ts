import { strToU8, zipSync } from 'fflate'
import type { Language } from '#shared/contract/fixed.ts'
import { BOM, csvCell, END, offsetText, signsOf } from '#shared/rules/formats/csv.ts'
import { type Cell, rowXml, SHEET_END, sheetPath, sheetStart, workbookParts } from '#shared/rules/formats/sheet.ts'
import type { ChartTable } from './chart-table.ts'

/** A table as CSV with the signs of the language: as spreadsheets there open it. */
export const csvOf = ({ columns, rows }: ChartTable, language: Language): string => {
  const { separator, decimal } = signsOf({}, language)
  const head = ['time', ...columns.map(column => column.head)].map(text => csvCell(text, separator))
  const lines = rows.map(({ time, offset, values }) => {
    const local = new Date(time + offset).toISOString().slice(0, 19)
    const numbers = values.map(value => (value === null ? '' : String(value).replace('.', decimal)))
    return [`${local}${offsetText(offset)}`, ...numbers].join(separator)
  })
  return BOM + [head.join(separator), ...lines].map(line => line + END).join('')
}

/** A table as a workbook: numbers as numbers, times as times of the place with their offset beside them. */
export const xlsxOf = ({ columns, rows }: ChartTable, sheet: string): Uint8Array<ArrayBuffer> => {
  const heads = ['time', 'utc_offset', ...columns.map(({ head }) => head)]
  const cellsOf = ({ time, offset, values }: ChartTable['rows'][number]): Cell[] => [
    { time: time + offset },
    { text: offsetText(offset) },
    ...values.map((number, index) => ({ number, decimals: columns[index]?.decimals ?? 0 })),
  ]
  const body = [rowXml(heads.map(head => ({ head }))), ...rows.map(row => rowXml(cellsOf(row)))].join('')
  const parts = { ...workbookParts([sheet]), [sheetPath(1)]: sheetStart(heads.length) + body + SHEET_END }
  return zipSync(Object.fromEntries(Object.entries(parts).map(([path, text]) => [path, strToU8(text)])))
}
