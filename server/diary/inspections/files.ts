import type { z } from 'zod'
import { urlOf } from '#shared/contract/call.ts'
import { inspectionEndpoints } from '#shared/contract/diary/inspection-calls.ts'
import type { InspectionFile } from '#shared/contract/diary/inspections.ts'
import { HOUR_S } from '#shared/rules/time/units.ts'
import type { Database } from '../../kit/database/database.ts'
import { Failure } from '../../kit/failure.ts'
import type { Words } from '../../kit/language.ts'
import { createSigner } from '../../kit/security/signer.ts'
import { isoNow, type Services } from '../../kit/services.ts'
import type { Caller } from '../../locations/access.ts'
import { beginFiles, nameFiles, removeFiles } from '../../photos/keep.ts'
import { type FileRow, fileOfClient, filesOfInspection, insertFile } from './file-store.ts'

interface Signed {
  id: number
  user_id: number
  /** Epoch s. */
  expires: number
}

const textOf = ({ id, user_id, expires }: Signed): string => `inspection file ${id} ${user_id} ${expires}`

/** Addresses of files, as those of photos: for one person, for one to two hours; the right is asked again when it is fetched. */
export const createFileAddresses = (services: Pick<Services, 'db' | 'now'>) => {
  const signer = createSigner(services, 'inspection files')
  return {
    of: async (id: number, user_id: number): Promise<string> => {
      const expires = (Math.floor(services.now() / 1000 / HOUR_S) + 2) * HOUR_S
      const query = { user_id, expires, signature: await signer.sign(textOf({ id, user_id, expires })) }
      return urlOf(inspectionEndpoints.getInspectionFile, { params: { id }, query })
    },
    isGood: async (signed: Signed, signature: string): Promise<boolean> =>
      signed.expires * 1000 > services.now() && (await signer.isSigned(textOf(signed), signature)),
  }
}
export type FileAddresses = ReturnType<typeof createFileAddresses>

interface Sent extends Pick<FileRow, 'inspection_id' | 'client_id' | 'name' | 'content_type'> {
  created_by: number
  bytes: Buffer
  /** Holds the inspection and asks the right to it again: bytes take their time. */
  hold: (trx: Database) => Promise<unknown>
}

/** Keeps a file, or finds the one sent before under that client id; durable when it returns. Throws no_valid_input when there are `most`. */
export const addFile = async (
  services: Services,
  { bytes, hold, ...sent }: Sent,
  most: number,
  t: Words,
): Promise<FileRow> => {
  const { db } = services
  const known = await fileOfClient(db, sent.inspection_id, sent.client_id)
  if (known) return known
  const requireRoom = async (at: Database): Promise<void> => {
    if ((await filesOfInspection(at, sent.inspection_id)).length >= most)
      throw new Failure('no_valid_input', { fields: { file: [t('fields.too_many_files', { limit: most })] } })
  }
  await requireRoom(db)
  const file = await beginFiles(services)
  await services.files.write(inspectionFileKeyOf({ file }), bytes)
  const kept = await nameFiles(services, file, async trx => {
    await hold(trx)
    if (await fileOfClient(trx, sent.inspection_id, sent.client_id)) return undefined
    await requireRoom(trx)
    return insertFile(trx, { ...sent, file, bytes: bytes.length, created_at: isoNow(services) })
  })
  if (kept) return kept
  await removeFiles(services, [file])
  const other = await fileOfClient(db, sent.inspection_id, sent.client_id)
  if (!other) throw new Failure('busy', { retryAfter: 1 })
  return other
}

/** Name in the store, where the original of a photo would be: what nobody names any more is removed with those. */
export const inspectionFileKeyOf = ({ file }: Pick<FileRow, 'file'>): string => `${file}/original`

export const presentFile = async (
  addresses: FileAddresses,
  user: Pick<Caller, 'id'>,
  { id, client_id, name, content_type, bytes }: FileRow,
): Promise<z.output<typeof InspectionFile>> => ({
  id,
  client_id,
  name,
  content_type,
  bytes,
  address: await addresses.of(id, user.id),
})

export const presentFiles = async (
  { db }: Pick<Services, 'db'>,
  addresses: FileAddresses,
  user: Pick<Caller, 'id'>,
  inspectionId: number,
) => Promise.all((await filesOfInspection(db, inspectionId)).map(row => presentFile(addresses, user, row)))
