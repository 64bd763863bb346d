import { sql } from 'kysely'
import type { MigrationDatabase } from '../kit/database/schema-columns.ts'

/**
 * Time at which a read that got longer was last so; none of one that did not, and of those from before, where `at` is that time. A
 * process of the release before goes on setting `at`: the later of both counts. Lists of a project are in its order.
 */
export const up = async (db: MigrationDatabase): Promise<void> => {
  await db.schema.alterTable('research_reads').addColumn('last_at', 'text').execute()
  await sql`
    CREATE INDEX research_reads_last
    ON research_reads (research_id, (CASE WHEN last_at > at THEN last_at ELSE at END), id)`.execute(db)
}
