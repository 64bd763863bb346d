import { sql } from 'kysely'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import type { Database } from '../kit/database/database.ts'
import { inIds, inTexts } from '../kit/database/in-ids.ts'
import { sharedLocations } from './sharing/share-store.ts'

/** Right of a person on a location: to read it, to edit it too, or to decide over it as its owner. Each holds the one before. */
export type LocationRight = 'read' | 'edit' | 'own'

/**
 * Owners of locations that are not deleted: `location_id` and `email`, to be joined where another domain asks for what hangs
 * at somebody's locations. Whoever asks who owns a location asks here.
 */
export const ownedLocations = (db: Database) =>
  db
    .selectFrom('location_owners')
    .innerJoin('locations', 'locations.id', 'location_owners.location_id')
    .select(['location_owners.location_id', 'location_owners.email'])
    .where('locations.deleted_at', 'is', null)

/**
 * Locations that people see: those they own, and those shared with their groups. `location_id` and `email`, once each, to be
 * joined like `ownedLocations`.
 */
export const seenLocations = (db: Database) =>
  ownedLocations(db).union(sharedLocations(db).clearSelect().select(['location_shares.location_id', 'reader.email']))

/** Rights of an address on the locations it sees; on one of them when `id` is given. */
export const locationRightsOf = async (
  db: Database,
  email: string,
  id?: number,
): Promise<Map<number, LocationRight>> => {
  const own = ownedLocations(db).where('location_owners.email', '=', email).select(sql<LocationRight>`'own'`.as('may'))
  const shared = sharedLocations(db).where('reader.email', '=', email)
  const rows =
    id === undefined
      ? await own.unionAll(shared).execute()
      : await own
          .where('location_owners.location_id', '=', id)
          .unionAll(shared.where('location_shares.location_id', '=', id))
          .execute()
  const rights = new Map<number, LocationRight>()
  for (const { location_id, may } of rows) if (!holdsRight(rights.get(location_id), may)) rights.set(location_id, may)
  return rights
}

const ORDER: readonly LocationRight[] = ['read', 'edit', 'own']

/** Tells whether a right is the wanted one, or more. */
export const holdsRight = (right: LocationRight | undefined | null, wanted: LocationRight): boolean =>
  right != null && ORDER.indexOf(right) >= ORDER.indexOf(wanted)

/** Ids of the locations of an address that are not deleted. */
export const locationIdsOf = async (db: Database, email: string): Promise<number[]> => {
  const rows = await ownedLocations(db).where('location_owners.email', '=', email).execute()
  return rows.map(row => row.location_id)
}

/** Ids of the locations that are not deleted of each of these addresses. */
export const ownedByAddresses = async (db: Database, emails: Iterable<string>): Promise<Map<string, Set<number>>> =>
  byAddress(
    await ownedLocations(db)
      .where('location_owners.email', 'in', inTexts(db, new Set(emails)))
      .execute(),
  )

/** Ids of the locations that each of these addresses sees: own ones, and those shared with its groups. */
export const seenByAddresses = async (db: Database, emails: Iterable<string>): Promise<Map<string, Set<number>>> =>
  byAddress(
    await db
      .selectFrom(seenLocations(db).as('seen'))
      .select(['seen.location_id', 'seen.email'])
      .where('seen.email', 'in', inTexts(db, new Set(emails)))
      .execute(),
  )

const byAddress = (rows: readonly { email: string; location_id: number }[]): Map<string, Set<number>> => {
  const owned = new Map<string, Set<number>>()
  for (const { email, location_id } of rows) owned.set(email, (owned.get(email) ?? new Set()).add(location_id))
  return owned
}

/** The same with the deleted ones that can be brought back. */
export const everyOwnedByAddresses = async (
  db: Database,
  emails: Iterable<string>,
): Promise<Map<string, Set<number>>> =>
  byAddress(
    await db
      .selectFrom('location_owners')
      .select(['location_id', 'email'])
      .where('email', 'in', inTexts(db, new Set(emails)))
      .execute(),
  )

/** A location, deleted or not; only one that this address owns when `email` is given. */
export const locationOfId = (db: Database, id: number, email: string | null) => {
  const query = db.selectFrom('locations').selectAll('locations').where('locations.id', '=', id)
  if (email === null) return query.executeTakeFirst()
  return query
    .innerJoin('location_owners', 'location_owners.location_id', 'locations.id')
    .where('location_owners.email', '=', email)
    .executeTakeFirst()
}

export const ownersOf = (db: Database, locationIds: readonly number[]) =>
  db
    .selectFrom('location_owners')
    .selectAll()
    .where('location_id', 'in', inIds(db, locationIds))
    .orderBy('email')
    .execute()

/** Counts the locations somebody owns, those among them that are deleted but can be brought back. */
export const countLocations = async (db: Database, email: string): Promise<number> => {
  const row = await db
    .selectFrom('location_owners')
    .select(eb => eb.fn.countAll().as('count'))
    .where('email', '=', email)
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

/** Adds an owner: since a time (ISO 8601), or null for who made the location. Who owns it already stays so. */
export const addOwner = (db: Database, locationId: number, email: string, since: string | null) =>
  db
    .insertInto('location_owners')
    .values({ location_id: locationId, email, since })
    .onConflict(conflict => conflict.doNothing())
    .execute()

export const removeOwners = (db: Database, locationId: number, emails: readonly string[]) =>
  db
    .deleteFrom('location_owners')
    .where('location_id', '=', locationId)
    .where('email', 'in', inTexts(db, emails))
    .execute()

/**
 * Time (ISO 8601), in whole minutes as clocks show it, since which one of these owners of a location has owned it; null where one
 * always did.
 */
export const ownedSince = (owners: readonly { since: string | null }[]): string | null => {
  const times = owners.map(({ since }) => since)
  const first = times.includes(null) ? undefined : times.toSorted()[0]
  return first ? new Date(Math.ceil(Date.parse(first) / MINUTE_MS) * MINUTE_MS).toISOString() : null
}

/** Gives the locations of one address to another; an owner by both is one once, since the earlier time. */
export const moveOwners = async (db: Database, { from, to }: { from: string; to: string }): Promise<void> => {
  const moved = await db.selectFrom('location_owners').selectAll().where('email', '=', from).execute()
  for (const { location_id, since } of moved)
    await db
      .updateTable('location_owners')
      .set({ since })
      .where('email', '=', to)
      .where('location_id', '=', location_id)
      .where(eb => (since === null ? eb('since', 'is not', null) : eb('since', '>', since)))
      .execute()
  await db
    .deleteFrom('location_owners')
    .where('email', '=', from)
    .where('location_id', 'in', eb => eb.selectFrom('location_owners').select('location_id').where('email', '=', to))
    .execute()
  await db.updateTable('location_owners').set({ email: to }).where('email', '=', from).execute()
}

/** Says since when (ISO 8601) these owners of a location own it, where nothing is known of that. */
export const putOwnedSince = (db: Database, locationId: number, emails: readonly string[], since: string) =>
  db
    .updateTable('location_owners')
    .set({ since })
    .where('location_id', '=', locationId)
    .where('email', 'in', inTexts(db, emails))
    .where('since', 'is', null)
    .execute()

/** Takes an address out of all locations. */
export const removeOwnerEverywhere = (db: Database, email: string) =>
  db.deleteFrom('location_owners').where('email', '=', email).execute()

/** Ids of the locations of an address, deleted ones too. */
export const everyLocationIdOf = async (db: Database, email: string): Promise<number[]> => {
  const rows = await db.selectFrom('location_owners').select('location_id').where('email', '=', email).execute()
  return rows.map(row => row.location_id)
}
