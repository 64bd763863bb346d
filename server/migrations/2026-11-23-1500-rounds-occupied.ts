import type { MigrationDatabase } from '../kit/database/schema-columns.ts'

/** Day on which somebody said that the animals of a round are still there, though its air looked like that of an empty barn. */
export const up = async (db: MigrationDatabase): Promise<void> => {
  await db.schema.alterTable('rounds').addColumn('occupied_on', 'text').execute()
}
