import type { InspectionPhoto } from '#shared/contract/diary/inspections.ts'
import { elementAt } from '#shared/rules/collections/elements.ts'
import type { Database } from '../kit/database/database.ts'
import { Failure } from '../kit/failure.ts'
import type { Words } from '../kit/language.ts'
import type { Services } from '../kit/services.ts'
import type { Caller } from '../locations/access.ts'
import type { PhotoAddresses } from './addresses.ts'
import { keepPhoto, photoFileOf } from './keep.ts'
import { type PhotoRow, photoCounts, photoOfClient, photosOfInspections } from './photo-store.ts'
import { readPicture } from './picture.ts'
import { type InspectionPhotoReader, presentInspectionPhotos } from './present.ts'

export { photoCounts } from './photo-store.ts'

interface Sent {
  inspectionId: number
  client_id: string
  /** ISO 8601, UTC. */
  time: string
  bytes: Buffer
  /** Holds the inspection and asks the right to it again: drawing takes its time. */
  hold: (trx: Database) => Promise<unknown>
}

/** Keeps a photo of an inspection, or finds the one that was sent before under that client id. Throws no_valid_input when there are `most`. */
export const addInspectionPhoto = async (
  services: Services,
  user: Caller,
  { inspectionId, client_id, time, bytes, hold }: Sent,
  most: number,
  t: Words,
): Promise<PhotoRow> => {
  const owner = { owner_kind: 'inspection', owner_id: inspectionId } as const
  const known = await photoOfClient(services.db, owner, client_id)
  if (known) return known
  const requireRoom = async (db: Database): Promise<void> => {
    if (((await photoCounts(db, [inspectionId])).get(inspectionId) ?? 0) >= most)
      throw new Failure('no_valid_input', { fields: { file: [t('fields.too_many_photos', { limit: most })] } })
  }
  await requireRoom(services.db)
  const admit = async (trx: Database): Promise<void> => {
    await hold(trx)
    if (!(await photoOfClient(trx, owner, client_id))) await requireRoom(trx)
  }
  const picture = await readPicture(bytes, t('fields.unreadable_picture'))
  const taken = { ...owner, kind: 'normal' as const, time, client_id, created_by: user.id }
  const kept =
    (await keepPhoto(services, taken, picture, bytes, admit)) ?? (await photoOfClient(services.db, owner, client_id))
  if (!kept) throw new Failure('busy', { retryAfter: 1 })
  return kept
}

/** Photos of inspections as the contract shows them to a reader, by inspection in the order they were taken; at most `most` of each. */
export const inspectionPhotos = async (
  db: Database,
  addresses: PhotoAddresses,
  reader: InspectionPhotoReader,
  ids: number[],
  most: number,
): Promise<Map<number, InspectionPhoto[]>> => {
  const rows = await photosOfInspections(db, ids, most)
  const photos = await presentInspectionPhotos(addresses, reader, rows)
  const pairs = rows.map((row, index) => ({ id: row.owner_id, photo: elementAt(photos, index) }))
  const byInspection = Map.groupBy(pairs, pair => pair.id)
  return new Map([...byInspection].map(([id, some]) => [id, some.map(pair => pair.photo)]))
}

/** The first photo of each inspection as JPEG, by its id; of the first `most` inspections that have one. */
export const firstPhotosOf = async (
  { db, files }: Pick<Services, 'db' | 'files'>,
  inspectionIds: number[],
  most: number,
): Promise<Map<number, Buffer>> => {
  const photos = new Map<number, Buffer>()
  for (const row of (await photosOfInspections(db, inspectionIds, 1)).slice(0, most)) {
    const jpeg = await files.read(photoFileOf(row, 'thumb'))
    if (jpeg) photos.set(row.owner_id, jpeg)
  }
  return photos
}
