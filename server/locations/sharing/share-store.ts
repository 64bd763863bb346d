import type { ShareRight } from '#shared/contract/places/shares.ts'
import { groupPeople } from '../../groups/groups.ts'
import type { Database } from '../../kit/database/database.ts'
import { inIds, inTexts } from '../../kit/database/in-ids.ts'

/**
 * Shares that count: of locations that are not deleted, shared by a person who owns the location and is in the group at this
 * moment. Whatever ends one of these ends the share, whether or not its row is still there.
 */
const sharesThatCount = (db: Database) =>
  db
    .selectFrom('location_shares')
    .innerJoin('locations', 'locations.id', 'location_shares.location_id')
    .innerJoin(groupPeople(db).as('giver'), join =>
      join
        .onRef('giver.group_id', '=', 'location_shares.group_id')
        .onRef('giver.user_id', '=', 'location_shares.shared_by'),
    )
    .innerJoin('location_owners', join =>
      join
        .onRef('location_owners.location_id', '=', 'location_shares.location_id')
        .onRef('location_owners.email', '=', 'giver.email'),
    )
    .where('locations.deleted_at', 'is', null)

/**
 * Locations shared with people through their groups: `location_id`, `email`, and what the share lets them do, to be joined
 * like `ownedLocations`. One that comes by two groups is there twice.
 */
export const sharedLocations = (db: Database) =>
  sharesThatCount(db)
    .innerJoin(groupPeople(db).as('reader'), 'reader.group_id', 'location_shares.group_id')
    .select(['location_shares.location_id', 'reader.email', 'location_shares.may'])

/** People who see locations by groups that somebody is in too: `location_id` and `email`. */
export const readersBeside = (db: Database, userId: number) =>
  sharesThatCount(db)
    .innerJoin(groupPeople(db).as('reader'), 'reader.group_id', 'location_shares.group_id')
    .innerJoin(groupPeople(db).as('beside'), 'beside.group_id', 'location_shares.group_id')
    .select(['location_shares.location_id', 'reader.email'])
    .distinct()
    .where('beside.user_id', '=', userId)
    .execute()

/** Groups by which an address sees each of these locations. */
export const groupsShowing = (db: Database, email: string, locationIds: readonly number[]) =>
  sharesThatCount(db)
    .innerJoin(groupPeople(db).as('reader'), 'reader.group_id', 'location_shares.group_id')
    .innerJoin('groups', 'groups.id', 'location_shares.group_id')
    .select(['location_shares.location_id', 'groups.id', 'groups.name'])
    .where('reader.email', '=', email)
    .where('location_shares.location_id', 'in', inIds(db, locationIds))
    .orderBy('groups.name')
    .orderBy('groups.id')
    .execute()

/** Accounts that see some locations by a share, each once. */
export const readersOf = async (db: Database, locationIds: readonly number[]): Promise<number[]> => {
  const rows = await sharesThatCount(db)
    .innerJoin(groupPeople(db).as('reader'), 'reader.group_id', 'location_shares.group_id')
    .select('reader.user_id')
    .distinct()
    .where('location_shares.location_id', 'in', inIds(db, locationIds))
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** Shares with a group, by the name of the location. */
export const sharesOfGroup = (db: Database, groupId: number) =>
  sharesThatCount(db)
    .select(['location_shares.location_id', 'location_shares.may', 'location_shares.shared_at'])
    .select(['locations.name', 'giver.name as shared_by'])
    .select(eb =>
      eb
        .selectFrom('areas')
        .select(count => count.fn.countAll<number>().as('count'))
        .whereRef('areas.location_id', '=', 'location_shares.location_id')
        .where('areas.deleted_at', 'is', null)
        .as('areas'),
    )
    .where('location_shares.group_id', '=', groupId)
    .orderBy('locations.name')
    .orderBy('locations.id')
    .execute()

/** Shares of a location with the groups, by their name. */
export const sharesOfLocation = (db: Database, locationId: number) =>
  sharesThatCount(db)
    .innerJoin('groups', 'groups.id', 'location_shares.group_id')
    .select(['location_shares.group_id', 'location_shares.may', 'location_shares.shared_at'])
    .select(['groups.name as group_name', 'giver.name as shared_by'])
    .select(eb =>
      eb
        .selectFrom('group_members')
        .select(count => count.fn.countAll<number>().as('count'))
        .whereRef('group_members.group_id', '=', 'location_shares.group_id')
        .as('people'),
    )
    .where('location_shares.location_id', '=', locationId)
    .orderBy('groups.name')
    .orderBy('groups.id')
    .execute()

/** Rows of shares of one group, those that do not count any more among them, so that nothing of before comes back. */
export const shareRowsOfGroup = (db: Database, groupId: number, sharedBy?: number) => {
  const query = db
    .selectFrom('location_shares')
    .select(['location_id', 'may'])
    .where('group_id', '=', groupId)
    .orderBy('location_id')
  return (sharedBy === undefined ? query : query.where('shared_by', '=', sharedBy)).execute()
}

interface NewShares {
  group_id: number
  may: ShareRight
  shared_by: number
  shared_at: string
}

/** Shares these locations with a group, or gives their shares another right and sharer. */
export const putShares = async (
  db: Database,
  locationIds: readonly number[],
  { group_id, may, shared_by, shared_at }: NewShares,
): Promise<void> => {
  await db
    .insertInto('location_shares')
    .columns(['location_id', 'group_id', 'may', 'shared_by', 'shared_at'])
    .expression(
      db
        .selectFrom('locations')
        .select(eb => [
          'locations.id',
          eb.val(group_id).as('group_id'),
          eb.val(may).as('may'),
          eb.val(shared_by).as('shared_by'),
          eb.val(shared_at).as('shared_at'),
        ])
        .where('locations.id', 'in', inIds(db, locationIds)),
    )
    .onConflict(conflict => conflict.columns(['location_id', 'group_id']).doUpdateSet({ may, shared_by, shared_at }))
    .execute()
}

export const deleteShares = (db: Database, groupId: number, locationIds: readonly number[]) =>
  db
    .deleteFrom('location_shares')
    .where('group_id', '=', groupId)
    .where('location_id', 'in', inIds(db, locationIds))
    .execute()

/** Shares of a location that people with these addresses made, with the names of the groups. */
export const sharesMadeBy = (db: Database, locationId: number, emails: readonly string[]) =>
  db
    .selectFrom('location_shares')
    .innerJoin('users', 'users.id', 'location_shares.shared_by')
    .innerJoin('groups', 'groups.id', 'location_shares.group_id')
    .select(['location_shares.group_id', 'location_shares.may', 'groups.name'])
    .where('location_id', '=', locationId)
    .where('users.email', 'in', inTexts(db, emails))
    .execute()
