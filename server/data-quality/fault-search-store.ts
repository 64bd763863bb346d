import type { Database } from '../kit/database/database.ts'

/** Takes the search for this process until `taken_until` (ISO 8601); undefined while another one is at it. */
export const takeSearch = (db: Database, now: string, taken_until: string) =>
  db
    .insertInto('fault_searches')
    .values({ id: 1, taken_until, done_until: null })
    .onConflict(conflict =>
      conflict.column('id').doUpdateSet({ taken_until }).where('fault_searches.taken_until', '<=', now),
    )
    .returning('done_until')
    .executeTakeFirst()

/** Gives the search back; `done_until` says how far all is judged. */
export const endSearch = (db: Database, done_until: string | null) =>
  db.updateTable('fault_searches').set({ taken_until: '', done_until }).where('id', '=', 1).execute()
