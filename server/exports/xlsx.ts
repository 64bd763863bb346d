import { strToU8, Zip, ZipDeflate } from 'fflate'
import { offsetText } from '../../shared/rules/csv.ts'
import {
  MOST_ROWS,
  rowXml,
  SHEET_END,
  sheetPath,
  sheetStart,
  workbookParts,
  XLSX_TYPE,
} from '../../shared/rules/sheet.ts'
import { measurementTypeOf } from '../taxonomy/types.ts'
import type { FileFormat } from './format.ts'
import { columnsIn, wantedColumns } from './json.ts'
import { columnTitle, PLACE_COLUMNS, placeOf } from './names.ts'
import type { Plan } from './plan.ts'

/** Rows between two looks at what else the process has to do. */
const ROWS_AT_ONCE = 4000
const COMPRESSION = { level: 1 } as const

const headOf = (plan: Plan): string =>
  rowXml(
    ['time', 'utc_offset', ...PLACE_COLUMNS, ...plan.keys.map(key => columnTitle(key, plan.language))].map(head => ({
      head,
    })),
  )

const breath = () => new Promise(resolve => setImmediate(resolve))

/** A zip of sheets that are written on as rows come. */
const sheetsInto = (chunks: Uint8Array[], head: string, columns: number) => {
  const zip = new Zip((failure, chunk) => {
    if (failure) throw failure
    chunks.push(chunk)
  })
  const add = (path: string, text: string) => {
    const part = new ZipDeflate(path, COMPRESSION)
    zip.add(part)
    part.push(strToU8(text), true)
  }
  const begin = (number: number) => {
    const sheet = new ZipDeflate(sheetPath(number), COMPRESSION)
    zip.add(sheet)
    sheet.push(strToU8(sheetStart(columns) + head))
    return sheet
  }
  let [sheets, rows, sheet] = [1, 1, begin(1)]
  return {
    write: (lines: string[]) => {
      const room = MOST_ROWS - rows
      sheet.push(strToU8(lines.slice(0, room).join('')))
      rows += lines.length
      if (lines.length <= room) return
      sheet.push(strToU8(SHEET_END), true)
      sheets += 1
      sheet = begin(sheets)
      sheet.push(strToU8(lines.slice(room).join('')))
      rows = 1 + lines.length - room
    },
    end: () => {
      sheet.push(strToU8(SHEET_END), true)
      const names = Array.from({ length: sheets }, (_, index) => (sheets === 1 ? 'Barnometer' : String(index + 1)))
      for (const [path, text] of Object.entries(workbookParts(names))) add(path, text)
      zip.end()
    },
  }
}

/** Numbers are numbers and times are times, on the clocks of the place; what Excel has no room for goes on in another sheet. */
export const xlsx: FileFormat = {
  mediaType: XLSX_TYPE,
  async *write(plan, read) {
    const chunks: Uint8Array[] = []
    const decimals = plan.keys.map(key => measurementTypeOf(key)?.decimals ?? 0)
    const sheets = sheetsInto(chunks, headOf(plan), 2 + PLACE_COLUMNS.length + plan.keys.length)
    for await (const { slice, bytes } of read(({ offset }) => wantedColumns(at => `${at} + (${offset})`))) {
      const { time, columns } = columnsIn(bytes, plan)
      const place = [offsetText(slice.offset), ...placeOf(slice.stretch)].map(text => ({ text }))
      for (let row = 0; row < time.length; row += ROWS_AT_ONCE) {
        const lines = time
          .slice(row, row + ROWS_AT_ONCE)
          .map((at, index) =>
            rowXml([
              { time: at },
              ...place,
              ...columns.map((column, key) => ({ number: column[row + index] ?? null, decimals: decimals[key] ?? 0 })),
            ]),
          )
        sheets.write(lines)
        yield* chunks.splice(0)
        await breath()
      }
    }
    sheets.end()
    yield* chunks.splice(0)
  },
}
