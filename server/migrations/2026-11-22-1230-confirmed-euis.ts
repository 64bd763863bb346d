import { type Kysely, sql } from 'kysely'

/** Devices that are there already keep being heard. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await db.schema.alterTable('devices').addColumn('eui_confirmed_at', 'text').execute()
  await sql`UPDATE devices SET eui_confirmed_at = created_at WHERE eui IS NOT NULL`.execute(db)
}
