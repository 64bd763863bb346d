import { createTableWithId, type MigrationDatabase } from '../kit/database/schema-columns.ts'

export const up = async (db: MigrationDatabase): Promise<void> => {
  await createTableWithId(db, 'imports')
    .addColumn('device_id', 'integer', c => c.notNull().references('devices.id').onDelete('cascade'))
    .addColumn('file_name', 'text', c => c.notNull())
    .addColumn('bytes', 'integer', c => c.notNull())
    .addColumn('state', 'text', c => c.notNull())
    .addColumn('plan', 'text')
    .addColumn('counts', 'text')
    .addColumn('rows_done', 'integer', c => c.notNull())
    .addColumn('busy_until', 'text', c => c.notNull())
    .addColumn('created_at', 'text', c => c.notNull())
    .addColumn('created_by', 'integer', c => c.references('users.id').onDelete('set null'))
    .addColumn('stored_at', 'text')
    .addColumn('undone_at', 'text')
    .execute()
  await db.schema.createIndex('imports_device_id').on('imports').column('device_id').execute()
  await db.schema
    .createTable('import_pieces')
    .addColumn('import_id', 'integer', c => c.notNull().references('imports.id').onDelete('cascade'))
    .addColumn('nr', 'integer', c => c.notNull())
    .addColumn('content', 'text', c => c.notNull())
    .addPrimaryKeyConstraint('import_pieces_key', ['import_id', 'nr'])
    .execute()
}
