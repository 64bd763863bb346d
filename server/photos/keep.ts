import { randomBytes } from 'node:crypto'
import type { PhotoKind, PhotoSize } from '../../shared/contract/photos.ts'
import { noteLastPhotos } from '../devices/photos.ts'
import { onDeviceRemoved } from '../devices/removal.ts'
import { isoNow, type World } from '../kit/world.ts'
import type { Picture } from './picture.ts'
import {
  beginFile,
  deletePhotosOfIds,
  deletePhotosOfNobody,
  endFile,
  filesOfNobody,
  insertPhoto,
  newestTime,
  type PhotoRow,
} from './store.ts'

/** So long may writing the files of a photo take. */
const UNFINISHED_MS = 3_600_000

export const fileOf = ({ file }: Pick<PhotoRow, 'file'>, size: PhotoSize): string => `${file}/${size}`

interface Taken {
  deviceId: number
  kind: PhotoKind
  time: string
  userId: number | null
}

/**
 * Keeps a photo: first the name of its files, then the files, then the photo; all of it is durable when this returns. What an
 * end in between leaves is found by its name. Undefined when one of that device, kind and time came meanwhile.
 */
export const keepPhoto = async (world: World, taken: Taken, picture: Picture, original: Buffer) => {
  const { db, files } = world
  const name = `photos/${randomBytes(1).toString('hex')}/${randomBytes(24).toString('base64url')}`
  await beginFile(db, name, isoNow(world))
  await files.write(fileOf({ file: name }, 'original'), original)
  await files.write(fileOf({ file: name }, 'web'), picture.web)
  await files.write(fileOf({ file: name }, 'thumb'), picture.thumb)
  const kept = await insertPhoto(db, {
    owner_kind: 'device',
    owner_id: taken.deviceId,
    kind: taken.kind,
    time: taken.time,
    file: name,
    content_type: picture.content_type,
    width: picture.width,
    height: picture.height,
    marked: 0,
    annotation: '[]',
    created_at: isoNow(world),
    created_by: taken.userId,
  })
  if (kept) await noteLast(world, taken.deviceId)
  else await removeFiles(world, [name])
  return kept
}

const noteLast = async ({ db }: World, deviceId: number): Promise<void> => {
  const owner = { owner_kind: 'device', owner_id: deviceId } as const
  await noteLastPhotos(db, deviceId, {
    last_photo_at: await newestTime(db, owner, 'normal'),
    last_photo_ir_at: await newestTime(db, owner, 'infrared'),
  })
}

export const deletePhotos = async (world: World, photos: PhotoRow[]): Promise<void> => {
  await deletePhotosOfIds(
    world.db,
    photos.map(photo => photo.id),
  )
  for (const deviceId of new Set(photos.map(photo => photo.owner_id))) await noteLast(world, deviceId)
  const names = photos.map(photo => photo.file)
  // Gone for everybody already; what cannot be removed now is tried again by the job.
  await removeFiles(world, names).catch(error => world.log.warn({ err: error }, 'photo files not removed yet'))
}

const removeFiles = async ({ db, files }: World, names: string[]): Promise<void> => {
  for (const name of names) {
    for (const size of ['thumb', 'web', 'original'] as const) await files.remove(fileOf({ file: name }, size))
    await endFile(db, name)
  }
}

/** Removes the photos of devices that are gone, and files that no photo names. */
export const removeOrphans = async (world: World, olderThan = UNFINISHED_MS): Promise<void> => {
  await deletePhotosOfNobody(world.db)
  const before = new Date(world.now() - olderThan).toISOString()
  await removeFiles(world, await filesOfNobody(world.db, before))
}

export const forgetPhotosOfRemovedDevices = (world: World): void => {
  onDeviceRemoved(world, () => {
    removeOrphans(world).catch(error => world.log.error({ err: error }, 'photos of a device not removed yet'))
  })
}
