import type { MigrationDatabase } from '../kit/database/schema-columns.ts'

/** Parts of the devices as they were counted when this was written; a later number needs a migration of its own. */
const PARTS = 24

/** Divides the minute of alerts: each part of the devices is evaluated by one of the processes that are there. */
export const up = async (db: MigrationDatabase): Promise<void> => {
  await db.schema
    .createTable('alert_parts')
    .addColumn('part', 'integer', c => c.primaryKey())
    .addColumn('minute', 'text', c => c.notNull())
    .addColumn('finished', 'text', c => c.notNull())
    .addColumn('term', 'integer', c => c.notNull())
    .addColumn('process', 'text')
    .addColumn('held_until', 'double precision', c => c.notNull())
    .addColumn('tries', 'integer', c => c.notNull())
    .addColumn('took_ms', 'integer')
    .execute()
  await db.schema
    .createTable('alert_processes')
    .addColumn('process', 'text', c => c.primaryKey())
    .addColumn('seen_at', 'double precision', c => c.notNull())
    .execute()
  const parts = Array.from({ length: PARTS }, (_, part) => part)
  await db
    .insertInto('alert_parts')
    .values(parts.map(part => ({ part, minute: '', finished: '', term: 0, held_until: 0, tries: 0 })))
    .execute()
}
