import type { MigrationDatabase } from '../kit/database/schema-columns.ts'

/** Finds the projects that a person has answered without a look at all answers there are. */
export const up = async (db: MigrationDatabase): Promise<void> => {
  await db.schema
    .createIndex('research_consents_person')
    .on('research_consents')
    .columns(['said_by', 'research_id'])
    .execute()
}
