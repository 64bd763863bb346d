import { zstdDecompressSync } from 'node:zlib'
import type { FileMetaData } from 'hyparquet'
import { parquetReadColumn } from 'hyparquet/src/read.js'
import type { ExportPlan } from '../making/plan.ts'
import type { RowsSpec } from '../making/reading.ts'
import type { Slice } from '../making/slices.ts'
import { csvHeadLine, wantedLines } from './csv.ts'
import type { Read } from './format.ts'
import { columnName } from './names.ts'
import { createRowGroups, footerIn, type GroupPart, partsOf, startOfChunk, wantedFile } from './parquet.ts'

/** Column with the line of CSV that says the same as the others of its row; the last one, and in no file that is given out. */
const LINE = 'line_of_csv'

/** Piece of both files: the same rows in each. */
export interface Piece {
  csv: Uint8Array
  parquet: Uint8Array[]
  /** Slice they are of; null at the beginning and the end. */
  slice: Slice | null
  rows: number
  /** Values of each measurement, in the order of the plan. */
  values: number[]
}

/**
 * Values as CSV and as Parquet from one reading, which costs the engine more than writing either does: it writes the columns and,
 * beside them, the same row as a line. The lines are taken out of its file again. Both hold the same rows, whatever arrives meanwhile.
 */
export async function* csvAndParquet(plan: ExportPlan, read: Read): AsyncGenerator<Piece> {
  const groups = createRowGroups(plan)
  const none = { slice: null, rows: 0, values: plan.keys.map(() => 0) }
  yield { ...none, csv: csvHeadLine(plan), parquet: [] }
  for await (const { slice, bytes } of read(one => wantedBoth(plan, one))) {
    if (bytes.length === 0) continue
    const footer = footerIn(bytes)
    const csv = await linesIn(bytes, footer)
    const parts = partsOf(bytes, footer)
    const parquet = groups.add(
      parts.map(withoutLines),
      footer.schema
        .filter(({ name }) => name !== LINE)
        .map((element, index) =>
          index === 0 ? { ...element, num_children: (element.num_children ?? 0) - 1 } : element,
        ),
    )
    yield { slice, csv, parquet, rows: Number(footer.num_rows), values: valuesIn(parts, plan) }
  }
  yield { ...none, csv: new Uint8Array(), parquet: groups.end() }
}

const wantedBoth = (plan: ExportPlan, slice: Slice): RowsSpec => {
  const [file, lines] = [wantedFile(plan, slice), wantedLines(plan, slice)]
  return {
    ...file,
    select: columns => `${file.select(columns)}, concat(${lines.select(columns)}, '\\n') AS ${LINE}`,
    params: { ...file.params, ...lines.params },
  }
}

/** Lines of a file, one after the other, as the engine wrote them. */
const linesIn = async (file: Buffer, { schema, ...footer }: FileMetaData): Promise<Buffer> => {
  const lines = await parquetReadColumn({
    file: {
      byteLength: file.length,
      slice: (start, end) => new Uint8Array(file.subarray(start, end)).buffer,
    },
    // Bytes without a meaning are given as they are: as text each line would be read and written once more.
    metadata: { ...footer, schema: schema.map(one => (one.name === LINE ? withoutMeaning(one) : one)) },
    utf8: false,
    columns: [LINE],
    compressors: { ZSTD: bytes => zstdDecompressSync(bytes) },
  })
  return Buffer.concat(lines as Uint8Array[])
}

const withoutMeaning = ({
  converted_type: _,
  logical_type: __,
  ...element
}: FileMetaData['schema'][number]): FileMetaData['schema'][number] => element

const isLine = ({ meta_data }: GroupPart['group']['columns'][number]): boolean => meta_data?.path_in_schema[0] === LINE

/** A row group without its last column, the lines. */
const withoutLines = ({ group, bytes }: GroupPart): GroupPart => {
  const line = group.columns.at(-1)
  const [first] = group.columns
  if (!line?.meta_data || !first?.meta_data || !isLine(line))
    throw new Error('the engine wrote columns in another order')
  const length = startOfChunk(line.meta_data) - startOfChunk(first.meta_data)
  return {
    group: {
      ...group,
      columns: group.columns.slice(0, -1),
      total_byte_size: group.total_byte_size - line.meta_data.total_uncompressed_size,
    },
    bytes: bytes.subarray(0, length),
  }
}

/** Values of each measurement: rows that are not empty there. */
const valuesIn = (parts: readonly GroupPart[], { keys }: ExportPlan): number[] => {
  const chunks = Map.groupBy(
    parts.flatMap(({ group }) => group.columns.flatMap(({ meta_data }) => meta_data ?? [])),
    ({ path_in_schema: [name] }) => name,
  )
  return keys.map(key =>
    (chunks.get(columnName(key)) ?? []).reduce((sum, { num_values, statistics }) => {
      if (statistics?.null_count === undefined) throw new Error('the engine did not count what is empty')
      return sum + Number(num_values - statistics.null_count)
    }, 0),
  )
}
