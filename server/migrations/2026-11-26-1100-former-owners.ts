import type { MigrationDatabase } from '../kit/database/schema-columns.ts'

interface Entry {
  id: number
  research_id: number
  kind: string
  location_id: number
  said_by: number | null
  said_at: string
}

/**
 * Keeps when each person stopped owning a location, and the last entry of the ledgers from their time. What can be known of those who
 * left before stands in the ledgers: the change of owners that ended their yes, else their own last answer.
 */
export const up = async (db: MigrationDatabase): Promise<void> => {
  await db.schema
    .createTable('research_former_owners')
    // No reference to the location: what was said about it stays on record when it is gone.
    .addColumn('location_id', 'integer', c => c.notNull())
    .addColumn('user_id', 'integer', c => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('until', 'text', c => c.notNull())
    .addColumn('last_entry_id', 'integer', c => c.notNull())
    .addPrimaryKeyConstraint('research_former_owners_key', ['user_id', 'location_id'])
    .execute()
  await db.schema
    .createIndex('research_former_owners_location')
    .on('research_former_owners')
    .column('location_id')
    .execute()
  const entries: Entry[] = await db
    .selectFrom('research_consents')
    .select(['id', 'research_id', 'kind', 'location_id', 'said_by', 'said_at'])
    .where('location_id', 'is not', null)
    .where('kind', '<>', 'asked')
    .orderBy('id')
    .execute()
  const owners: { location_id: number; user_id: number }[] = await db
    .selectFrom('location_owners')
    .innerJoin('users', 'users.email', 'location_owners.email')
    .select(['location_owners.location_id', 'users.id as user_id'])
    .execute()
  const users: { id: number }[] = await db.selectFrom('users').select('id').execute()
  const [present, known] = [
    new Set(owners.map(one => `${one.location_id} ${one.user_id}`)),
    new Set(users.map(({ id }) => id)),
  ]
  const ends = new Map<string, { location_id: number; user_id: number; until: string; last_entry_id: number }>()
  for (const ofLedger of Map.groupBy(entries, one => `${one.research_id} ${one.location_id}`).values())
    for (const [index, answer] of ofLedger.entries()) {
      const { location_id, said_by: user_id } = answer
      const key = `${location_id} ${user_id}`
      if (user_id === null || !known.has(user_id) || present.has(key)) continue
      const next = ofLedger[index + 1]
      const end = answer.kind === 'yes' && next?.kind === 'owner_changed' ? next : answer
      if (end.id > (ends.get(key)?.last_entry_id ?? 0))
        ends.set(key, { location_id, user_id, until: end.said_at, last_entry_id: end.id })
    }
  for (const end of ends.values()) await db.insertInto('research_former_owners').values(end).execute()
}
