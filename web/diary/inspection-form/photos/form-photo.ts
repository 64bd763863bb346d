import { MAX_FILE_BYTES } from '#shared/contract/diary/inspections.ts'
import { newId } from '../../../kit/browser/new-id.ts'
import { serverNow } from '../../../kit/time/now.ts'
import type { Attachment } from '../../outbox/outbox-item.ts'
import type { StoredFile } from '../../outbox/outbox-store.ts'
import { type Picture, pictureOf } from './form-picture.ts'

const onPage = (file: Blob): Promise<Picture> =>
  pictureOf(file, MAX_FILE_BYTES, (bitmap, width, height, quality) => {
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width, height })
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, width, height)
    return new Promise(done => canvas.toBlob(done, 'image/jpeg', quality))
  })

type Answer = { id: number; picture: Picture | null }

let worker: Worker | null | undefined
let lastId = 0

/** Worker beside the page for all pictures; null where this browser has none that draws. */
const beside = (): Worker | null => {
  if (worker === undefined)
    worker =
      typeof Worker === 'undefined' || typeof OffscreenCanvas === 'undefined'
        ? null
        : new Worker(new URL('./form-picture-worker.ts', import.meta.url), { type: 'module' })
  return worker
}

const inWorker = (file: Blob, draw: Worker): Promise<Picture | null> =>
  new Promise((done, failed) => {
    lastId += 1
    const id = lastId
    const hear = ({ data }: MessageEvent<Answer>) => {
      if (data.id !== id) return
      draw.removeEventListener('message', hear)
      done(data.picture)
    }
    draw.addEventListener('message', hear)
    draw.addEventListener(
      'error',
      () => {
        worker = null
        failed(new Error('no worker'))
      },
      { once: true },
    )
    draw.postMessage({ id, file, most: MAX_FILE_BYTES })
  })

const picture = async (file: Blob): Promise<Picture> => {
  const draw = beside()
  const made = draw && (await inWorker(file, draw).catch(() => null))
  // The page may still be able to do it, whatever kept the worker from it.
  return made ?? onPage(file)
}

export interface Taken {
  part: Attachment
  kept: { original: StoredFile; preview: StoredFile | null }
  shrunk: boolean
}

/** Time a picture was taken, as far as its file says; never later than now. */
const timeOf = (file: File): string => {
  const now = serverNow()
  // The file goes by the clock of this device.
  const ahead = now - Date.now()
  return new Date(Math.min(file.lastModified ? file.lastModified + ahead : now, now)).toISOString()
}

const partOf = (
  file: File,
  kind: Attachment['kind'],
  rest: Pick<Attachment, 'type' | 'bytes' | 'width' | 'height'>,
): Attachment => ({
  client_id: newId(),
  kind,
  name: file.name,
  time: timeOf(file),
  annotation: [],
  marked: false,
  sent_id: null,
  ...rest,
})

/** A photo with all that is kept of it. Rejects for what is no picture. */
export const takePhoto = async (file: File): Promise<Taken> => {
  const { bytes, type, preview, width, height, shrunk } = await picture(file)
  const part = partOf(file, 'photo', { type, bytes: bytes.byteLength, width, height })
  const { client_id } = part
  const small = preview && { client_id, bytes: preview, type: 'image/jpeg' }
  return { part, kept: { original: { client_id, bytes, type }, preview: small }, shrunk }
}

/** A file that answers an item. Rejects for what is larger than the server takes. */
export const takeFile = async (file: File): Promise<Taken> => {
  if (file.size > MAX_FILE_BYTES) throw new Error('too large')
  const bytes = await file.arrayBuffer()
  const type = file.type || 'application/octet-stream'
  const part = partOf(file, 'file', { type, bytes: bytes.byteLength, width: 0, height: 0 })
  return { part, kept: { original: { client_id: part.client_id, bytes, type }, preview: null }, shrunk: false }
}
