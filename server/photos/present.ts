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
    rows.map(async ({ id, owner_id, kind, time, width, height, marked, annotation }) => {
      const right = rights.get(owner_id)
      return {
        id,
        device_id: owner_id,
        kind,
        time,
        width,
        height,
        marked: marked === 1,
        annotation: JSON.parse(annotation),
        thumb: await addresses.of(id, 'thumb', user.id),
        web: await addresses.of(id, 'web', user.id),
        original: right?.owns ? await addresses.of(id, 'original', user.id) : null,
        may: right?.has ? (['edit', 'delete'] as const).slice() : [],
      }
    }),
  )
}
