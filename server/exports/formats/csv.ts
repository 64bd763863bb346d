import { BOM, csvCell, END, offsetText, signsOf } from '#shared/rules/formats/csv.ts'
import type { ExportPlan } from '../making/plan.ts'
import type { RowsSpec } from '../making/reading.ts'
import type { Slice } from '../making/slices.ts'
import type { FileFormat } from './format.ts'
import { columnName, PLACE_COLUMNS, placeCellsOf } from './names.ts'

export const csvHead = (plan: ExportPlan): string[] => ['time', ...PLACE_COLUMNS, ...plan.keys.map(columnName)]

/** Whole lines, written by the engine: only the few words that are the same in all of them come from here. */
export const wantedLines = (plan: ExportPlan, slice: Slice): RowsSpec => {
  const { separator, decimal } = signsOf(plan.input, plan.language)
  const quoted = decimal === separator
  const number = (value: string) => {
    const text = decimal === '.' ? `toString(${value})` : `replaceOne(toString(${value}), '.', ',')`
    return `ifNull(${quoted ? `concat('"', ${text}, '"')` : text}, '')`
  }
  const place = placeCellsOf(slice.interval)
    .map(text => csvCell(text, separator))
    .join(separator)
  return {
    select: ({ at, values }) =>
      `concat(${[isoTime(at, slice.offset), '{place: String}', ...values.map(value => `{separator: String}, ${number(value)}`), "'\\r'"].join(', ')})`,
    format: 'TSVRaw',
    params: { place: `${separator}${place}`, separator },
  }
}

/** ISO 8601 with the offset of the place's clocks, so that the doubled hour of autumn stays unique. */
const isoTime = (at: string, offset: number): string => {
  const local = `fromUnixTimestamp64Milli(${at} + (${offset}), 'UTC')`
  const part = `if(${at} % 1000 = 0, '', concat('.', leftPad(toString(${at} % 1000), 3, '0')))`
  return `formatDateTime(${local}, '%FT%T'), ${part}, '${offsetText(offset)}'`
}

/** First line of a file, without a mark before it. */
export const csvHeadLine = (plan: ExportPlan): Buffer => {
  const { separator } = signsOf(plan.input, plan.language)
  const head = csvHead(plan).map(name => csvCell(name, separator))
  return Buffer.from(head.join(separator) + END)
}

export const csv: FileFormat = {
  mediaType: 'text/csv; charset=utf-8',
  async *write(plan, read) {
    yield Buffer.concat([Buffer.from(BOM), csvHeadLine(plan)])
    for await (const { bytes } of read(slice => wantedLines(plan, slice))) yield bytes
  },
}
