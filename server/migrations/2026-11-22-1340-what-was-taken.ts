import { sql } from 'kysely'
import type { MigrationDatabase } from '../kit/database/schema-columns.ts'

/** A file holds of each device what whoever took it could see, which need not be all of the period that was asked for. */
export const up = async (db: MigrationDatabase): Promise<void> => {
  for (const column of ['from', 'until'] as const)
    await db.schema
      .alterTable('download_devices')
      .addColumn(column, 'text', c => c.notNull().defaultTo(''))
      .execute()
  // Older ones: the whole period alone is known.
  await sql`UPDATE download_devices SET
    "from" = (SELECT "from" FROM downloads WHERE downloads.id = download_devices.download_id),
    "until" = (SELECT "until" FROM downloads WHERE downloads.id = download_devices.download_id)`.execute(db)
}
