import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import type { Database } from '../kit/database/database.ts'
import { inIds } from '../kit/database/in-ids.ts'
import { isAmong, type SomeIds } from '../kit/database/some-ids.ts'
import type { Tables } from '../tables.ts'

/**
 * An interval in which a device is somebody's: its owner's, or a person's whom the owner lends it to. The ownerships of
 * a device follow each other without a gap; while nobody owns it, one without a user stands. A lending lies in the
 * ownership it was given from.
 */
export type Custody = Selectable<Tables['rentals']>

/** Leaves out rentals that wait for the person they are offered to: nobody has those, and an account that is gone has no address. */
const isTaken = (eb: ExpressionBuilder<Tables, 'rentals'>) =>
  eb.or([eb('owner', '=', 1), eb('user_id', 'is not', null), eb('email', '=', '')])

/** Every custody of these devices, by its beginning. */
export const custodiesOf = (db: Database, deviceIds: readonly number[]): Promise<Custody[]> =>
  db
    .selectFrom('rentals')
    .selectAll()
    .where('device_id', 'in', inIds(db, deviceIds))
    .where(isTaken)
    .orderBy('start')
    .orderBy('id')
    .execute()

/** A person's custodies, of one device when `deviceId` is given. */
export const custodiesOfUser = (db: Database, userId: number, deviceId?: number): Promise<Custody[]> => {
  const query = db.selectFrom('rentals').selectAll().where('user_id', '=', userId).orderBy('start').orderBy('id')
  return (deviceId === undefined ? query : query.where('device_id', '=', deviceId)).execute()
}

/** Custodies of several people, of some devices when `deviceIds` are given. */
export const custodiesOfUsers = (db: Database, userIds: Iterable<number>, deviceIds?: SomeIds): Promise<Custody[]> => {
  const query = db
    .selectFrom('rentals')
    .selectAll()
    .where('user_id', 'in', inIds(db, userIds))
    .orderBy('start')
    .orderBy('id')
  return (deviceIds === undefined ? query : query.where(isAmong(db, 'device_id', deviceIds))).execute()
}

/** Counts the devices that each of these people has or ever had. */
export const countDevicesHadBy = async (db: Database, userIds: Iterable<number>): Promise<Map<number, number>> => {
  const rows = await db
    .selectFrom('rentals')
    .select(eb => ['user_id', eb.fn.count('device_id').distinct().as('devices')])
    .where('user_id', 'in', inIds(db, userIds))
    .groupBy('user_id')
    .execute()
  return new Map(rows.map(({ user_id, devices }) => [user_id ?? 0, Number(devices)]))
}

/** Custodies of these devices that an account has, or had, by their beginning. */
export const custodiesWithUser = (db: Database, deviceIds: readonly number[]): Promise<Custody[]> =>
  db
    .selectFrom('rentals')
    .selectAll()
    .where('device_id', 'in', inIds(db, deviceIds))
    .where('user_id', 'is not', null)
    .orderBy('start')
    .execute()

export const custodyOfId = (db: Database, id: number): Promise<Custody | undefined> =>
  db.selectFrom('rentals').selectAll().where('id', '=', id).executeTakeFirst()

export const ownershipsOf = (db: Database, deviceId: number): Promise<Custody[]> =>
  db.selectFrom('rentals').selectAll().where('device_id', '=', deviceId).where('owner', '=', 1).execute()

/** Times of the ownerships of these devices. */
export const ownershipTimesOf = (db: Database, deviceIds: readonly number[]) =>
  db
    .selectFrom('rentals')
    .select(['device_id', 'start', 'end'])
    .where('device_id', 'in', inIds(db, deviceIds))
    .where('owner', '=', 1)
    .execute()

/** Counts the devices a person owns at a time. */
export const countOwned = async (db: Database, userId: number, now: string): Promise<number> => {
  const row = await db
    .selectFrom('rentals')
    .select(eb => eb.fn.countAll().as('count'))
    .where('user_id', '=', userId)
    .where('owner', '=', 1)
    .where(eb => eb.or([eb('end', 'is', null), eb('end', '>', now)]))
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

/** Begins an ownership; without a person the device is nobody's. */
export const beginOwnership = async (
  db: Database,
  deviceId: number,
  person: { id: number; email: string } | null,
  start: string,
): Promise<number> => {
  const whose = { user_id: person?.id ?? null, email: person?.email ?? '' }
  const row = { device_id: deviceId, ...whose, owner: 1, given_from: null, start, end: null }
  return (await db.insertInto('rentals').values(row).returning('id').executeTakeFirstOrThrow()).id
}

/** Ends what runs of a device at `at`: the ownership, and the lendings given from it. Those to come, and those nobody has accepted, are gone. */
export const endCustodies = async (db: Database, deviceId: number, at: string): Promise<void> => {
  await db
    .deleteFrom('rentals')
    .where('device_id', '=', deviceId)
    .where('owner', '=', 0)
    .where(eb => eb.or([eb('start', '>=', at), eb.not(isTaken(eb))]))
    .execute()
  await db
    .updateTable('rentals')
    .set({ end: at })
    .where('device_id', '=', deviceId)
    .where(eb => eb.or([eb('end', 'is', null), eb('end', '>', at)]))
    .execute()
}

/** Takes a person's name off the intervals that were theirs, so that no account made later at the same address gets them. */
export const forgetCustodian = (db: Database, userId: number, deviceId?: number) => {
  const query = db.updateTable('rentals').set({ user_id: null, email: '' }).where('user_id', '=', userId)
  return (deviceId === undefined ? query : query.where('device_id', '=', deviceId)).execute()
}

/** Gives the custodies of one address to another. */
export const moveCustodies = async (db: Database, { from, to }: { from: string; to: string }): Promise<void> => {
  await db.updateTable('rentals').set({ email: to }).where('email', '=', from).execute()
}

/** SQL of a placement `location_research` joined to its custody `custody`: the part of it that the custody covers. */
export const coveredStart = sql<string>`CASE WHEN custody."start" > location_research."start"
  THEN custody."start" ELSE location_research."start" END`
export const coveredEnd = sql<string | null>`CASE WHEN custody."end" IS NOT NULL
  AND (location_research."end" IS NULL OR custody."end" < location_research."end")
  THEN custody."end" ELSE location_research."end" END`
/** False for a placement that its custody does not cover at all. */
export const isPlacementCovered = sql<boolean>`(custody."end" IS NULL OR custody."end" > location_research."start")
  AND (location_research."end" IS NULL OR location_research."end" > custody."start")`
