import type { MigrationDatabase } from '../kit/database/schema-columns.ts'

/** Adds the tag by which somebody with many farms groups them. No index: it is looked for among one's own locations, in the browser. */
export const up = async (db: MigrationDatabase): Promise<void> => {
  await db.schema.alterTable('locations').addColumn('tag', 'text').execute()
}
