import { sql } from 'kysely'
import type { MigrationDatabase } from '../kit/database/schema-columns.ts'

/** Time at which a read that got longer was last so; of those from before the one that is known. Lists of a project are in its order. */
export const up = async (db: MigrationDatabase): Promise<void> => {
  await db.schema.alterTable('research_reads').addColumn('last_at', 'text').execute()
  await sql`UPDATE research_reads SET last_at = at`.execute(db)
  await sql`CREATE INDEX research_reads_last ON research_reads (research_id, (coalesce(last_at, at)), id)`.execute(db)
}
