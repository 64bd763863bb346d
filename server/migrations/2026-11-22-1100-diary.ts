import { createTableWithId, type MigrationDatabase } from '../kit/database/schema-columns.ts'

export const up = async (db: MigrationDatabase): Promise<void> => {
  await createLists(db)
  await createInspections(db)
  await createTableWithId(db, 'inspection_files')
    .addColumn('inspection_id', 'integer', c => c.notNull().references('inspections.id').onDelete('cascade'))
    .addColumn('client_id', 'text', c => c.notNull())
    .addColumn('file', 'text', c => c.notNull().references('photo_files.name'))
    .addColumn('name', 'text', c => c.notNull())
    .addColumn('content_type', 'text', c => c.notNull())
    .addColumn('bytes', 'integer', c => c.notNull())
    .addColumn('created_at', 'text', c => c.notNull())
    .addColumn('created_by', 'integer', c => c.references('users.id').onDelete('set null'))
    .addUniqueConstraint('inspection_files_client', ['inspection_id', 'client_id'])
    .execute()
  await db.schema.createIndex('inspection_files_file').on('inspection_files').column('file').execute()
  await createTableWithId(db, 'reminder_pushes')
    .addColumn('inspection_id', 'integer', c => c.notNull().references('inspections.id').onDelete('cascade'))
    .addColumn('user_id', 'integer', c => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('title', 'text', c => c.notNull())
    .addColumn('body', 'text', c => c.notNull())
    .addColumn('tries', 'integer', c => c.notNull())
    .addColumn('due_at', 'text', c => c.notNull())
    .addColumn('remaining', 'text')
    .execute()
  await namePhotos(db)
}

const createLists = async (db: MigrationDatabase): Promise<void> => {
  await createTableWithId(db, 'checklists')
    .addColumn('ready_key', 'text', c => c.unique())
    .addColumn('version', 'integer', c => c.notNull())
    .addColumn('area_type_id', 'integer')
    .addColumn('area_ids', 'text', c => c.notNull())
    .addColumn('copied_from', 'integer')
    .addColumn('created_by', 'integer', c => c.references('users.id').onDelete('set null'))
    .addColumn('updated_at', 'text', c => c.notNull())
    .addColumn('deleted_at', 'text')
    .execute()
  await db.schema.createIndex('checklists_maker').on('checklists').column('created_by').execute()
  await db.schema
    .createTable('checklist_versions')
    .addColumn('checklist_id', 'integer', c => c.notNull().references('checklists.id'))
    .addColumn('version', 'integer', c => c.notNull())
    .addColumn('name', 'text', c => c.notNull())
    .addColumn('items', 'text', c => c.notNull())
    .addPrimaryKeyConstraint('checklist_versions_key', ['checklist_id', 'version'])
    .execute()
}

const createInspections = async (db: MigrationDatabase): Promise<void> => {
  await createTableWithId(db, 'inspections')
    .addColumn('client_id', 'text', c => c.notNull())
    .addColumn('version', 'integer', c => c.notNull())
    .addColumn('location_id', 'integer', c => c.notNull().references('locations.id').onDelete('cascade'))
    .addColumn('whole', 'integer', c => c.notNull())
    .addColumn('date', 'text', c => c.notNull())
    .addColumn('impression', 'text')
    .addColumn('needs_attention', 'integer', c => c.notNull())
    .addColumn('notes', 'text', c => c.notNull())
    .addColumn('folded', 'text', c => c.notNull())
    .addColumn('reminder_date', 'text')
    .addColumn('reminder', 'text', c => c.notNull())
    .addColumn('reminded_at', 'text')
    .addColumn('research_id', 'integer', c => c.references('research.id').onDelete('set null'))
    .addColumn('checklist_id', 'integer')
    .addColumn('checklist_version', 'integer')
    .addColumn('answers', 'text', c => c.notNull())
    .addColumn('answered', 'integer', c => c.notNull())
    .addColumn('asked', 'integer', c => c.notNull())
    .addColumn('changes', 'text', c => c.notNull())
    .addColumn('created_at', 'text', c => c.notNull())
    .addColumn('created_by', 'integer', c => c.references('users.id').onDelete('set null'))
    .addColumn('updated_at', 'text', c => c.notNull())
    .addColumn('updated_by', 'integer', c => c.references('users.id').onDelete('set null'))
    .addColumn('deleted_at', 'text')
    .addForeignKeyConstraint('inspections_list', ['checklist_id', 'checklist_version'], 'checklist_versions', [
      'checklist_id',
      'version',
    ])
    .execute()
  const index = (name: string, columns: string[]) => db.schema.createIndex(name).on('inspections').columns(columns)
  await index('inspections_client', ['created_by', 'client_id']).unique().execute()
  await index('inspections_date', ['date', 'id']).execute()
  await index('inspections_location', ['location_id', 'date', 'id']).execute()
  await index('inspections_reminder', ['reminder_date']).execute()
  // Index of the few that are deleted: nearly all have the same null, by which nothing is found.
  await index('inspections_deleted', ['deleted_at']).where('deleted_at', 'is not', null).execute()
  await db.schema
    .createTable('inspection_areas')
    .addColumn('inspection_id', 'integer', c => c.notNull().references('inspections.id').onDelete('cascade'))
    .addColumn('area_id', 'integer', c => c.notNull().references('areas.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('inspection_areas_key', ['inspection_id', 'area_id'])
    .execute()
  await db.schema
    .createIndex('inspection_areas_area')
    .on('inspection_areas')
    .columns(['area_id', 'inspection_id'])
    .execute()
}

/** Photos of an inspection may be of one second; what their client calls them tells them apart. */
const namePhotos = async (db: MigrationDatabase): Promise<void> => {
  await db.schema
    .alterTable('photos')
    .addColumn('client_id', 'text', c => c.notNull().defaultTo(''))
    .execute()
  await db.schema.dropIndex('photos_owner').execute()
  await db.schema
    .createIndex('photos_owner')
    .unique()
    .on('photos')
    .columns(['owner_kind', 'owner_id', 'kind', 'time', 'client_id'])
    .execute()
  await db.schema
    .createIndex('photos_client')
    .unique()
    .on('photos')
    .columns(['owner_kind', 'owner_id', 'client_id'])
    .where('client_id', '<>', '')
    .execute()
}
