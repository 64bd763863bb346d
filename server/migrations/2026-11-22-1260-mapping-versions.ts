import type { Kysely } from 'kysely'

/** Two people who change the same mapping must notice. */
export const up = async (db: Kysely<never>): Promise<void> => {
  for (const table of ['mappings', 'device_mappings'] as const)
    await db.schema
      .alterTable(table)
      .addColumn('version', 'integer', c => c.notNull().defaultTo(1))
      .execute()
}
