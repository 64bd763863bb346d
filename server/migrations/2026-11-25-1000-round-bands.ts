import type { MigrationDatabase } from '../kit/database/schema-columns.ts'

/** Bands of a round by day of age, as somebody typed them. */
export const up = async (db: MigrationDatabase): Promise<void> => {
  await db.schema.alterTable('rounds').addColumn('bands', 'text').execute()
}
