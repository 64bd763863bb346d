import { sql } from 'kysely'
import type { MigrationDatabase } from '../kit/database/schema-columns.ts'

/**
 * Adds roles, from which permissions follow, when an account was suspended, and when its person was last here.
 */
export const up = async (db: MigrationDatabase): Promise<void> => {
  await db.schema
    .alterTable('users')
    .addColumn('roles', 'text', c => c.notNull().defaultTo('[]'))
    .execute()
  await db.schema.alterTable('users').addColumn('suspended_at', 'text').execute()
  await db.schema.alterTable('users').addColumn('last_seen_at', 'text').execute()
  // Permissions were given by themselves until now, each to be found in the text of the list.
  await sql`UPDATE users SET roles = '["pro_analyst"]' WHERE permissions LIKE '%pro-analysis%'`.execute(db)
  await sql`UPDATE users SET roles = '["researcher"]' WHERE permissions LIKE '%research-analysis%'`.execute(db)
  await sql`UPDATE users SET roles = '["pro_analyst","researcher"]'
    WHERE permissions LIKE '%pro-analysis%' AND permissions LIKE '%research-analysis%'`.execute(db)
  await sql`UPDATE users SET last_seen_at = (SELECT MAX(last_used_at) FROM sessions WHERE sessions.user_id = users.id)`.execute(
    db,
  )
  await db.schema.createIndex('users_name').on('users').columns(['name', 'id']).execute()
}
