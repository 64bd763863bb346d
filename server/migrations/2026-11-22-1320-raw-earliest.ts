import type { Kysely } from 'kysely'
import type { MigrationDatabase } from '../kit/database/schema-columns.ts'

/** A message sent late shows what was measured before it came: its reader has to have had the device from then on. */
export const up = async (db: MigrationDatabase): Promise<void> => {
  await db.schema
    .alterTable('raw_messages')
    .addColumn('earliest', 'text', c => c.notNull().defaultTo(''))
    .execute()
  await (db as unknown as Kysely<{ raw_messages: { at: string; earliest: string } }>)
    .updateTable('raw_messages')
    .set(eb => ({ earliest: eb.ref('at') }))
    .execute()
}
