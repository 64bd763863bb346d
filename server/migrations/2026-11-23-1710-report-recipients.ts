import { createTableWithId, type MigrationDatabase } from '../kit/database/schema-columns.ts'

/** Addresses that a schedule has mailed to, each with whether it still wants that. Outlives what was mailed. */
export const up = async (db: MigrationDatabase): Promise<void> => {
  await createTableWithId(db, 'report_recipients')
    .addColumn('schedule_id', 'integer', c => c.notNull().references('report_schedules.id').onDelete('cascade'))
    .addColumn('email', 'text', c => c.notNull())
    .addColumn('created_at', 'text', c => c.notNull())
    .addColumn('stopped_at', 'text')
    .execute()
  await db.schema
    .createIndex('report_recipients_address')
    .unique()
    .on('report_recipients')
    .columns(['schedule_id', 'email'])
    .execute()
  await db.schema.createIndex('report_recipients_email').on('report_recipients').column('email').execute()
}
