import { type RawBuilder, sql } from 'kysely'
import type { Database } from './database.ts'
import { isPostgres } from './schema-columns.ts'

const inList = <Value extends number | string>(
  db: Database,
  values: readonly Value[],
  type: 'bigint' | 'text',
): RawBuilder<Value> =>
  isPostgres(db)
    ? sql<Value>`(select unnest(${values}::${sql.raw(type)}[]))`
    : sql<Value>`(select value from json_each(${JSON.stringify(values)}))`

/**
 * The right side of `where(column, 'in', …)` for a list of ids that comes from data. The whole list is one parameter:
 * PostgreSQL takes 65,535 of them and SQLite 32,766, and the text of the query stays the same however long the list is.
 * Nothing is in an empty list.
 */
export const inIds = (db: Database, ids: Iterable<number>) => inList(db, [...ids], 'bigint')

/** The same for texts. PostgreSQL compares only what is of one type, and an empty list does not tell its own. */
export const inTexts = <Text extends string>(db: Database, texts: Iterable<Text>) => inList(db, [...texts], 'text')
