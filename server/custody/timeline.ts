import { contains, type Span } from '#shared/rules/time/rental.ts'
import type { Database } from '../kit/database/database.ts'
import { type Custody, ownershipsOf, ownershipTimesOf } from './custody-store.ts'

export {
  beginOwnership,
  type Custody,
  countDevicesHadBy,
  countOwned,
  coveredEnd,
  coveredStart,
  custodiesOf,
  custodiesOfUser,
  custodiesOfUsers,
  custodiesWithUser,
  custodyOfId,
  endCustodies,
  forgetCustodian,
  isPlacementCovered,
  moveCustodies,
} from './custody-store.ts'
export {
  changeLendingTimes,
  deleteLending,
  deleteWaitingLending,
  endLendingAt,
  giveLending,
  insertLending,
  lendingsOf,
} from './lending-store.ts'

/** Time from which a device that somebody brings along belongs to that person: as early as a measurement may be. */
export const BEGINNING = '2000-01-01T00:00:00.000Z'

/** Tells whether a lending waits for the person it is offered to. */
export const isWaiting = (lending: Custody): boolean =>
  lending.owner === 0 && lending.user_id === null && lending.email !== ''

/** The ownership at a time, which may be nobody's. */
export const ownershipAt = async (db: Database, deviceId: number, time: string): Promise<Custody | undefined> =>
  (await ownershipsOf(db, deviceId)).find(row => contains(row, time))

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

/** The same of several devices; those that nobody ever owned are left out. */
export const ownedSinceOf = async (
  db: Database,
  deviceIds: readonly number[],
  time: string,
): Promise<Map<number, number>> =>
  new Map(
    (await ownershipTimesOf(db, deviceIds))
      .filter(row => contains(row, time))
      .map(({ device_id, start }) => [device_id, Date.parse(start)]),
  )

/** The custody that was a person's and covers the whole of a period: the own ownership before a lending. */
export const covering = (custodies: readonly Custody[], wanted: Span): Custody | undefined =>
  custodies
    .filter(one => one.start <= wanted.start && (one.end === null || (wanted.end !== null && wanted.end <= one.end)))
    .toSorted((a, b) => b.owner - a.owner)[0]
