import { DAY_MS } from '#shared/rules/time/units.ts'
import { createTableWithId, type MigrationDatabase } from '../kit/database/schema-columns.ts'

export const up = async (db: MigrationDatabase): Promise<void> => {
  await db.schema
    .createTable('summed_hours')
    .addColumn('id', 'integer', c => c.primaryKey())
    .addColumn('run', 'integer', c => c.notNull())
    .addColumn('taken_until', 'text', c => c.notNull())
    .addColumn('begins_at', 'text', c => c.notNull())
    .addColumn('summed_until', 'text')
    .execute()
  // Device ids of weather stations lie beyond the integers of PostgreSQL.
  await createTableWithId(db, 'changed_hours')
    .addColumn('device_id', 'bigint', c => c.notNull())
    .addColumn('start', 'text', c => c.notNull())
    .addColumn('end', 'text', c => c.notNull())
    .addColumn('settles_at', 'text', c => c.notNull())
    .execute()
  await db.schema.createIndex('changed_hours_device').on('changed_hours').columns(['device_id', 'end']).execute()
  await db.schema.createIndex('changed_hours_settles').on('changed_hours').column('settles_at').execute()
  // The release before stores late values without marking their hours: nothing is summed up while it may run beside.
  const used = await db.selectFrom('devices').select('id').limit(1).executeTakeFirst()
  const begins_at = used ? new Date(Date.now() + DAY_MS).toISOString() : ''
  await db
    .insertInto('summed_hours')
    .values({ id: 1, run: 0, taken_until: '', begins_at, summed_until: null })
    .execute()
}
