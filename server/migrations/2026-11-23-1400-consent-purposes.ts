import { sql } from 'kysely'
import type { MigrationDatabase } from '../kit/database/schema-columns.ts'

/** Purpose that a project stated when somebody answered it; answers from before have the one it states now. */
export const up = async (db: MigrationDatabase): Promise<void> => {
  await db.schema.alterTable('research_consents').addColumn('research_purpose', 'text').execute()
  await db.schema.alterTable('research_consents').addColumn('research_institution', 'text').execute()
  await sql`
    UPDATE research_consents SET
      research_purpose = (SELECT coalesce(purpose, aim) FROM research WHERE research.id = research_id),
      research_institution = (SELECT institution FROM research WHERE research.id = research_id)
    WHERE kind <> 'asked'`.execute(db)
}
