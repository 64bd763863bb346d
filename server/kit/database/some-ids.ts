import { type RawBuilder, sql } from 'kysely'
import type { Database } from './database.ts'
import { inIds } from './in-ids.ts'

/** The greatest id that the databases hold. */
export const LAST_ID = 2 ** 31 - 1

/** Ids from the first to the last, both among them, that leave one of some remainders when divided. */
export interface IdsInRange {
  first: number
  last: number
  divisor: number
  remainders: readonly number[]
}

/** Ids that a query is about: those of a list, or of a range. */
export type SomeIds = readonly number[] | IdsInRange

/** Condition that a column names one of these ids; its text stays the same however many they are. */
export const isAmong = (db: Database, column: string, ids: SomeIds): RawBuilder<boolean> =>
  'divisor' in ids
    ? sql<boolean>`${sql.ref(column)} between ${ids.first} and ${ids.last}
        and ${sql.ref(column)} % ${sql.lit(ids.divisor)} in ${inIds(db, ids.remainders)}`
    : sql<boolean>`${sql.ref(column)} in ${inIds(db, ids)}`
