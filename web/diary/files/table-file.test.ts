import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { sheetPath } from '#shared/rules/formats/sheet.ts'
import { tableCsv, tableXlsx } from './table-file.ts'

const table = {
  heads: ['date', 'notes', 'weight'],
  rows: [
    [{ time: Date.UTC(2026, 10, 18, 7, 42) }, { text: '=1+1; "wet"\nfloor' }, { number: 8.6, decimals: 1 }],
    [{ time: Date.UTC(2026, 10, 17, 16, 20) }, { text: '' }, { number: null, decimals: 1 }],
  ],
}

test('[design §8.8] a table as CSV opens in the language of its reader, and nothing in it is a formula', () => {
  expect(tableCsv(table, 'de')).toBe(
    '\uFEFFdate;notes;weight\r\n2026-11-18 07:42;"\'=1+1; ""wet""\nfloor";8,6\r\n2026-11-17 16:20;;\r\n',
  )
  expect(tableCsv(table, 'en')).toContain(',8.6\r\n')
})

test('[design §8.8] and as a workbook its numbers are numbers', () => {
  const sheet = strFromU8(unzipSync(tableXlsx(table, 'Diary'))[sheetPath(1)] as Uint8Array)
  expect(sheet).toContain('<v>8.6</v>')
  expect(sheet.match(/<row>/g)).toHaveLength(3)
})
