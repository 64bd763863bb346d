import type { Kysely } from 'kysely'

/** Who works on an import proves it with each step: one that stalled does not go on once somebody else took over. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await db.schema
    .alterTable('imports')
    .addColumn('holder', 'text', c => c.notNull().defaultTo(''))
    .execute()
}
