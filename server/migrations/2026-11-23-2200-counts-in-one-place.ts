import { sql } from 'kysely'
import type { MigrationDatabase } from '../kit/database/schema-columns.ts'

/**
 * Day that a count of the diary was answered for, and the only area that an inspection was of when it was written: areas that
 * come or go later change nothing of it. Inspections that are there are judged by the areas of today, as they were until now.
 */
export const up = async (db: MigrationDatabase): Promise<void> => {
  await db.schema.alterTable('diary_answers').addColumn('date', 'text').execute()
  await db.schema.alterTable('inspections').addColumn('only_area_id', 'integer').execute()
  await sql`
    UPDATE inspections SET only_area_id = COALESCE(
      CASE WHEN whole = 1 THEN (
        SELECT MIN(areas.id) FROM areas
        WHERE areas.location_id = inspections.location_id AND areas.deleted_at IS NULL HAVING COUNT(*) = 1
      ) ELSE (
        SELECT MIN(inspection_areas.area_id) FROM inspection_areas
        WHERE inspection_areas.inspection_id = inspections.id HAVING COUNT(*) = 1
      ) END, 0)
    WHERE checklist_id IS NOT NULL
  `.execute(db)
}
