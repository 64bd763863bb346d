import type { Kysely } from 'kysely'
import { createTableWithId } from '../kit/database/schema-columns.ts'

export const up = async (db: Kysely<never>): Promise<void> => {
  await createTableWithId(db, 'insights')
    .addColumn('area_id', 'integer', c => c.notNull().references('areas.id').onDelete('cascade'))
    .addColumn('insight', 'text', c => c.notNull())
    .addColumn('variant', 'text')
    .addColumn('day', 'text', c => c.notNull())
    .addColumn('start', 'text', c => c.notNull())
    .addColumn('end', 'text', c => c.notNull())
    .addColumn('value', 'double precision', c => c.notNull())
    .addColumn('threshold', 'double precision', c => c.notNull())
    .addColumn('holds', 'text', c => c.notNull())
    .addColumn('coverage', 'double precision', c => c.notNull())
    .addColumn('numbers', 'text', c => c.notNull())
    .addColumn('quantities', 'text', c => c.notNull())
    .addColumn('times', 'text', c => c.notNull())
    .addColumn('device_ids', 'text', c => c.notNull())
    .addColumn('found_at', 'text', c => c.notNull())
    .addColumn('dismissed_at', 'text')
    .addColumn('dismissed_by', 'integer', c => c.references('users.id').onDelete('set null'))
    .addUniqueConstraint('insights_once', ['area_id', 'insight', 'day'])
    .execute()
  await db.schema.createIndex('insights_end').on('insights').columns(['area_id', 'end']).execute()
  await db.schema
    .createTable('insight_runs')
    .addColumn('location_id', 'integer', c => c.notNull().references('locations.id').onDelete('cascade'))
    .addColumn('day', 'text', c => c.notNull())
    .addColumn('phase', 'text', c => c.notNull())
    .addColumn('done_at', 'text', c => c.notNull())
    .addPrimaryKeyConstraint('insight_runs_once', ['location_id', 'day', 'phase'])
    .execute()
}
