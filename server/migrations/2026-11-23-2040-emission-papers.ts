import type { MigrationDatabase } from '../kit/database/schema-columns.ts'

/** Emission reports that the queue of reports makes keep what they were made of as long as their report is listed. */
export const up = async (db: MigrationDatabase): Promise<void> => {
  await db.schema
    .alterTable('emission_reports')
    .addColumn('report_id', 'integer', c => c.references('reports.id').onDelete('cascade'))
    .execute()
  await db.schema.createIndex('emission_reports_report').unique().on('emission_reports').column('report_id').execute()
}
