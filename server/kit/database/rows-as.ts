import { type AliasedRawBuilder, sql } from 'kysely'
import type { Tables } from '../../tables.ts'
import type { Database } from './database.ts'
import { isPostgres } from './schema-columns.ts'

/** Types of columns as PostgreSQL names them. SQLite takes values as they are. */
type ColumnType = 'bigint' | 'double precision' | 'text'

/** Rows of one statement: a transaction holds what it changes until it ends. */
const MOST = 5000

/**
 * Rows that come from data, as a table that a statement reads: in `UPDATE … FROM` and `INSERT … SELECT`. All of them are one parameter,
 * so the text of the statement stays the same however many they are. Texts must not hold NUL, which PostgreSQL takes nowhere.
 */
export const rowsAs = <Row extends object, Name extends string>(
  db: Database,
  name: Name,
  rows: readonly Row[],
  columns: Record<keyof Row & string, ColumnType>,
): AliasedRawBuilder<Row, Name> => {
  // Half of a pair of surrogates is no text to PostgreSQL.
  const json = JSON.stringify(rows, (_, value) => (typeof value === 'string' ? value.toWellFormed() : value))
  const types = Object.entries<ColumnType>(columns)
  const read = (column: string) => sql`json_extract(value, ${sql.lit(`$.${column}`)}) as ${sql.ref(column)}`
  const table = isPostgres(db)
    ? sql<Row>`(select ${sql.join(types.map(([column]) => sql.ref(column)))} from jsonb_to_recordset(${json}::jsonb)
        as given (${sql.join(types.map(([column, type]) => sql`${sql.ref(column)} ${sql.raw(type)}`))}))`
    : sql<Row>`(select ${sql.join(types.map(([column]) => read(column)))} from json_each(${json}))`
  return table.as(name)
}

/**
 * Begins an insert of rows that come from data, whose columns are those of `types`; what becomes of rows that are there already
 * follows. Rows that several processes write go in the order of a column: none then waits for another that waits for it.
 */
export const insertRows = <Table extends keyof Tables & string, Column extends keyof Tables[Table] & string>(
  db: Database,
  table: Table,
  rows: readonly Record<Column, string | number | null>[],
  types: Record<Column, ColumnType>,
  orderBy?: NoInfer<Column>,
) =>
  db
    .insertInto(table)
    .columns(Object.keys(types) as Column[])
    .expression(
      // SQLite takes what follows an insert of rows for a join unless something stands between.
      sql`select * from ${rowsAs(db, 'note', rows, types)} where true ${orderBy === undefined ? sql`` : sql`order by ${sql.ref(orderBy)}`}`,
    )

/** Parts of a list, each as long as one statement takes. */
export const inParts = <Item>(items: readonly Item[], most = MOST): Item[][] =>
  Array.from({ length: Math.ceil(items.length / most) }, (_, part) => items.slice(part * most, (part + 1) * most))
