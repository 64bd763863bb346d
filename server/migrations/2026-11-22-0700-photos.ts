import { createTableWithId, type MigrationDatabase } from '../kit/database/schema-columns.ts'

export const up = async (db: MigrationDatabase): Promise<void> => {
  await db.schema.alterTable('devices').addColumn('last_photo_at', 'text').execute()
  await db.schema.alterTable('devices').addColumn('last_photo_ir_at', 'text').execute()
  await db.schema
    .createTable('server_secrets')
    .addColumn('name', 'text', c => c.primaryKey())
    .addColumn('value', 'text', c => c.notNull())
    .execute()
  await db.schema
    .createTable('photo_files')
    .addColumn('name', 'text', c => c.primaryKey())
    .addColumn('created_at', 'text', c => c.notNull())
    .execute()
  await createTableWithId(db, 'photos')
    .addColumn('owner_kind', 'text', c => c.notNull())
    .addColumn('owner_id', 'integer', c => c.notNull())
    .addColumn('kind', 'text', c => c.notNull())
    .addColumn('time', 'text', c => c.notNull())
    .addColumn('file', 'text', c => c.notNull().references('photo_files.name'))
    .addColumn('content_type', 'text', c => c.notNull())
    .addColumn('width', 'integer', c => c.notNull())
    .addColumn('height', 'integer', c => c.notNull())
    .addColumn('marked', 'integer', c => c.notNull())
    .addColumn('annotation', 'text', c => c.notNull())
    .addColumn('created_at', 'text', c => c.notNull())
    .addColumn('created_by', 'integer', c => c.references('users.id').onDelete('set null'))
    .execute()
  await db.schema
    .createIndex('photos_owner')
    .unique()
    .on('photos')
    .columns(['owner_kind', 'owner_id', 'kind', 'time'])
    .execute()
  await db.schema.createIndex('photos_file').on('photos').column('file').execute()
}
