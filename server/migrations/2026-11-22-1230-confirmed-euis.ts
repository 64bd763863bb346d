import { sql } from 'kysely'
import type { MigrationDatabase } from '../kit/database/schema-columns.ts'

/** Devices that are there already keep being heard. */
export const up = async (db: MigrationDatabase): Promise<void> => {
  await db.schema.alterTable('devices').addColumn('eui_confirmed_at', 'text').execute()
  await sql`UPDATE devices SET eui_confirmed_at = created_at WHERE eui IS NOT NULL`.execute(db)
}
