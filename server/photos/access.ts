import { contains } from '#shared/rules/time/rental.ts'
import { visiblePeriods } from '../devices/access.ts'
import { devicesWithPhotos } from '../devices/photos.ts'
import type { Database } from '../kit/database/database.ts'
import { Failure } from '../kit/failure.ts'
import type { Caller } from '../locations/access.ts'
import { isOfDevice, type PhotoRow, photosOfIds } from './photo-store.ts'

/** Reads which of the inspections a caller sees, or edits. The diary says it. */
export type SeenInspections = (
  db: Database,
  user: Caller,
  ids: number[],
  wanted?: 'read' | 'edit',
) => Promise<Set<number>>

/** The photos of these ids. Throws not_found when the caller does not see each of them: who sees a device's readings of a time sees its photos of it, if its plan has photos; who sees an inspection sees its photos. */
export const requirePhotos = async (
  db: Database,
  user: Caller,
  ids: number[],
  seenInspections: SeenInspections,
): Promise<PhotoRow[]> => {
  const photos = await photosOfIds(db, ids)
  const [ofDevices, ofInspections] = [photos.filter(isOfDevice), photos.filter(one => !isOfDevice(one))]
  const isOfDeviceSeen = await deviceSight(db, user, ofDevices)
  const inspections = await seenInspections(db, user, [...new Set(ofInspections.map(one => one.owner_id))])
  const isSeen = (photo: PhotoRow) => (isOfDevice(photo) ? isOfDeviceSeen(photo) : inspections.has(photo.owner_id))
  if (photos.length < new Set(ids).size || !photos.every(isSeen)) throw new Failure('not_found')
  return photos
}

const deviceSight = async (db: Database, user: Caller, photos: PhotoRow[]) => {
  if (photos.length === 0) return () => false
  const devices = [...new Set(photos.map(one => one.owner_id))]
  const allowed = await devicesWithPhotos(db, devices)
  const [only] = devices
  const visible = await visiblePeriods(db, user, devices.length === 1 ? only : undefined)
  return ({ owner_id, time }: PhotoRow) =>
    allowed.has(owner_id) && (visible.get(owner_id) ?? []).some(period => contains(period, time))
}
