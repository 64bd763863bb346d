import type { MemberRole } from '#shared/rules/groups/roles.ts'
import type { Database } from '../kit/database/database.ts'

/** Holds a group for the rest of the transaction: of several who change its people at once each sees what the one before did. */
export const lockGroup = (trx: Database, id: number): Promise<{ id: number; name: string } | undefined> =>
  trx
    .updateTable('groups')
    .set(eb => ({ name: eb.ref('name') }))
    .where('id', '=', id)
    .returning(['id', 'name'])
    .executeTakeFirst()

export const insertGroup = (db: Database, row: { name: string; created_at: string; demo?: number }) =>
  db.insertInto('groups').values(row).returning(['id', 'name', 'created_at']).executeTakeFirstOrThrow()

export const setGroupName = (db: Database, id: number, name: string) =>
  db.updateTable('groups').set({ name }).where('id', '=', id).execute()

export const deleteGroup = (db: Database, id: number) => db.deleteFrom('groups').where('id', '=', id).execute()

/** Deletes the group of the demo farm, with its people, invitations and shares. */
export const deleteDemoGroups = (db: Database) => db.deleteFrom('groups').where('demo', '=', 1).execute()

export const groupOfId = (db: Database, id: number) =>
  db.selectFrom('groups').selectAll().where('id', '=', id).executeTakeFirst()

/** Groups somebody is in, by name, with the number of people and of invitations sent after `since` that wait. */
export const groupsOfPerson = (db: Database, userId: number, since: string, id?: number) => {
  const query = db
    .selectFrom('group_members as own')
    .innerJoin('groups', 'groups.id', 'own.group_id')
    .select(['groups.id', 'groups.name', 'groups.created_at', 'own.role'])
    .select(eb => [
      eb
        .selectFrom('group_members')
        .select(count => count.fn.countAll<number>().as('count'))
        .whereRef('group_members.group_id', '=', 'groups.id')
        .as('people'),
      eb
        .selectFrom('group_members')
        .select(count => count.fn.countAll<number>().as('count'))
        .whereRef('group_members.group_id', '=', 'groups.id')
        .where('group_members.role', '=', 'owner')
        .as('owners'),
      eb
        .selectFrom('group_invitations')
        .select(count => count.fn.countAll<number>().as('count'))
        .whereRef('group_invitations.group_id', '=', 'groups.id')
        .where('state', '=', 'waiting')
        .where('sent_at', '>', since)
        .as('invited'),
    ])
    .where('own.user_id', '=', userId)
    .orderBy('groups.name')
    .orderBy('groups.id')
  return (id === undefined ? query : query.where('groups.id', '=', id)).execute()
}

/** People of groups by account and address, to be joined where another domain asks what a group lets somebody see. */
export const groupPeople = (db: Database) =>
  db
    .selectFrom('group_members')
    .innerJoin('users', 'users.id', 'group_members.user_id')
    .select(['group_members.group_id', 'group_members.user_id', 'users.email', 'users.name'])

/** People of a group, who may most first. */
export const membersOf = (db: Database, groupId: number) =>
  db
    .selectFrom('group_members')
    .innerJoin('users', 'users.id', 'group_members.user_id')
    .select(['group_members.user_id', 'group_members.role', 'group_members.joined_at'])
    .select(['users.name', 'users.email', 'users.last_seen_at'])
    .where('group_id', '=', groupId)
    .orderBy('users.name')
    .orderBy('users.id')
    .execute()
export type MemberRow = Awaited<ReturnType<typeof membersOf>>[number]

/** Everybody who is in a group with somebody. */
export const peopleBeside = async (db: Database, userId: number): Promise<number[]> => {
  const rows = await db
    .selectFrom('group_members as own')
    .innerJoin('group_members as other', 'other.group_id', 'own.group_id')
    .select('other.user_id')
    .distinct()
    .where('own.user_id', '=', userId)
    .execute()
  return rows.map(({ user_id }) => user_id)
}

export const memberIdsOf = async (db: Database, groupId: number): Promise<number[]> => {
  const rows = await db.selectFrom('group_members').select('user_id').where('group_id', '=', groupId).execute()
  return rows.map(({ user_id }) => user_id)
}

/** Person in a group; `outside` is an administrator who looks after it without being in it. */
export interface Membership {
  group_id: number
  user_id: number
  role: MemberRole
  /** Name of the group. */
  name: string
  outside?: true
}

export const memberOf = (db: Database, groupId: number, userId: number): Promise<Membership | undefined> =>
  db
    .selectFrom('group_members')
    .innerJoin('groups', 'groups.id', 'group_members.group_id')
    .select(['group_members.group_id', 'group_members.user_id', 'group_members.role', 'groups.name'])
    .where('group_members.group_id', '=', groupId)
    .where('group_members.user_id', '=', userId)
    .executeTakeFirst()

/** Adds somebody to a group; who is in it already stays as they are. */
export const addMember = (
  db: Database,
  row: { group_id: number; user_id: number; role: MemberRole; joined_at: string },
) =>
  db
    .insertInto('group_members')
    .values(row)
    .onConflict(conflict => conflict.doNothing())
    .execute()

export const setMemberRole = (db: Database, groupId: number, userId: number, role: MemberRole) =>
  db.updateTable('group_members').set({ role }).where('group_id', '=', groupId).where('user_id', '=', userId).execute()

export const deleteMember = (db: Database, groupId: number, userId: number) =>
  db.deleteFrom('group_members').where('group_id', '=', groupId).where('user_id', '=', userId).execute()

const countWhere = async (query: {
  executeTakeFirst(): Promise<{ count: number | bigint | string } | undefined>
}): Promise<number> => Number((await query.executeTakeFirst())?.count ?? 0)

export const countOwners = (db: Database, groupId: number): Promise<number> =>
  countWhere(
    db
      .selectFrom('group_members')
      .select(eb => eb.fn.countAll().as('count'))
      .where('group_id', '=', groupId)
      .where('role', '=', 'owner'),
  )

/** Counts the groups somebody owns. */
export const countOwnedGroups = (db: Database, userId: number): Promise<number> =>
  countWhere(
    db
      .selectFrom('group_members')
      .select(eb => eb.fn.countAll().as('count'))
      .where('user_id', '=', userId)
      .where('role', '=', 'owner'),
  )

export const countMembers = (db: Database, groupId: number): Promise<number> =>
  countWhere(
    db
      .selectFrom('group_members')
      .select(eb => eb.fn.countAll().as('count'))
      .where('group_id', '=', groupId),
  )

/** Groups that somebody is in, by id, with their address for whoever removes them. */
export const membershipsOf = (db: Database, userId: number) =>
  db
    .selectFrom('group_members')
    .innerJoin('groups', 'groups.id', 'group_members.group_id')
    .innerJoin('users', 'users.id', 'group_members.user_id')
    .select(['groups.id', 'groups.name', 'users.email'])
    .where('group_members.user_id', '=', userId)
    .orderBy('groups.id')
    .execute()

/** Groups whose only owner somebody is, each with the person it passes to: an admin, else a creator, who joined first; null where there is none. */
export const groupsLeftBy = async (
  db: Database,
  userId: number,
): Promise<{ group_id: number; successor: number | null }[]> => {
  const rows = await db
    .selectFrom('group_members as own')
    .leftJoin('group_members as other', join =>
      join.onRef('other.group_id', '=', 'own.group_id').on('other.user_id', '!=', userId),
    )
    .select(['own.group_id', 'other.user_id', 'other.role', 'other.joined_at'])
    .where('own.user_id', '=', userId)
    .where('own.role', '=', 'owner')
    .where(eb => eb.or([eb('other.role', 'is', null), eb('other.role', '!=', 'member')]))
    .orderBy('other.joined_at')
    .orderBy('other.user_id')
    .execute()
  const owned = await db
    .selectFrom('group_members')
    .select('group_id')
    .where('user_id', '=', userId)
    .where('role', '=', 'owner')
    .orderBy('group_id')
    .execute()
  const others = Map.groupBy(rows, ({ group_id }) => group_id)
  return owned.flatMap(({ group_id }) => {
    const some = others.get(group_id) ?? []
    if (some.some(({ role }) => role === 'owner')) return []
    const next = some.find(({ role }) => role === 'admin') ?? some.find(({ role }) => role === 'creator')
    return [{ group_id, successor: next?.user_id ?? null }]
  })
}
