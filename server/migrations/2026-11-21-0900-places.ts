import { createTableWithId, type MigrationDatabase } from '../kit/database/schema-columns.ts'

export const up = async (db: MigrationDatabase): Promise<void> => {
  for (const table of ['locations', 'areas'] as const) {
    await db.schema
      .alterTable(table)
      .addColumn('version', 'integer', c => c.notNull().defaultTo(1))
      .execute()
    await db.schema.alterTable(table).addColumn('deleted_at', 'text').execute()
  }
  await db.schema.createIndex('locations_ubn').on('locations').column('ubn').execute()
  await db.schema.createIndex('location_research_area').on('location_research').column('area_id').execute()
  await createTableWithId(db, 'interrupted_placements')
    .addColumn('area_id', 'integer', c => c.notNull().references('areas.id').onDelete('cascade'))
    .addColumn('device_id', 'integer', c => c.notNull().references('devices.id').onDelete('cascade'))
    .addColumn('renter_id', 'integer')
    .addColumn('placement', 'text', c => c.notNull())
    .execute()
  await db.schema.createIndex('interrupted_placements_area').on('interrupted_placements').column('area_id').execute()
}
