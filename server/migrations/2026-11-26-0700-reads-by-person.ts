import type { MigrationDatabase } from '../kit/database/schema-columns.ts'

/** Finds what a person read of a project today without a look at all that was ever read of it. */
export const up = async (db: MigrationDatabase): Promise<void> => {
  await db.schema
    .createIndex('research_reads_person')
    .on('research_reads')
    .columns(['research_id', 'user_id', 'kind', 'at'])
    .execute()
}
