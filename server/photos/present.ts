import type { InspectionPhoto } from '#shared/contract/diary/inspections.ts'
import type { Photo } from '#shared/contract/measurements/photos.ts'
import type { Span } from '#shared/rules/time/rental.ts'
import { custodiesOfUser } from '../custody/timeline.ts'
import { custodyPeriods, holds } from '../devices/access.ts'
import { fromJson } from '../kit/database/json.ts'
import type { Services } from '../kit/services.ts'
import type { Caller } from '../locations/access.ts'
import type { PhotoAddresses } from './addresses.ts'
import type { PhotoRow } from './photo-store.ts'

/** Photos as the contract shows them to `user`, in their order. */
export const presentPhotos = async (
  services: Pick<Services, 'db'>,
  addresses: PhotoAddresses,
  user: Caller,
  rows: PhotoRow[],
): Promise<Photo[]> => {
  // People who had the device then may mark, draw and delete; what it sent as it was is for its owner of that time alone.
  const rights = new Map<number, { had: Span[]; owned: Span[] }>()
  for (const deviceId of new Set(rows.map(row => row.owner_id))) {
    const had = await custodyPeriods(services.db, user, deviceId)
    const owned = user.admin
      ? had
      : (await custodiesOfUser(services.db, user.id, deviceId)).filter(one => one.owner === 1)
    rights.set(deviceId, { had, owned })
  }
  return Promise.all(
    rows.map(async row => {
      const right = rights.get(row.owner_id)
      return {
        ...(await presentPicture(addresses, user, row, holds(right?.owned ?? [], row.time))),
        device_id: row.owner_id,
        kind: row.kind,
        may: holds(right?.had ?? [], row.time) ? (['edit', 'delete'] as const).slice() : [],
      }
    }),
  )
}

/** Person who sees photos of inspections, and the ids of those inspections that they edit. */
export interface InspectionPhotoReader {
  user: Pick<Caller, 'id'>
  edited: ReadonlySet<number>
}

/** Photos of inspections that a reader sees; who edits an inspection edits its photos. */
export const presentInspectionPhotos = (
  addresses: PhotoAddresses,
  { user, edited }: InspectionPhotoReader,
  rows: PhotoRow[],
): Promise<InspectionPhoto[]> =>
  Promise.all(
    rows.map(async row => ({
      ...(await presentPicture(addresses, user, row, true)),
      client_id: row.client_id,
      may: edited.has(row.owner_id) ? (['edit', 'delete'] as const).slice() : [],
    })),
  )

const presentPicture = async (
  addresses: PhotoAddresses,
  user: Pick<Caller, 'id'>,
  row: PhotoRow,
  withOriginal: boolean,
) => {
  const { id, time, width, height } = row
  return {
    id,
    time,
    width,
    height,
    marked: row.marked === 1,
    annotation: fromJson(row.annotation),
    thumb: await addresses.of(id, 'thumb', user.id),
    web: await addresses.of(id, 'web', user.id),
    original: withOriginal ? await addresses.of(id, 'original', user.id) : null,
  }
}
