import { sql } from 'kysely'
import type { Database } from '../kit/database/database.ts'

/** Adds readings of a device that came late, from the oldest to the newest (ISO 8601), to those that wait to be judged. */
export const addLate = (db: Database, deviceId: number, { start, end }: { start: string; end: string }) =>
  db
    .insertInto('late_readings')
    .values({ device_id: deviceId, start, end, changes: 1 })
    .onConflict(conflict =>
      conflict.column('device_id').doUpdateSet(eb => ({
        start: sql<string>`case when ${eb.ref('late_readings.start')} < ${start} then ${eb.ref('late_readings.start')} else ${start} end`,
        end: sql<string>`case when ${eb.ref('late_readings.end')} > ${end} then ${eb.ref('late_readings.end')} else ${end} end`,
        changes: eb('late_readings.changes', '+', 1),
      })),
    )
    .execute()

/** Intervals of late readings that wait to be judged. */
export const lateReadings = (db: Database) => db.selectFrom('late_readings').selectAll().orderBy('device_id').execute()

/** Forgets what has been judged, unless more came meanwhile. */
export const forgetLate = (db: Database, { device_id, changes }: { device_id: number; changes: number }) =>
  db.deleteFrom('late_readings').where('device_id', '=', device_id).where('changes', '=', changes).execute()
