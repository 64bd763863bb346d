import { sql } from 'kysely'
import type { MigrationDatabase } from '../kit/database/schema-columns.ts'

/**
 * Time since which somebody owns a location; none for who made it, and where nobody knows. A process of the release before says no
 * time: who becomes an owner by one has that of this migration, which is before it.
 *
 * Where a change of owners ended a yes, who owns the location now and had not answered before came with that change, as far as can be
 * known; who has answered came before the first answer of their own.
 */
export const up = async (db: MigrationDatabase): Promise<void> => {
  const now = new Date().toISOString()
  await db.schema
    .alterTable('location_owners')
    .addColumn('since', 'text', c => c.defaultTo(now))
    .execute()
  await sql`
    UPDATE location_owners SET since = (
      SELECT MAX(changed.said_at) FROM research_consents AS changed
      WHERE changed.location_id = location_owners.location_id AND changed.kind = 'owner_changed'
        AND NOT EXISTS (
          SELECT 1 FROM research_consents AS own JOIN users ON users.id = own.said_by
          WHERE own.location_id = location_owners.location_id AND users.email = location_owners.email
            AND own.kind IN ('yes', 'no') AND own.id < changed.id
        )
    )`.execute(db)
}
