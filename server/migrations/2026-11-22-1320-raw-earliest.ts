import type { Kysely } from 'kysely'

/** A message sent late shows what was measured before it came: its reader has to have had the device from then on. */
interface Messages {
  raw_messages: { at: string; earliest: string }
}

export const up = async (db: Kysely<Messages>): Promise<void> => {
  await db.schema
    .alterTable('raw_messages')
    .addColumn('earliest', 'text', c => c.notNull().defaultTo(''))
    .execute()
  await db
    .updateTable('raw_messages')
    .set(eb => ({ earliest: eb.ref('at') }))
    .execute()
}
