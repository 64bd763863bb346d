import { type ExpressionBuilder, sql } from 'kysely'
import type { AccountLoss } from '#shared/contract/accounts/people.ts'
import type { ACCOUNT_STATES } from '#shared/rules/accounts/account-states.ts'
import type { Role } from '#shared/rules/accounts/roles.ts'
import type { Database } from '../../kit/database/database.ts'
import { inIds, inTexts } from '../../kit/database/in-ids.ts'
import { jsonOf } from '../../kit/database/json.ts'
import { anywhere } from '../../kit/database/like.ts'
import type { Tables } from '../../tables.ts'
import type { UserRow } from '../store.ts'
import { countTokens } from '../tokens/token-store.ts'

export interface Wanted {
  search?: string | undefined
  role?: Role | undefined
  state?: (typeof ACCOUNT_STATES)[number] | undefined
}

type Users = ExpressionBuilder<Tables, 'users'>

const fits =
  ({ search, role, state }: Wanted) =>
  (eb: Users) =>
    eb.and([
      ...(search
        ? [
            eb.or([
              sql<boolean>`lower(users.name) LIKE ${anywhere(search)} ESCAPE '\\'`,
              sql<boolean>`users.email LIKE ${anywhere(search)} ESCAPE '\\'`,
            ]),
          ]
        : []),
      ...(role === 'administrator' ? [eb('admin', '=', 1)] : []),
      ...(role && role !== 'administrator' ? [sql<boolean>`users.roles LIKE ${`%"${role}"%`}`] : []),
      ...(state === 'suspended' ? [eb('suspended_at', 'is not', null)] : []),
      ...(state === 'active' ? [eb('suspended_at', 'is', null), eb('email_verified_at', 'is not', null)] : []),
      ...(state === 'unconfirmed' ? [eb('suspended_at', 'is', null), eb('email_verified_at', 'is', null)] : []),
    ])

export const countAccounts = async (db: Database, wanted: Wanted): Promise<number> => {
  const row = await db
    .selectFrom('users')
    .select(eb => eb.fn.countAll().as('count'))
    .where(fits(wanted))
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

export const accountsOf = (db: Database, wanted: Wanted, page: { offset: number; most: number }): Promise<UserRow[]> =>
  db
    .selectFrom('users')
    .selectAll()
    .where(fits(wanted))
    .orderBy('name')
    .orderBy('id')
    .offset(page.offset)
    .limit(page.most)
    .execute()

/** Numbers of devices that people own now, by id. */
export const devicesPerUser = async (
  db: Database,
  ids: readonly number[],
  now: string,
): Promise<Map<number, number>> => {
  const rows = await db
    .selectFrom('rentals')
    .select(eb => ['user_id', eb.fn.countAll().as('count')])
    .where('user_id', 'in', inIds(db, ids))
    .where('owner', '=', 1)
    .where('start', '<=', now)
    .where(eb => eb.or([eb('end', 'is', null), eb('end', '>', now)]))
    .groupBy('user_id')
    .execute()
  return new Map(rows.map(({ user_id, count }) => [user_id ?? 0, Number(count)]))
}

/** Numbers of locations that people own, by address. */
export const locationsPerEmail = async (db: Database, emails: readonly string[]): Promise<Map<string, number>> => {
  const rows = await db
    .selectFrom('location_owners')
    .innerJoin('locations', 'locations.id', 'location_owners.location_id')
    .select(eb => ['location_owners.email', eb.fn.countAll().as('count')])
    .where('location_owners.email', 'in', inTexts(db, emails))
    .where('locations.deleted_at', 'is', null)
    .groupBy('location_owners.email')
    .execute()
  return new Map(rows.map(({ email, count }) => [email, Number(count)]))
}

export const countSessions = async (db: Database, userId: number, now: string): Promise<number> => {
  const row = await db
    .selectFrom('sessions')
    .select(eb => eb.fn.countAll().as('count'))
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

export const setRoles = (
  db: Database,
  id: number,
  { admin, roles, permissions }: { admin: boolean; roles: Role[]; permissions: string[] },
) =>
  db
    .updateTable('users')
    .set({ admin: admin ? 1 : 0, roles: jsonOf(roles), permissions: JSON.stringify(permissions) })
    .where('id', '=', id)
    .execute()

export const setSuspended = (db: Database, id: number, suspended_at: string | null) =>
  db.updateTable('users').set({ suspended_at }).where('id', '=', id).execute()

/** Counts what goes, what is released and what stays when an account is deleted. */
export const lossOfAccount = async (
  db: Database,
  { id, email }: Pick<UserRow, 'id' | 'email'>,
  now: string,
): Promise<AccountLoss> => {
  const custodies = await db
    .selectFrom('rentals')
    .select(eb => ['owner', eb.fn.countAll().as('count')])
    .where('user_id', '=', id)
    .where(eb => eb.or([eb('end', 'is', null), eb('end', '>', now)]))
    .groupBy('owner')
    .execute()
  const held = (owner: number) => Number(custodies.find(row => row.owner === owner)?.count ?? 0)
  const locations = await db
    .selectFrom('location_owners as own')
    .innerJoin('locations', 'locations.id', 'own.location_id')
    .select(eb => [
      eb.fn.countAll().as('count'),
      eb.fn
        .sum<number>(
          eb
            .case()
            .when(
              eb.exists(
                eb
                  .selectFrom('location_owners as other')
                  .select('other.email')
                  .whereRef('other.location_id', '=', 'own.location_id')
                  .where('other.email', '!=', email),
              ),
            )
            .then(1)
            .else(0)
            .end(),
        )
        .as('shared'),
    ])
    .where('own.email', '=', email)
    .where('locations.deleted_at', 'is', null)
    .executeTakeFirst()
  const shared = Number(locations?.shared ?? 0)
  const countIn = async (table: 'alert_rules' | 'exports') => {
    const row = await db
      .selectFrom(table)
      .select(eb => eb.fn.countAll().as('count'))
      .where('user_id', '=', id)
      .executeTakeFirst()
    return Number(row?.count ?? 0)
  }
  return {
    devices_released: held(1),
    rentals_ended: held(0),
    locations_shared: shared,
    locations_left: Number(locations?.count ?? 0) - shared,
    groups_passed: 0,
    groups_dissolved: 0,
    projects_left: 0,
    inspections_kept: 0,
    displays: 0,
    feeds: 0,
    tokens: await countTokens(db, id, now),
    alert_rules: await countIn('alert_rules'),
    exports: await countIn('exports'),
  }
}
