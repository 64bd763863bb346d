import { randomBytes } from 'node:crypto'
import type { PhotoKind, PhotoSize } from '#shared/contract/measurements/photos.ts'
import { noteLastPhotos } from '../devices/photos.ts'
import { onDeviceRemoved, onTimesRemoved } from '../devices/removal.ts'
import type { Database } from '../kit/database/database.ts'
import { jsonOf } from '../kit/database/json.ts'
import { Failure } from '../kit/failure.ts'
import { isoNow, type Services } from '../kit/services.ts'
import {
  beginFile,
  type DeviceInterval,
  deletePhotosOfIds,
  deletePhotosOfNobody,
  endFile,
  filesOfNobody,
  insertPhoto,
  isOfDevice,
  newestPhotosIn,
  newestTime,
  type PhotoRow,
} from './photo-store.ts'
import type { PictureInfo } from './picture.ts'

/** Longest time that writing the files of a photo may take. */
const UNFINISHED_MS = 3_600_000

export const photoFileOf = ({ file }: Pick<PhotoRow, 'file'>, size: PhotoSize): string => `${file}/${size}`

interface Taken extends Pick<PhotoRow, 'owner_kind' | 'owner_id' | 'created_by'> {
  kind: PhotoKind
  time: string
  client_id?: string
}

/**
 * Keeps a photo: first the name of its files, then the files, then the photo; all of it is durable when this returns. What an
 * end in between leaves is found by its name. Undefined when the same one came meanwhile. `admit` may refuse it at the last moment, in the
 * transaction that adds it: drawing takes its time.
 */
export const keepPhoto = async (
  services: Services,
  taken: Taken,
  picture: PictureInfo,
  original: Buffer,
  admit: (trx: Database) => Promise<unknown> = async () => undefined,
) => {
  const { files } = services
  const name = await beginFiles(services)
  await files.write(photoFileOf({ file: name }, 'original'), original)
  await files.write(photoFileOf({ file: name }, 'web'), picture.web)
  await files.write(photoFileOf({ file: name }, 'thumb'), picture.thumb)
  const kept = await nameFiles(services, name, async trx => {
    await admit(trx)
    return insertPhoto(trx, {
      ...taken,
      file: name,
      content_type: picture.content_type,
      width: picture.width,
      height: picture.height,
      marked: 0,
      annotation: jsonOf([]),
      created_at: isoNow(services),
    })
  })
  if (kept) await noteLast(services, [kept])
  else await removeFiles(services, [name])
  return kept
}

/** A new name, written down before any file that has it: those that nothing names an hour later are removed. */
export const beginFiles = async (services: Services): Promise<string> => {
  const name = `photos/${randomBytes(1).toString('hex')}/${randomBytes(24).toString('base64url')}`
  await beginFile(services.db, name, isoNow(services))
  return name
}

/** Writes, in one transaction, what names files that were just kept. Files of what is refused then are removed. */
export const nameFiles = async <Result>(
  services: Services,
  name: string,
  write: (trx: Database) => Promise<Result>,
): Promise<Result> => {
  try {
    return await services.db.transaction().execute(write)
  } catch (error) {
    // Another error may come after the transaction has ended well: the job finds out which files nothing names.
    if (error instanceof Failure)
      await removeFiles(services, [name]).catch(failed =>
        services.log.warn({ err: failed }, 'files of what was refused not removed yet'),
      )
    throw error
  }
}

/** Notes the newest photos of the devices among the owners of these. */
const noteLast = async ({ db }: Services, photos: PhotoRow[]): Promise<void> => {
  for (const owner_id of new Set(photos.filter(isOfDevice).map(photo => photo.owner_id))) {
    const owner = { owner_kind: 'device', owner_id } as const
    await noteLastPhotos(db, owner_id, {
      last_photo_at: await newestTime(db, owner, 'normal'),
      last_photo_ir_at: await newestTime(db, owner, 'infrared'),
    })
  }
}

export const deletePhotos = async (services: Services, photos: PhotoRow[]): Promise<void> => {
  await deletePhotosOfIds(
    services.db,
    photos.map(photo => photo.id),
  )
  await noteLast(services, photos)
  const names = photos.map(photo => photo.file)
  // Gone for everybody already; what cannot be removed now is tried again by the job.
  await removeFiles(services, names).catch(error => services.log.warn({ err: error }, 'photo files not removed yet'))
}

export const removeFiles = async ({ db, files }: Services, names: string[]): Promise<void> => {
  for (const name of names) {
    for (const size of ['thumb', 'web', 'original'] as const) await files.remove(photoFileOf({ file: name }, size))
    await endFile(db, name)
  }
}

/** Removes the photos of devices and inspections that are gone, and files that no photo names. */
export const removeOrphans = async (services: Services, olderThan = UNFINISHED_MS): Promise<void> => {
  await deletePhotosOfNobody(services.db)
  const before = new Date(services.now() - olderThan).toISOString()
  await removeFiles(services, await filesOfNobody(services.db, before))
}

export const forgetPhotosOfRemovedDevices = (services: Services): void => {
  onDeviceRemoved(services, () => {
    removeOrphans(services).catch(error => services.log.error({ err: error }, 'photos of a device not removed yet'))
  })
  onTimesRemoved(services, ({ deviceId, spans }) => {
    const intervals = spans.map(({ start, end }) => ({
      deviceId,
      from: Date.parse(start),
      until: end === null ? services.now() : Date.parse(end),
    }))
    deletePhotosIn(services, intervals).catch(error =>
      services.log.error({ err: error }, 'photos of a device not removed yet'),
    )
  })
}

const BATCH_SIZE = 500

const deletePhotosIn = async (services: Services, intervals: DeviceInterval[]): Promise<void> => {
  for (;;) {
    const photos = await newestPhotosIn(services.db, intervals, BATCH_SIZE)
    if (photos.length === 0) return
    await deletePhotos(services, photos)
  }
}
