import { MAX_INSPECTION_FILE_BYTES } from '#shared/contract/fixed.ts'
import { newId } from '../../../kit/browser/new-id.ts'
import { makePicture } from '../../../kit/pictures/make-picture.ts'
import { serverNow } from '../../../kit/time/now.ts'
import type { Attachment } from '../../outbox/outbox-item.ts'
import type { StoredFile } from '../../outbox/outbox-store.ts'

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
  const { bytes, type, preview, width, height, shrunk } = await makePicture(file, MAX_INSPECTION_FILE_BYTES)
  const part = partOf(file, 'photo', { type, bytes: bytes.byteLength, width, height })
  const { client_id } = part
  const small = preview && { client_id, bytes: preview, type: 'image/jpeg' }
  return { part, kept: { original: { client_id, bytes, type }, preview: small }, shrunk }
}

/** A file that answers an item. Rejects for what is larger than the server takes. */
export const takeFile = async (file: File): Promise<Taken> => {
  if (file.size > MAX_INSPECTION_FILE_BYTES) throw new Error('too large')
  const bytes = await file.arrayBuffer()
  const type = file.type || 'application/octet-stream'
  const part = partOf(file, 'file', { type, bytes: bytes.byteLength, width: 0, height: 0 })
  return { part, kept: { original: { client_id: part.client_id, bytes, type }, preview: null }, shrunk: false }
}
