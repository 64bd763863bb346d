import type { MigrationDatabase } from '../kit/database/schema-columns.ts'

export const up = async (db: MigrationDatabase): Promise<void> => {
  await db.schema
    .createTable('weather_stations')
    .addColumn('location_id', 'integer', c => c.primaryKey().references('locations.id').onDelete('cascade'))
    .addColumn('lat', 'double precision', c => c.notNull())
    .addColumn('lon', 'double precision', c => c.notNull())
    .addColumn('filled_from', 'text')
    .addColumn('filled_until', 'text')
    .addColumn('next_at', 'text', c => c.notNull())
    .addColumn('failures', 'integer', c => c.notNull())
    .addColumn('problem', 'text')
    .addColumn('last_ok_at', 'text')
    .execute()
}
