import { contains } from '../../shared/rules/rental.ts'
import { visiblePeriods } from '../devices/access.ts'
import { devicesWithPhotos } from '../devices/photos.ts'
import type { Catalogue } from '../kit/catalogue.ts'
import { Failure } from '../kit/failure.ts'
import type { Caller } from '../locations/access.ts'
import { type PhotoRow, photosOfIds } from './store.ts'

/** The photos of these ids. Throws not_found when the caller does not see each of them: who sees a device's readings of a time sees its photos of it, if its plan has photos. */
export const requirePhotos = async (db: Catalogue, user: Caller, ids: number[]): Promise<PhotoRow[]> => {
  const photos = await photosOfIds(db, ids)
  const devices = [...new Set(photos.filter(one => one.owner_kind === 'device').map(one => one.owner_id))]
  const allowed = await devicesWithPhotos(db, devices)
  const [only] = devices
  const visible = await visiblePeriods(db, user, devices.length === 1 ? only : undefined)
  const isSeen = ({ owner_kind, owner_id, time }: PhotoRow) =>
    owner_kind === 'device' &&
    allowed.has(owner_id) &&
    (visible.get(owner_id) ?? []).some(period => contains(period, time))
  if (photos.length < new Set(ids).size || !photos.every(isSeen)) throw new Failure('not_found')
  return photos
}

export const requirePhoto = async (db: Catalogue, user: Caller, id: number): Promise<PhotoRow> => {
  const [photo] = await requirePhotos(db, user, [id])
  return photo as PhotoRow
}
