import { DAY_MS } from '#shared/rules/time/units.ts'
import type { MigrationDatabase } from '../kit/database/schema-columns.ts'

/**
 * Has all hours summed up anew, as their table is made anew (server/series/summaries/summary-table.ts). A process of before that
 * still runs beside this one sums nothing up for a day, in which it will have ended.
 */
export const up = async (db: MigrationDatabase): Promise<void> => {
  const begins_at = new Date(Date.now() + DAY_MS).toISOString()
  await db
    .updateTable('summed_hours')
    .set(eb => ({ summed_until: null, taken_until: '', begins_at, run: eb('run', '+', 1) }))
    .where('summed_until', 'is not', null)
    .execute()
}
