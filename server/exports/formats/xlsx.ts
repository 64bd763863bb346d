import { elementAt } from '#shared/rules/collections/elements.ts'
import { offsetText } from '#shared/rules/formats/csv.ts'
import {
  AROUND_TIME,
  aroundNumber,
  cellXml,
  EMPTY_CELL,
  EPOCH,
  MAX_SHEET_ROWS,
  rowXml,
  SHEET_END,
  sheetPath,
  sheetStart,
  workbookParts,
  XLSX_TYPE,
} from '#shared/rules/formats/sheet.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { openZip, type ZipEntry } from '../../kit/files/zip.ts'
import { measurementTypeOf } from '../../taxonomy/types.ts'
import type { ExportPlan } from '../making/plan.ts'
import type { RowsSpec } from '../making/reading.ts'
import type { Slice } from '../making/slices.ts'
import type { FileFormat } from './format.ts'
import { columnTitle, PLACE_COLUMNS, placeCellsOf } from './names.ts'

const LINE_END = 10

const headOf = (plan: ExportPlan): string =>
  rowXml(
    ['time', 'utc_offset', ...PLACE_COLUMNS, ...plan.keys.map(key => columnTitle(key, plan.language))].map(head => ({
      head,
    })),
  )

const quoted = (xml: string): string => `'${xml}'`

/** Whole rows, written by the engine, a line each. */
const wantedRows = (plan: ExportPlan, { offset, interval }: Slice): RowsSpec => {
  const [beforeTime, afterTime] = AROUND_TIME.map(quoted)
  const numbers = plan.keys.map(key => aroundNumber(measurementTypeOf(key)?.decimals ?? 0).map(quoted))
  return {
    select: ({ at, values }) => {
      const cells = values.map((value, index) => {
        const [before, after] = elementAt(numbers, index)
        return `ifNull(concat(${before}, toString(${value}), ${after}), ${quoted(EMPTY_CELL)})`
      })
      const time = `toString((${at} + (${offset})) / ${DAY_MS} + ${EPOCH})`
      return `concat(${["'<row>'", beforeTime, time, afterTime, '{place: String}', ...cells, "'</row>'"].join(', ')})`
    },
    format: 'TSVRaw',
    params: { place: [offsetText(offset), ...placeCellsOf(interval)].map(text => cellXml({ text })).join('') },
  }
}

/** The bytes of at most so many lines, how many these are, and the bytes behind them. */
const firstLines = (bytes: Buffer, most: number): { lines: number; first: Buffer; rest: Buffer } => {
  let [lines, at] = [0, 0]
  while (lines < most && at < bytes.length) {
    at = bytes.indexOf(LINE_END, at) + 1
    lines += 1
  }
  return { lines, first: bytes.subarray(0, at), rest: bytes.subarray(at) }
}

/** A zip of sheets that are written on as rows come; what Excel has no room for goes on in another sheet. */
const workbookInto = (chunks: Uint8Array[], start: string) => {
  const zip = openZip(chunk => void chunks.push(chunk))
  let [sheets, room] = [0, 0]
  let sheet: ZipEntry | undefined
  const nextSheet = async (): Promise<void> => {
    await sheet?.end(Buffer.from(SHEET_END))
    sheets += 1
    // The head takes one.
    room = MAX_SHEET_ROWS - 1
    sheet = zip.add(sheetPath(sheets))
    await sheet.write(Buffer.from(start))
  }
  return {
    write: async (rows: Buffer): Promise<void> => {
      for (let left = rows; left.length > 0; ) {
        if (room === 0) await nextSheet()
        const { lines, first, rest } = firstLines(left, room)
        await sheet?.write(first)
        room -= lines
        left = rest
      }
    },
    end: async (): Promise<void> => {
      if (!sheet) await nextSheet()
      await sheet?.end(Buffer.from(SHEET_END))
      const names = Array.from({ length: sheets }, (_, index) => (sheets === 1 ? 'Barnometer' : String(index + 1)))
      for (const [path, text] of Object.entries(workbookParts(names))) {
        const part = zip.add(path)
        await part.end(Buffer.from(text))
      }
      zip.end()
    },
  }
}

/** Numbers are numbers and times are times, on the clocks of the place. */
export const xlsx: FileFormat = {
  mediaType: XLSX_TYPE,
  async *write(plan, read) {
    const chunks: Uint8Array[] = []
    const workbook = workbookInto(chunks, sheetStart(2 + PLACE_COLUMNS.length + plan.keys.length) + headOf(plan))
    for await (const { bytes } of read(slice => wantedRows(plan, slice))) {
      await workbook.write(bytes)
      yield* chunks.splice(0)
    }
    await workbook.end()
    yield* chunks.splice(0)
  },
}
