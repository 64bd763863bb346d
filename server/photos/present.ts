import type { InspectionPhoto } from '../../shared/contract/inspections.ts'
import type { Photo } from '../../shared/contract/photos.ts'
import { hasDevice, ownerOf } from '../devices/access.ts'
import type { Catalogue } from '../kit/catalogue.ts'
import { isoNow, type World } from '../kit/world.ts'
import type { Caller } from '../locations/access.ts'
import type { Addresses } from './addresses.ts'
import type { PhotoRow } from './store.ts'

/** Whoever has a device now may mark, draw and delete; what it sent as it was is for its owner alone. */
export const isOwner = async (db: Catalogue, user: Caller, deviceId: number, now: string): Promise<boolean> =>
  user.admin || (await ownerOf(db, deviceId, now))?.user_id === user.id

/** Photos as the contract shows them to `user`, in their order. */
export const presentPhotos = async (
  world: Pick<World, 'db' | 'now'>,
  addresses: Addresses,
  user: Caller,
  rows: PhotoRow[],
): Promise<Photo[]> => {
  const now = isoNow(world)
  const rights = new Map<number, { has: boolean; owns: boolean }>()
  for (const deviceId of new Set(rows.map(row => row.owner_id)))
    rights.set(deviceId, {
      has: await hasDevice(world.db, user, deviceId, now),
      owns: await isOwner(world.db, user, deviceId, now),
    })
  return Promise.all(
    rows.map(async row => {
      const right = rights.get(row.owner_id)
      return {
        ...(await presentPicture(addresses, user, row, right?.owns ?? false)),
        device_id: row.owner_id,
        kind: row.kind,
        may: right?.has ? (['edit', 'delete'] as const).slice() : [],
      }
    }),
  )
}

/** Photos of inspections that `user` sees: all of it is theirs. */
export const presentInspectionPhotos = (
  addresses: Addresses,
  user: Pick<Caller, 'id'>,
  rows: PhotoRow[],
): Promise<InspectionPhoto[]> =>
  Promise.all(
    rows.map(async row => ({
      ...(await presentPicture(addresses, user, row, true)),
      client_id: row.client_id,
      may: (['edit', 'delete'] as const).slice(),
    })),
  )

const presentPicture = async (addresses: Addresses, user: Pick<Caller, 'id'>, row: PhotoRow, withOriginal: boolean) => {
  const { id, time, width, height } = row
  return {
    id,
    time,
    width,
    height,
    marked: row.marked === 1,
    annotation: JSON.parse(row.annotation) as Photo['annotation'],
    thumb: await addresses.of(id, 'thumb', user.id),
    web: await addresses.of(id, 'web', user.id),
    original: withOriginal ? await addresses.of(id, 'original', user.id) : null,
  }
}
