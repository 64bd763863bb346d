import type { MigrationDatabase } from '../kit/database/schema-columns.ts'

/**
 * Lets an export go on in another process: who has it until when, which try it is, and its file in the store of files. A process
 * of the release before leaves `taken_until` empty, and nobody takes over what it works on.
 */
export const up = async (db: MigrationDatabase): Promise<void> => {
  const columns = [
    ['taken_until', 'text', ''],
    ['tries', 'integer', 0],
  ] as const
  for (const [name, type, value] of columns)
    await db.schema
      .alterTable('exports')
      .addColumn(name, type, c => c.notNull().defaultTo(value))
      .execute()
  await db.schema.alterTable('exports').addColumn('file', 'text').execute()
  await db.schema
    .createTable('export_files')
    .addColumn('file', 'text', c => c.primaryKey())
    .addColumn('created_at', 'text', c => c.notNull())
    .execute()
}
