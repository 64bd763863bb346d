import { sql } from 'kysely'
import type { MigrationDatabase } from '../kit/database/schema-columns.ts'

/** End and leader of a project when somebody answered it; answers from before have those of now, without the address. */
export const up = async (db: MigrationDatabase): Promise<void> => {
  await db.schema.alterTable('research_consents').addColumn('research_end', 'text').execute()
  await db.schema.alterTable('research_consents').addColumn('research_leader', 'text').execute()
  await sql`
    UPDATE research_consents SET
      research_end = (SELECT "end" FROM research WHERE research.id = research_id),
      research_leader = (
        SELECT users.name FROM research JOIN users ON users.id = research.owner_id WHERE research.id = research_id
      )
    WHERE kind <> 'asked'`.execute(db)
}
