import { sql } from 'kysely'
import type { MigrationDatabase } from '../kit/database/schema-columns.ts'

/**
 * Time since which somebody owns a location; none for who made it, and where nobody knows. Where a change of owners ended a yes, who
 * owns the location now and had not answered before came with that change, as far as can be known.
 */
export const up = async (db: MigrationDatabase): Promise<void> => {
  await db.schema.alterTable('location_owners').addColumn('since', 'text').execute()
  await sql`
    UPDATE location_owners SET since = (
      SELECT MAX(said_at) FROM research_consents
      WHERE research_consents.location_id = location_owners.location_id AND kind = 'owner_changed'
    )
    WHERE NOT EXISTS (
      SELECT 1 FROM research_consents AS own JOIN users ON users.id = own.said_by
      WHERE own.location_id = location_owners.location_id AND users.email = location_owners.email
        AND own.kind IN ('yes', 'no') AND own.id < (
          SELECT MAX(changed.id) FROM research_consents AS changed
          WHERE changed.location_id = location_owners.location_id AND changed.kind = 'owner_changed'
        )
    )`.execute(db)
}
