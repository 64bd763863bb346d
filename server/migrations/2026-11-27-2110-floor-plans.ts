import { createTableWithId, type MigrationDatabase } from '../kit/database/schema-columns.ts'

/** Adds floor plans of locations, and where devices hang on them. */
export const up = async (db: MigrationDatabase): Promise<void> => {
  await createTableWithId(db, 'floor_plans')
    .addColumn('location_id', 'integer', c => c.notNull().references('locations.id').onDelete('cascade'))
    .addColumn('name', 'text', c => c.notNull())
    .addColumn('file', 'text', c => c.notNull().references('photo_files.name'))
    .addColumn('pictures', 'integer', c => c.notNull().defaultTo(1))
    .addColumn('width', 'integer', c => c.notNull())
    .addColumn('height', 'integer', c => c.notNull())
    .addColumn('created_by', 'integer', c => c.references('users.id').onDelete('set null'))
    .addColumn('created_at', 'text', c => c.notNull())
    .execute()
  await db.schema
    .createTable('floor_plan_devices')
    .addColumn('floor_plan_id', 'integer', c => c.notNull().references('floor_plans.id').onDelete('cascade'))
    .addColumn('device_id', 'integer', c => c.notNull().references('devices.id').onDelete('cascade'))
    .addColumn('area_id', 'integer', c => c.notNull().references('areas.id').onDelete('cascade'))
    .addColumn('x', 'double precision', c => c.notNull())
    .addColumn('y', 'double precision', c => c.notNull())
    .addPrimaryKeyConstraint('floor_plan_devices_key', ['floor_plan_id', 'device_id'])
    .execute()
  for (const [table, column] of [
    ['floor_plans', 'location_id'],
    ['floor_plans', 'file'],
    ['floor_plans', 'created_by'],
    ['floor_plan_devices', 'device_id'],
    ['floor_plan_devices', 'area_id'],
  ] as const)
    await db.schema.createIndex(`${table}_${column}`).on(table).column(column).execute()
}
