import type { Transfer } from '../../shared/contract/device-ownership.ts'
import { tellCustodyChanged } from '../custody/news.ts'
import {
  beginOwnership,
  custodiesOfUser,
  endCustodies,
  forgetCustodian,
  ownerOf,
  ownershipAt,
} from '../custody/timeline.ts'
import type { Catalogue } from '../kit/catalogue.ts'
import { Failure } from '../kit/failure.ts'
import type { World } from '../kit/world.ts'
import type { Caller } from '../locations/access.ts'
import type { UserRemoval } from '../users/removal.ts'
import { CALIBRATED, handOnCalibrations } from './calibrations.ts'
import { deleteKeys, forgetKeys } from './keys.ts'
import { endPlacements } from './placements.ts'
import { endLending } from './rentals.ts'
import { forgetSecrets } from './setting-store.ts'
import { tellWishesChanged } from './wishes.ts'

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

/**
 * Makes a person the owner from `now` on; nobody, when `person` is null. What was measured before stays with who had it. All
 * that let the former owner and the people they lent it to reach the device ends: lendings, placements, keys and the
 * secrets among its settings. What calibrations add goes on with the device.
 */
export const handOver = async (db: Catalogue, deviceId: number, person: Caller | null, now: string): Promise<void> => {
  const before = await ownershipAt(db, deviceId, now)
  await db.deleteFrom('device_transfers').where('device_id', '=', deviceId).execute()
  await endPlacements(db, deviceId, now)
  await endCustodies(db, deviceId, now)
  await deleteKeys(db, deviceId)
  await forgetSecrets(db, deviceId, now)
  const custody = await beginOwnership(db, deviceId, person, now)
  if (before) await handOnCalibrations(db, { deviceId, from: before.id, to: custody, at: now })
}

/** Tells whoever keeps something of a device at hand that it is somebody else's. */
export const tellHandedOver = (world: World, deviceId: number): void => {
  forgetKeys(world)
  tellWishesChanged(world, deviceId)
  world.bus.publish(CALIBRATED, deviceId)
  tellCustodyChanged(world, deviceId)
}

/** Devices of an account that is about to be deleted: its own are nobody's, what was lent to it ends, and its name is forgotten. */
export const releaseDevicesOf: UserRemoval = async (db, userId, now) => {
  const custodies = await custodiesOfUser(db, userId)
  const released = new Set<number>()
  for (const custody of custodies) {
    if (custody.end !== null && custody.end <= now) continue
    if (custody.owner === 1) await handOver(db, custody.device_id, null, now)
    else await endLending(db, custody, now)
    released.add(custody.device_id)
  }
  await forgetCustodian(db, userId)
  return world => {
    for (const id of released) tellHandedOver(world, id)
  }
}
