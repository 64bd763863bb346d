import type { MigrationDatabase } from '../kit/database/schema-columns.ts'

const PLACES = ['location', 'area', 'device'] as const

/** Adds the farm, the area or the device that a rule is for; none of them: as before, all areas or those of a kind of animal. */
export const up = async (db: MigrationDatabase): Promise<void> => {
  for (const place of PLACES) {
    await db.schema
      .alterTable('alert_rules')
      .addColumn(`${place}_id`, 'integer', c => c.references(`${place}s.id`).onDelete('cascade'))
      .execute()
    await db.schema.createIndex(`alert_rules_of_${place}_id`).on('alert_rules').column(`${place}_id`).execute()
  }
}
