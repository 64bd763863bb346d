import { type FileMetaData, parquetMetadata } from 'hyparquet'
import { ByteWriter, type ColumnSource, parquetWriteBuffer } from 'hyparquet-writer'
import { writeMetadata } from 'hyparquet-writer/src/metadata.js'
import { elementAt } from '#shared/rules/collections/elements.ts'
import type { ExportPlan } from '../making/plan.ts'
import type { RowsSpec } from '../making/reading.ts'
import type { Slice } from '../making/slices.ts'
import type { FileFormat } from './format.ts'
import { columnName, PLACE_COLUMNS, placeCellsOf } from './names.ts'

const MAGIC = Buffer.from('PAR1')
/** Length of the footer and the magic behind it. */
const TAIL = 8

const quoted = (name: string): string => `\`${name.replaceAll(/[\\`]/g, '')}\``

export const wantedFile = (plan: ExportPlan, slice: Slice): RowsSpec => {
  const names = plan.keys.map(columnName)
  const places = PLACE_COLUMNS.map((column, index) => `{place_${index}: String} AS ${column}`)
  return {
    select: ({ at, values }) =>
      [
        `fromUnixTimestamp64Milli(${at}, 'UTC') AS time`,
        `toInt32(${slice.offset / 60_000}) AS utc_offset_minutes`,
        ...places,
        ...values.map((value, index) => `${value} AS ${quoted(elementAt(names, index))}`),
      ].join(', '),
    format: 'Parquet',
    params: Object.fromEntries(placeCellsOf(slice.interval).map((text, index) => [`place_${index}`, text])),
    // Both lie outside of the row groups, whose places change.
    settings: { output_format_parquet_write_page_index: 0, output_format_parquet_write_bloom_filter: 0 },
  }
}

type RowGroup = FileMetaData['row_groups'][number]

/** Row group of a file that the engine wrote, with its bytes there. */
export interface GroupPart {
  group: RowGroup
  bytes: Uint8Array
}

/** Footer of a file. It alone is read: a copy of the whole slice would take its room and its time once more. */
export const footerIn = (file: Buffer): FileMetaData => {
  const footer = file.readUInt32LE(file.length - TAIL)
  return parquetMetadata(new Uint8Array(file.subarray(file.length - TAIL - footer)).buffer)
}

type Chunk = Pick<NonNullable<RowGroup['columns'][number]['meta_data']>, 'dictionary_page_offset' | 'data_page_offset'>

/** Place in a file at which a column of a row group begins: its dictionary, where it has one, comes before its values. */
export const startOfChunk = ({ dictionary_page_offset, data_page_offset }: Chunk): number =>
  Number(dictionary_page_offset ?? data_page_offset)

/** Row groups of a file, in the order in which they lie there. */
export const partsOf = (file: Buffer, { row_groups }: FileMetaData): GroupPart[] => {
  const starts = row_groups.map(({ columns }) =>
    Math.min(...columns.flatMap(({ meta_data }) => (meta_data ? startOfChunk(meta_data) : []))),
  )
  const end = file.length - TAIL - file.readUInt32LE(file.length - TAIL)
  return row_groups.map((group, index) => ({
    group,
    bytes: file.subarray(starts[index], starts[index + 1] ?? end),
  }))
}

/**
 * Moves a row group further on by so many bytes. Its statistics are left out: they are of use in larger groups only.
 */
const moved = (group: RowGroup, by: bigint): RowGroup => ({
  columns: group.columns.map(({ meta_data, file_offset }) => {
    const { statistics, encoding_stats, size_statistics, dictionary_page_offset, ...rest } = meta_data ?? ({} as never)
    return {
      file_offset: file_offset === 0n ? 0n : file_offset + by,
      meta_data: {
        ...rest,
        data_page_offset: rest.data_page_offset + by,
        ...(dictionary_page_offset === undefined ? {} : { dictionary_page_offset: dictionary_page_offset + by }),
      },
    }
  }),
  total_byte_size: group.total_byte_size,
  num_rows: group.num_rows,
})

/** A file of row groups that the engine wrote: their places change, and one footer names them all. */
export const createRowGroups = (plan: ExportPlan) => {
  let at = MAGIC.length
  let schema: FileMetaData['schema'] = []
  const groups: RowGroup[] = []
  return {
    /** Adds row groups of one file and its columns; answers the bytes that come next. */
    add: (parts: readonly GroupPart[], columns: FileMetaData['schema']): Uint8Array[] => {
      const head = groups.length === 0 && parts.length > 0 ? [MAGIC] : []
      schema = columns
      for (const { group, bytes } of parts) {
        const start = Math.min(...group.columns.flatMap(({ meta_data }) => (meta_data ? startOfChunk(meta_data) : [])))
        groups.push(moved(group, BigInt(at - start)))
        at += bytes.length
      }
      return [...head, ...parts.map(({ bytes }) => bytes)]
    },
    /** Bytes that end the file. */
    end: (): Uint8Array[] => (groups.length === 0 ? [emptyFile(plan)] : [footerOf(schema, groups), MAGIC]),
  }
}

/** The engine writes a whole file for each slice; here their row groups become one file with one footer. */
export const parquet: FileFormat = {
  mediaType: 'application/vnd.apache.parquet',
  async *write(plan, read) {
    const groups = createRowGroups(plan)
    for await (const { bytes } of read(slice => wantedFile(plan, slice))) {
      if (bytes.length === 0) continue
      const footer = footerIn(bytes)
      yield* groups.add(partsOf(bytes, footer), footer.schema)
    }
    yield* groups.end()
  },
}

const footerOf = (schema: FileMetaData['schema'], row_groups: RowGroup[]): Buffer => {
  const writer = new ByteWriter()
  const num_rows = row_groups.reduce((sum, group) => sum + group.num_rows, 0n)
  writeMetadata(writer, { version: 2, schema, num_rows, row_groups, created_by: 'Barnometer', metadata_length: 0 })
  return Buffer.from(writer.getBytes())
}

/** Makes a file with the columns and no rows: without rows the engine writes nothing, not even the columns. */
const emptyFile = (plan: ExportPlan): Uint8Array => {
  const column = (name: string, type: ColumnSource['type']): ColumnSource => ({ name, type, data: [] })
  const columnData = [
    column('time', 'TIMESTAMP'),
    column('utc_offset_minutes', 'INT32'),
    ...PLACE_COLUMNS.map(name => column(name, 'STRING')),
    ...plan.keys.map(key => column(columnName(key), 'DOUBLE')),
  ]
  return new Uint8Array(parquetWriteBuffer({ columnData }))
}
