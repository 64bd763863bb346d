import type { MigrationDatabase } from '../kit/database/schema-columns.ts'

/** Keeps which process a job failed in: where several run it, one that goes well says nothing of the others. */
export const up = async (db: MigrationDatabase): Promise<void> => {
  await db.schema.alterTable('job_runs').addColumn('failing', 'text').execute()
}
