import { type RawBuilder, sql } from 'kysely'
import type { Catalogue } from './catalogue.ts'
import { isPostgres } from './schema-columns.ts'

/**
 * The right side of `where(column, 'in', …)` for a list that comes from data. The whole list is one parameter: PostgreSQL
 * takes 65,535 of them and SQLite 32,766, and the text of the query stays the same however long the list is. Nothing is in
 * an empty list.
 */
export const inIds = <Value extends number | string>(db: Catalogue, values: Iterable<Value>): RawBuilder<Value> => {
  const list = [...values]
  if (!isPostgres(db)) return sql`(select value from json_each(${JSON.stringify(list)}))`
  return typeof list[0] === 'string' ? sql`(select unnest(${list}::text[]))` : sql`(select unnest(${list}::bigint[]))`
}
