import type { Kysely } from 'kysely'

interface Faults {
  faults: { id: number; device_id: number; measurement: string; fault: string; start: string }
}

/** A stretch of doubtful readings is there once, and what came late waits to be judged. */
export const up = async (db: Kysely<Faults>): Promise<void> => {
  await db
    .deleteFrom('faults')
    .where(eb =>
      eb.exists(
        eb
          .selectFrom('faults as first')
          .select('first.id')
          .whereRef('first.device_id', '=', 'faults.device_id')
          .whereRef('first.measurement', '=', 'faults.measurement')
          .whereRef('first.fault', '=', 'faults.fault')
          .whereRef('first.start', '=', 'faults.start')
          .whereRef('first.id', '<', 'faults.id'),
      ),
    )
    .execute()
  await db.schema
    .createIndex('faults_once')
    .on('faults')
    .columns(['device_id', 'measurement', 'fault', 'start'])
    .unique()
    .execute()
  await db.schema
    .createTable('late_readings')
    .addColumn('device_id', 'integer', c => c.primaryKey().references('devices.id').onDelete('cascade'))
    .addColumn('start', 'text', c => c.notNull())
    .addColumn('end', 'text', c => c.notNull())
    .addColumn('changes', 'integer', c => c.notNull())
    .execute()
  await db.schema
    .createTable('fault_searches')
    .addColumn('id', 'integer', c => c.primaryKey())
    .addColumn('taken_until', 'text', c => c.notNull())
    .addColumn('done_until', 'text')
    .execute()
}
