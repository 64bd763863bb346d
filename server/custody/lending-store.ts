import type { Span } from '#shared/rules/time/rental.ts'
import type { Database } from '../kit/database/database.ts'
import type { Custody } from './custody-store.ts'

/** Rentals of a device to others than its owner that were given from one ownership, or from any. */
export const lendingsOf = (db: Database, deviceId: number, ownershipId?: number): Promise<Custody[]> => {
  const query = db
    .selectFrom('rentals')
    .selectAll()
    .where('device_id', '=', deviceId)
    .where('owner', '=', 0)
    .orderBy('start', 'desc')
    .orderBy('id', 'desc')
  return (ownershipId === undefined ? query : query.where('given_from', '=', ownershipId)).execute()
}

/** A lending from one ownership; without a user it waits for the person with the address. */
export const insertLending = (
  db: Database,
  lending: Span & { device_id: number; email: string; user_id: number | null; given_from: number },
): Promise<Custody> =>
  db
    .insertInto('rentals')
    .values({ ...lending, owner: 0 })
    .returningAll()
    .executeTakeFirstOrThrow()

export const changeLendingTimes = (db: Database, id: number, { start, end }: Span): Promise<Custody> =>
  db.updateTable('rentals').set({ start, end }).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

export const endLendingAt = (db: Database, id: number, end: string) =>
  db.updateTable('rentals').set({ end }).where('id', '=', id).execute()

/** Gives a lending that waited to the account that accepted it. */
export const giveLending = (db: Database, id: number, receiver: { user_id: number; email: string; start: string }) =>
  db.updateTable('rentals').set(receiver).where('id', '=', id).execute()

export const deleteLending = (db: Database, id: number) => db.deleteFrom('rentals').where('id', '=', id).execute()

/** Deletes a lending that nobody has accepted. */
export const deleteWaitingLending = (db: Database, id: number) =>
  db.deleteFrom('rentals').where('id', '=', id).where('user_id', 'is', null).execute()
