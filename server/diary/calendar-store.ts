import type { Database } from '../kit/database/database.ts'
import { existingInspections } from './store.ts'

/** The newest that one calendar holds of each kind: it is read again and again. */
const MAX_EVENTS = 500

const named = (db: Database, locationIds: number[] | null) =>
  existingInspections(db, locationIds).select([
    'inspections.id',
    'inspections.date',
    'inspections.notes',
    'inspections.reminder',
    'inspections.reminder_date',
    'inspections.updated_at',
    'locations.name as location_name',
  ])
export type CalendarInspection = Awaited<ReturnType<typeof inspectionsSince>>[number]

/** Inspections of these locations (null: of all) made since `from` (ISO 8601), the newest first. */
export const inspectionsSince = (db: Database, locationIds: number[] | null, from: string) =>
  named(db, locationIds)
    .where('inspections.date', '>=', from)
    .orderBy('inspections.date', 'desc')
    .limit(MAX_EVENTS)
    .execute()

/** Reminders that somebody wrote, of these locations (null: of all), whose time is `from` (ISO 8601) or later; the last first. */
export const remindersSince = (db: Database, userId: number, locationIds: number[] | null, from: string) =>
  named(db, locationIds)
    .where('inspections.created_by', '=', userId)
    .where('inspections.reminder_date', '>=', from)
    .orderBy('inspections.reminder_date', 'desc')
    .limit(MAX_EVENTS)
    .execute()
