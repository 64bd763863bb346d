import { type RawBuilder, sql } from 'kysely'
import type { Database } from './database.ts'
import { inIds } from './in-ids.ts'

/** Ids that a query is about: those of a list, or all that leave one of some remainders when divided. */
export type SomeIds = readonly number[] | { divisor: number; remainders: readonly number[] }

/** Condition that a column names one of these ids; its text stays the same however many they are. */
export const isAmong = (db: Database, column: string, ids: SomeIds): RawBuilder<boolean> =>
  'divisor' in ids
    ? sql<boolean>`${sql.ref(column)} % ${sql.lit(ids.divisor)} in ${inIds(db, ids.remainders)}`
    : sql<boolean>`${sql.ref(column)} in ${inIds(db, ids)}`
