import { createTableWithId, type MigrationDatabase } from '../kit/database/schema-columns.ts'

export const up = async (db: MigrationDatabase): Promise<void> => {
  await createTableWithId(db, 'wall_displays')
    .addColumn('location_id', 'integer', c => c.notNull().references('locations.id').onDelete('cascade'))
    .addColumn('user_id', 'integer', c => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', 'text', c => c.notNull())
    .addColumn('look', 'text', c => c.notNull())
    .addColumn('secret_hash', 'text', c => c.notNull().unique())
    .addColumn('tail', 'text', c => c.notNull())
    .addColumn('created_at', 'text', c => c.notNull())
    .addColumn('last_seen_at', 'text')
    .addColumn('expires_at', 'text', c => c.notNull())
    .execute()
  await db.schema.createIndex('wall_displays_location').on('wall_displays').column('location_id').execute()
  await db.schema.createIndex('wall_displays_user').on('wall_displays').column('user_id').execute()
}
