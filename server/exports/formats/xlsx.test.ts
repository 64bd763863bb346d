import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { MAX_SHEET_ROWS } from '#shared/rules/formats/sheet.ts'
import type { ExportPlan } from '../making/plan.ts'
import { xlsx } from './xlsx.ts'

const PLAN = { keys: ['t'], language: 'en' } as ExportPlan
const ROW = '<row/>\n'

const sheetsOf = async (...slices: number[]): Promise<Record<string, number>> => {
  const chunks: Uint8Array[] = []
  const read = async function* () {
    for (const rows of slices) yield { slice: {} as never, bytes: Buffer.from(ROW.repeat(rows)) }
  }
  for await (const chunk of xlsx.write(PLAN, read)) chunks.push(chunk)
  const parts = unzipSync(Buffer.concat(chunks))
  return Object.fromEntries(
    Object.entries(parts)
      .filter(([path]) => path.startsWith('xl/worksheets/'))
      .map(([path, bytes]) => [
        path.slice('xl/worksheets/'.length),
        Buffer.from(bytes).toString().split('<row').length - 1,
      ]),
  )
}

test('rows that Excel has no room for go on in another sheet, under a head of its own', async () => {
  expect(await sheetsOf(3, 4)).toEqual({ 'sheet1.xml': 8 })
  expect(await sheetsOf(10, MAX_SHEET_ROWS - 11)).toEqual({ 'sheet1.xml': MAX_SHEET_ROWS })
  expect(await sheetsOf(10, MAX_SHEET_ROWS - 5)).toEqual({ 'sheet1.xml': MAX_SHEET_ROWS, 'sheet2.xml': 7 })
})

test('without a row there is a sheet with its head', async () => {
  expect(await sheetsOf()).toEqual({ 'sheet1.xml': 1 })
})
