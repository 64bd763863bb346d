import { sql } from 'kysely'
import { createTableWithId, type MigrationDatabase } from '../kit/database/schema-columns.ts'

/**
 * Adds offers: what somebody gives to somebody else waits until it is accepted. Devices for good did, everything else
 * does from now on.
 */
export const up = async (db: MigrationDatabase): Promise<void> => {
  await createTableWithId(db, 'offers')
    .addColumn('kind', 'text', c => c.notNull())
    .addColumn('device_id', 'integer', c => c.unique().references('devices.id').onDelete('cascade'))
    .addColumn('rental_id', 'integer', c => c.unique().references('rentals.id').onDelete('cascade'))
    .addColumn('location_id', 'integer', c => c.references('locations.id').onDelete('cascade'))
    .addColumn('research_id', 'integer', c => c.references('research.id').onDelete('cascade'))
    .addColumn('from_user_id', 'integer', c => c.references('users.id').onDelete('cascade'))
    .addColumn('email', 'text', c => c.notNull())
    .addColumn('created_at', 'text', c => c.notNull())
    .addColumn('declined_at', 'text')
    .addUniqueConstraint('offers_location', ['location_id', 'email'])
    .addUniqueConstraint('offers_research', ['research_id', 'email'])
    .execute()
  for (const column of ['email', 'from_user_id'])
    await db.schema.createIndex(`offers_${column}`).on('offers').column(column).execute()
  // Offers that wait already have all their days from now on: nobody was told of an end.
  const now = new Date().toISOString()
  await sql`INSERT INTO offers (kind, device_id, from_user_id, email, created_at)
    SELECT 'device', device_id, from_user_id, email, ${now} FROM device_transfers ORDER BY id`.execute(db)
  // Lent to an address without an account: nobody has used it yet.
  await sql`INSERT INTO offers (kind, rental_id, from_user_id, email, created_at)
    SELECT 'rental', lending.id, ownership.user_id, lending.email, ${now}
    FROM rentals lending JOIN rentals ownership ON ownership.id = lending.given_from
    WHERE lending.owner = 0 AND lending.user_id IS NULL AND lending.email <> '' ORDER BY lending.id`.execute(db)
  await db.schema.dropTable('device_transfers').execute()
}
