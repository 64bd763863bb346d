import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import { contains, type Span } from '#shared/rules/time/rental.ts'
import type { Database } from '../kit/database/database.ts'
import type { Tables } from '../tables.ts'

/**
 * A stretch of time in which a device is somebody's: its owner's, or a person's whom the owner lends it to. The ownerships of
 * a device follow each other without a gap; while nobody owns it, one without a user stands. A lending lies in the
 * ownership it was given from.
 */
export type Custody = Selectable<Tables['rentals']>

/** Time from which a device that somebody brings along belongs to that person: as early as a measurement may be. */
export const BEGINNING = '2000-01-01T00:00:00.000Z'

const some = (ids: readonly number[]): readonly number[] => (ids.length ? ids : [0])

/** Leaves out rentals that wait for the person they are offered to: nobody has those, and an account that is gone has no address. */
const isTaken = (eb: ExpressionBuilder<Tables, 'rentals'>) =>
  eb.or([eb('owner', '=', 1), eb('user_id', 'is not', null), eb('email', '=', '')])

/** Tells whether a lending waits for the person it is offered to. */
export const isWaiting = (lending: Custody): boolean =>
  lending.owner === 0 && lending.user_id === null && lending.email !== ''

/** Every custody of these devices, by its beginning. */
export const custodiesOf = (db: Database, deviceIds: readonly number[]): Promise<Custody[]> =>
  db
    .selectFrom('rentals')
    .selectAll()
    .where('device_id', 'in', some(deviceIds))
    .where(isTaken)
    .orderBy('start')
    .orderBy('id')
    .execute()

/** A person's custodies, of one device when `deviceId` is given. */
export const custodiesOfUser = (db: Database, userId: number, deviceId?: number): Promise<Custody[]> => {
  const query = db.selectFrom('rentals').selectAll().where('user_id', '=', userId).orderBy('start').orderBy('id')
  return (deviceId === undefined ? query : query.where('device_id', '=', deviceId)).execute()
}

export const custodyOfId = (db: Database, id: number): Promise<Custody | undefined> =>
  db.selectFrom('rentals').selectAll().where('id', '=', id).executeTakeFirst()

/** The ownership at a time, which may be nobody's. */
export const ownershipAt = async (db: Database, deviceId: number, time: string): Promise<Custody | undefined> => {
  const rows = await db
    .selectFrom('rentals')
    .selectAll()
    .where('device_id', '=', deviceId)
    .where('owner', '=', 1)
    .execute()
  return rows.find(row => contains(row, time))
}

/** The ownership of a person at a time; undefined while the device is nobody's. */
export const ownerOf = async (db: Database, deviceId: number, time: string): Promise<Custody | undefined> => {
  const found = await ownershipAt(db, deviceId, time)
  return found?.user_id === null ? undefined : found
}

/** Time (epoch ms) since which a device has the owner it has at `time`. */
export const ownedSince = async (db: Database, deviceId: number, time: string): Promise<number> => {
  const found = await ownershipAt(db, deviceId, time)
  return found === undefined ? 0 : Date.parse(found.start)
}

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

/** Takes a person's name off the stretches that were theirs, so that no account made later at the same address gets them. */
export const forgetCustodian = (db: Database, userId: number, deviceId?: number) => {
  const query = db.updateTable('rentals').set({ user_id: null, email: '' }).where('user_id', '=', userId)
  return (deviceId === undefined ? query : query.where('device_id', '=', deviceId)).execute()
}

/** SQL of a placement `location_research` joined to its custody `custody`: the part of it that the custody covers. */
export const coveredStart = sql<string>`CASE WHEN custody."start" > location_research."start"
  THEN custody."start" ELSE location_research."start" END`
export const coveredEnd = sql<string | null>`CASE WHEN custody."end" IS NOT NULL
  AND (location_research."end" IS NULL OR custody."end" < location_research."end")
  THEN custody."end" ELSE location_research."end" END`
/** False for a placement that its custody does not cover at all. */
export const isCovered = sql<boolean>`(custody."end" IS NULL OR custody."end" > location_research."start")
  AND (location_research."end" IS NULL OR location_research."end" > custody."start")`

/** The custody that was a person's and covers the whole of a period: the own ownership before a lending. */
export const covering = (custodies: readonly Custody[], wanted: Span): Custody | undefined =>
  custodies
    .filter(one => one.start <= wanted.start && (one.end === null || (wanted.end !== null && wanted.end <= one.end)))
    .toSorted((a, b) => b.owner - a.owner)[0]
