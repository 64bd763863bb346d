import type { Transfer } from '../../shared/contract/device-ownership.ts'
import type { Catalogue } from '../kit/catalogue.ts'
import { Failure } from '../kit/failure.ts'
import type { Caller } from '../locations/access.ts'
import { ownerOf } from './access.ts'
import { endStays } from './placements.ts'
import { insertOwner } from './store.ts'

const selectTransfers = (db: Catalogue) =>
  db
    .selectFrom('device_transfers')
    .innerJoin('devices', 'devices.id', 'device_transfers.device_id')
    .leftJoin('users', 'users.id', 'device_transfers.from_user_id')
    .selectAll('device_transfers')
    .select(['devices.name', 'devices.device_name', 'users.email as from_email'])
type Row = Awaited<ReturnType<ReturnType<typeof selectTransfers>['execute']>>[number]

/** Offers that lead to or from the caller; an administrator gives those of devices without an owner. */
export const transfersOf = async (db: Catalogue, user: Caller): Promise<Transfer[]> => {
  const rows = await selectTransfers(db)
    .where(eb =>
      eb.or([
        eb('device_transfers.email', '=', user.email),
        eb('device_transfers.from_user_id', '=', user.id),
        ...(user.admin ? [eb('device_transfers.from_user_id', 'is', null)] : []),
      ]),
    )
    .orderBy('device_transfers.id')
    .execute()
  return rows.map(row => presentTransfer(row, user))
}

const isReceiver = (row: Pick<Row, 'email'>, user: Caller): boolean => row.email === user.email
const isGiver = (row: Pick<Row, 'from_user_id'>, user: Caller): boolean => row.from_user_id === user.id || user.admin

const presentTransfer = (row: Row, user: Caller): Transfer => {
  const incoming = isReceiver(row, user)
  return { ...row, incoming, email: incoming ? row.from_email : row.email }
}

/** Offers a device to an address; an older offer of it is over. */
export const offer = async (
  db: Catalogue,
  user: Caller,
  wanted: { device_id: number; email: string; now: string },
): Promise<Transfer> => {
  const owner = await ownerOf(db, wanted.device_id, wanted.now)
  const row = { from_user_id: owner?.user_id ?? null, email: wanted.email, created_at: wanted.now }
  await db
    .insertInto('device_transfers')
    .values({ device_id: wanted.device_id, ...row })
    .onConflict(conflict => conflict.column('device_id').doUpdateSet(row))
    .execute()
  const [made] = await selectTransfers(db).where('device_transfers.device_id', '=', wanted.device_id).execute()
  if (!made) throw new Failure('not_found')
  return presentTransfer(made, user)
}

/** The offer, for one of its two sides. Throws not_found for anybody else. */
export const requireTransfer = async (db: Catalogue, user: Caller, id: number, side: 'receiver' | 'either') => {
  const [row] = await selectTransfers(db).where('device_transfers.id', '=', id).execute()
  if (!row || !(isReceiver(row, user) || (side === 'either' && isGiver(row, user)))) throw new Failure('not_found')
  return row
}

export const deleteTransfer = (db: Catalogue, id: number) =>
  db.deleteFrom('device_transfers').where('id', '=', id).execute()

/** Makes a person the owner from `now` on. What was measured before stays with who had it. */
export const takeOver = async (db: Catalogue, deviceId: number, person: Caller, now: string): Promise<void> => {
  await giveUp(db, deviceId, now, person.email)
  await insertOwner(db, deviceId, person, now)
}

/** Ends the ownership at `now`. The device leaves the places of who had it, except those shared with `keptFor`. */
export const giveUp = async (db: Catalogue, deviceId: number, now: string, keptFor?: string): Promise<void> => {
  const owner = await ownerOf(db, deviceId, now)
  await db.deleteFrom('device_transfers').where('device_id', '=', deviceId).execute()
  if (!owner) return
  await db.updateTable('rentals').set({ end: now }).where('id', '=', owner.id).execute()
  if (owner.user_id !== null) await endStays(db, deviceId, owner.user_id, now, keptFor)
}
