import type { SavedSelectionChange, SavedSelectionInput } from '#shared/contract/measurements/saved-selections.ts'
import type { Database } from '../kit/database/database.ts'
import type { StatisticsTables } from './tables.ts'

/** Table of a dashboard, and account that a selection is saved for. */
export interface SavedFor {
  table: keyof StatisticsTables
  userId: number
}

export const savedSelectionsOf = (db: Database, { table, userId }: SavedFor) =>
  db.selectFrom(table).selectAll().where('user_id', '=', userId).orderBy('name').orderBy('id').execute()

export const insertSavedSelection = (
  db: Database,
  { table, userId: user_id }: SavedFor,
  row: SavedSelectionInput & { changed_at: string },
) =>
  db
    .insertInto(table)
    .values({ ...row, user_id })
    .returningAll()
    .executeTakeFirstOrThrow()

/** Changes a saved selection of an account; undefined where it has none by that id. */
export const changeSavedSelection = (
  db: Database,
  { id, table, userId }: SavedFor & { id: number },
  change: SavedSelectionChange & { changed_at: string },
) =>
  db.updateTable(table).set(change).where('id', '=', id).where('user_id', '=', userId).returningAll().executeTakeFirst()

/** Deletes a saved selection of an account; undefined where it has none by that id. */
export const deleteSavedSelectionOf = (db: Database, { id, table, userId }: SavedFor & { id: number }) =>
  db.deleteFrom(table).where('id', '=', id).where('user_id', '=', userId).returning('id').executeTakeFirst()
