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

const wantedFile = (plan: ExportPlan, slice: Slice): RowsSpec => {
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

/** The engine writes a whole file for each slice; here their row groups become one file with one footer. */
export const parquet: FileFormat = {
  mediaType: 'application/vnd.apache.parquet',
  async *write(plan, read) {
    let at = 0
    let schema: FileMetaData['schema'] = []
    const groups: RowGroup[] = []
    for await (const { bytes } of read(slice => wantedFile(plan, slice))) {
      if (bytes.length === 0) continue
      if (at === 0) yield MAGIC
      const footer = bytes.readUInt32LE(bytes.length - TAIL)
      const data = bytes.subarray(MAGIC.length, bytes.length - TAIL - footer)
      // The footer alone is read: a copy of the whole slice would take its room and its time once more.
      const metadata = parquetMetadata(new Uint8Array(bytes.subarray(bytes.length - TAIL - footer)).buffer)
      schema = metadata.schema
      groups.push(...metadata.row_groups.map(group => moved(group, BigInt(at))))
      at += data.length
      yield data
    }
    if (groups.length === 0) return yield emptyFile(plan)
    yield footerOf(schema, groups)
    yield MAGIC
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
