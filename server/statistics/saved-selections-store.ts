import type { SavedSelectionInput } from '#shared/contract/measurements/saved-selections.ts'
import type { Database } from '../kit/database/database.ts'

export const savedSelectionsOf = (db: Database, userId: number) =>
  db.selectFrom('saved_selections').selectAll().where('user_id', '=', userId).orderBy('name').orderBy('id').execute()

export const insertSavedSelection = (
  db: Database,
  row: SavedSelectionInput & { user_id: number; changed_at: string },
) => db.insertInto('saved_selections').values(row).returningAll().executeTakeFirstOrThrow()

/** Changes a saved selection of an account; undefined where it has none by that id. */
export const changeSavedSelection = (
  db: Database,
  { id, userId }: { id: number; userId: number },
  change: SavedSelectionInput & { changed_at: string },
) =>
  db
    .updateTable('saved_selections')
    .set(change)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst()

/** Deletes a saved selection of an account; undefined where it has none by that id. */
export const deleteSavedSelectionOf = (db: Database, { id, userId }: { id: number; userId: number }) =>
  db
    .deleteFrom('saved_selections')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
