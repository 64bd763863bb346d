import { escaped } from './statement-values.ts'

/** Table that rows are inserted into, also where the store makes them of others by a `SELECT` that follows its name. */
export const tableOf = ({ table }: { table: string }): string => /^\w+/.exec(table)?.[0] ?? table

/** Statement that makes its rows of those that are handed over in a format. */
const OF_INPUT = /^(INSERT [\s\S]*? FROM )input\('([^']+)'\)([\s\S]*?) FORMAT (\w+)\s*$/

/**
 * Statement that has the rows in its text which others hand over to `input`; null for one that makes nothing of them. The embedded
 * engine inserts none of what is handed over so, without saying it.
 */
export const rowsInText = (statement: string, rows: unknown): string | null => {
  const [, begin, columns, end, format] = OF_INPUT.exec(statement) ?? []
  if (format === undefined) return null
  if (typeof rows !== 'string') throw new TypeError('rows that others are made of are handed over as a list')
  return `${begin}format(${format}, '${columns}', '${escaped(rows)}')${end}`
}
