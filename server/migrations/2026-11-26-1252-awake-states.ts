import { sql } from 'kysely'
import type { MigrationDatabase } from '../kit/database/schema-columns.ts'

/** Finds the states that an evaluation begins with: most are idle, and each process reads those of its parts each minute. */
export const up = async (db: MigrationDatabase): Promise<void> => {
  await db.schema
    .createIndex('alert_states_awake')
    .on('alert_states')
    .column('device_id')
    .where(sql.ref('phase'), '!=', 'idle')
    .execute()
}
