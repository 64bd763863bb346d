import { createTableWithId, type MigrationDatabase } from '../kit/database/schema-columns.ts'

/**
 * Adds what the watch keeps of itself: which rules it cannot evaluate, when messages could be taken, and when it was
 * out.
 */
export const up = async (db: MigrationDatabase): Promise<void> => {
  await db.schema
    .createTable('alert_claims')
    .addColumn('id', 'integer', c => c.primaryKey())
    .addColumn('minute', 'text', c => c.notNull())
    .execute()
  await createTableWithId(db, 'alert_failures')
    .addColumn('watch', 'text', c => c.notNull().unique())
    .addColumn('alert_rule_id', 'integer', c => c.references('alert_rules.id').onDelete('cascade'))
    .addColumn('user_id', 'integer', c => c.references('users.id').onDelete('cascade'))
    .addColumn('reason', 'text', c => c.notNull())
    .addColumn('detail', 'text', c => c.notNull())
    .addColumn('since', 'text', c => c.notNull())
    .addColumn('at', 'text', c => c.notNull())
    .execute()
  await db.schema.createIndex('alert_failures_rule').on('alert_failures').column('alert_rule_id').execute()
  await createTableWithId(db, 'heard_spans')
    .addColumn('door', 'text', c => c.notNull())
    .addColumn('start', 'text', c => c.notNull())
    .addColumn('end', 'text', c => c.notNull())
    .execute()
  await db.schema.createIndex('heard_spans_end').on('heard_spans').columns(['door', 'end']).execute()
  await createTableWithId(db, 'watch_outages')
    .addColumn('problem', 'text', c => c.notNull())
    .addColumn('start', 'text', c => c.notNull())
    .addColumn('end', 'text')
    // 1 while it lasts, null afterwards: there is one at a time.
    .addColumn('lasting', 'integer', c => c.unique())
    .execute()
  await db.schema.createIndex('alerts_order').on('alerts').columns(['state', 'fired_at', 'id']).execute()
}
