import { sql } from 'kysely'
import type { Database } from '../kit/database/database.ts'
import { inParts, insertRows } from '../kit/database/rows-as.ts'

/** Times (ISO 8601) of the oldest and the newest reading of a device that came late. */
export interface LateNote {
  device_id: number
  start: string
  end: string
}

/** Adds readings of devices that came late, a note of each device, to those that wait to be judged. */
export const addLate = async (db: Database, notes: readonly LateNote[]): Promise<void> => {
  // Two processes that note the same devices wait for one another, never in a circle.
  for (const some of inParts(notes))
    await insertRows(
      db,
      'late_readings',
      some.map(note => ({ ...note, changes: 1 })),
      { device_id: 'bigint', start: 'text', end: 'text', changes: 'bigint' },
      'device_id',
    )
      .onConflict(conflict =>
        conflict.column('device_id').doUpdateSet(eb => ({
          start: sql<string>`case when ${eb.ref('late_readings.start')} < ${eb.ref('excluded.start')} then ${eb.ref('late_readings.start')} else ${eb.ref('excluded.start')} end`,
          end: sql<string>`case when ${eb.ref('late_readings.end')} > ${eb.ref('excluded.end')} then ${eb.ref('late_readings.end')} else ${eb.ref('excluded.end')} end`,
          changes: eb('late_readings.changes', '+', 1),
        })),
      )
      .execute()
}

/** Intervals of late readings that wait to be judged. */
export const lateReadings = (db: Database) => db.selectFrom('late_readings').selectAll().orderBy('device_id').execute()

/** Forgets what has been judged, unless more came meanwhile. */
export const forgetLate = (db: Database, { device_id, changes }: { device_id: number; changes: number }) =>
  db.deleteFrom('late_readings').where('device_id', '=', device_id).where('changes', '=', changes).execute()
