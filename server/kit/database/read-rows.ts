import { elementAt } from '#shared/rules/collections/elements.ts'
import type { Series } from './series.ts'

/** Column of an answer of the series store: the engine's types it may have, and what a cell of it becomes. */
export interface ResultColumn<Cell> {
  fits: (type: string) => boolean
  read: (cell: unknown) => Cell
}

/** Integers and floats. The engine writes infinity and what is not a number as null: here it is NaN. */
export const number: ResultColumn<number> = {
  fits: type => /^(U?Int|Float)\d+$/.test(type),
  read: cell => (typeof cell === 'number' ? cell : Number.NaN),
}

export const textColumn: ResultColumn<string> = {
  fits: type => type === 'String' || type === 'LowCardinality(String)',
  read: String,
}

const within = (outer: string, type: string): string | null =>
  type.startsWith(`${outer}(`) && type.endsWith(')') ? type.slice(outer.length + 1, -1) : null

export const nullable = <Cell>({ fits, read }: ResultColumn<Cell>): ResultColumn<Cell | null> => ({
  fits: type => fits(within('Nullable', type) ?? type),
  read: cell => (cell === null ? null : read(cell)),
})

export const listOf = <Cell>({ fits, read }: ResultColumn<Cell>): ResultColumn<Cell[]> => ({
  fits: type => fits(within('Array', type) ?? ''),
  read: cell => {
    if (!Array.isArray(cell)) return []
    // Lists may be long, and nobody else has this one: its cells are replaced where they stand.
    for (let index = 0; index < cell.length; index++) cell[index] = read(cell[index])
    return cell
  },
})

export type RowSchema = Readonly<Record<string, ResultColumn<unknown>>>
export type RowOf<Schema extends RowSchema> = {
  [Name in keyof Schema]: Schema[Name] extends ResultColumn<infer Cell> ? Cell : never
}

interface Columns {
  meta: { name: string; type: string }[]
  data: Record<string, unknown[]>
}

/** Cells of each column, of equal length. */
export type ColumnsOf<Schema extends RowSchema> = { [Name in keyof Schema]: RowOf<Schema>[Name][] }

/**
 * Answer of a query to the series store, by column. They travel so: that is read more quickly than a document a row. Throws where
 * the query answers other columns than the schema says.
 */
export const readColumns = async <Schema extends RowSchema>(
  series: Series,
  schema: Schema,
  query: string,
  query_params: Record<string, unknown> = {},
): Promise<ColumnsOf<Schema>> => {
  const result = await series.query({ query, query_params, format: 'JSONColumnsWithMetadata' })
  // The client takes the columns for rows in its types.
  const { meta, data }: Columns = JSON.parse(await result.text())
  requireColumns(schema, meta)
  const columns: Record<string, unknown[]> = {}
  for (const [name, { read }] of Object.entries(schema)) {
    const cells = data[name] ?? []
    for (let index = 0; index < cells.length; index++) cells[index] = read(cells[index])
    columns[name] = cells
  }
  return columns as ColumnsOf<Schema>
}

/** The same as rows, for answers that are not long. */
export const readRows = async <Schema extends RowSchema>(
  series: Series,
  schema: Schema,
  query: string,
  query_params: Record<string, unknown> = {},
): Promise<RowOf<Schema>[]> => {
  const columns: Record<string, unknown[]> = await readColumns(series, schema, query, query_params)
  const names = Object.keys(schema)
  return Array.from({ length: columns[names[0] ?? '']?.length ?? 0 }, (_, index) => {
    const row: Record<string, unknown> = {}
    for (const name of names) row[name] = columns[name]?.[index]
    return row as RowOf<Schema>
  })
}

/** Rows one after the other, for answers that are too large to be held. */
export async function* eachRow<Schema extends RowSchema>(
  series: Series,
  schema: Schema,
  query: string,
  query_params: Record<string, unknown> = {},
): AsyncGenerator<RowOf<Schema>> {
  const result = await series.query({ query, query_params, format: 'JSONCompactEachRowWithNamesAndTypes' })
  let names: string[] | null = null
  let columns: { name: string; read: ResultColumn<unknown>['read']; place: number }[] | null = null
  for await (const some of result.stream<unknown[]>())
    for (const line of some) {
      const cells = line.json()
      if (!names) names = cells.map(String)
      else if (!columns) {
        const found = names
        requireColumns(
          schema,
          cells.map((type, place) => ({ name: found[place] ?? '', type: String(type) })),
        )
        columns = Object.entries(schema).map(([name, { read }]) => ({ name, read, place: found.indexOf(name) }))
      } else {
        const row: Record<string, unknown> = {}
        for (const { name, read, place } of columns) row[name] = read(cells[place])
        yield row as RowOf<Schema>
      }
    }
}

/** Lists that hold numbers as the engine does, by its types. */
const PACKED = { UInt32: Uint32Array, Int32: Int32Array, Float64: Float64Array } as const
type PackedSchema = Readonly<Record<string, keyof typeof PACKED>>
/** Cells of each column. */
export type PackedColumns<Schema extends PackedSchema> = {
  [Name in keyof Schema]: InstanceType<(typeof PACKED)[Schema[Name]]>
}

/**
 * Length of the parameters, as they stand in an address, from which an answer is read as text: the client sends those of a
 * packed one nowhere else, and what stands before a server refuses longer addresses (8 KiB as a rule).
 */
const LONGEST_IN_ADDRESS = 7000

const lengthInAddress = (parameters: Record<string, unknown>): number =>
  Object.entries(parameters).reduce(
    (sum, [name, value]) => sum + name.length + encodeURIComponent(JSON.stringify(value)).length,
    0,
  )

/**
 * Answer of a query to the series store that has many rows of numbers, by column. They travel as the engine holds them: as text,
 * writing and reading them takes longer than most that is worked out of them. Throws where the query answers other columns
 * than the schema says, in another order, or null.
 */
export const readPacked = async <Schema extends PackedSchema>(
  series: Series,
  schema: Schema,
  query: string,
  query_params: Record<string, unknown> = {},
): Promise<PackedColumns<Schema>> => {
  if (lengthInAddress(query_params) > LONGEST_IN_ADDRESS) {
    const names = Object.entries(schema)
    const cells = await readColumns(
      series,
      Object.fromEntries(names.map(([name]) => [name, number])),
      query,
      query_params,
    )
    const columns = names.map(([name, type]) => [name, PACKED[type].from(cells[name] ?? [])])
    return Object.fromEntries(columns) as PackedColumns<Schema>
  }
  const { stream } = await series.exec({
    query: `${query} FORMAT Native`,
    query_params,
    // An answer that broke off looks like one of fewer rows; this one comes whole or as an error.
    clickhouse_settings: { wait_end_of_query: 1 },
  })
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  const blocks = [...nativeBlocks(Buffer.concat(chunks), Object.entries(schema))]
  const columns: Record<string, ArrayLike<number>> = {}
  Object.entries(schema).forEach(([name, type], index) => {
    const parts = blocks.map(block => elementAt(block, index))
    const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
    let filled = 0
    for (const part of parts) {
      bytes.set(part, filled)
      filled += part.length
    }
    columns[name] = new PACKED[type](bytes.buffer)
  })
  return columns as PackedColumns<Schema>
}

/**
 * Bytes of each column of each block of an answer in the engine's own form: numbers of columns and rows, then of each column its
 * name, its type and its cells.
 */
function* nativeBlocks(answer: Buffer, schema: [string, keyof typeof PACKED][]): Generator<Buffer[]> {
  let at = 0
  const take = (length: number): Buffer => {
    if (at + length > answer.length) throw new RangeError('the answer of the engine broke off')
    at += length
    return answer.subarray(at - length, at)
  }
  // Numbers of seven bits a byte, the lowest first; the eighth bit says that there is more.
  const length = (): number => {
    let [found, factor] = [0, 1]
    for (;;) {
      const byte = take(1).readUInt8()
      found += (byte % 128) * factor
      if (byte < 128) return found
      factor *= 128
    }
  }
  const text = (): string => take(length()).toString()
  while (at < answer.length) {
    const [columns, rows] = [length(), length()]
    const block: Buffer[] = []
    for (let column = 0; column < columns; column++) {
      const found = { name: text(), type: text() }
      const [name, type] = elementAt(schema, column)
      if (found.name !== name || found.type !== type)
        throw new Error(`column ${name} is ${found.name} ${found.type} in the answer`)
      block.push(take(rows * PACKED[type].BYTES_PER_ELEMENT))
    }
    yield block
  }
}

const requireColumns = (schema: RowSchema, answered: Columns['meta']): void => {
  const types = new Map(answered.map(({ name, type }) => [name, type]))
  for (const [name, { fits }] of Object.entries(schema)) {
    const type = types.get(name)
    if (type === undefined || !fits(type)) throw new Error(`column ${name} is ${type ?? 'missing'} in the answer`)
  }
}
