import type { MigrationDatabase } from '../kit/database/schema-columns.ts'

/**
 * Adds the leases by which one process at a time does what only one may do. `term` grows with each owner: one that comes late is
 * known by an older one.
 */
export const up = async (db: MigrationDatabase): Promise<void> => {
  await db.schema
    .createTable('leases')
    .addColumn('name', 'text', c => c.primaryKey())
    .addColumn('term', 'integer', c => c.notNull())
    .addColumn('held_until', 'double precision', c => c.notNull())
    .addColumn('tick', 'text', c => c.notNull())
    .addColumn('tries', 'integer', c => c.notNull())
    .execute()
}
