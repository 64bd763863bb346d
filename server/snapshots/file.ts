import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { FileDamage } from '#shared/rules/research/snapshot-states.ts'
import { Failure } from '../kit/failure.ts'
import type { Services } from '../kit/services.ts'
import { changeSnapshot, type SnapshotRow } from './store.ts'

type Asking = Pick<Services, 'db' | 'files' | 'log'>

/** Damage of the file of a version, found by reading all of it; null where it is as it was. */
const damageOf = async (
  { files }: Pick<Asking, 'files'>,
  { file, sha256 }: SnapshotRow,
): Promise<FileDamage | null> => {
  const stream = file === null ? null : await files.open(file)
  if (!stream) return 'lost'
  const hash = createHash('sha256')
  for await (const chunk of stream) hash.update(chunk as Uint8Array)
  return hash.digest('hex') === sha256 ? null : 'changed'
}

/**
 * Opens the file of a version once all of it was found to have its checksum. Throws file_damaged for one that is lost or changed, and
 * says so on the version: it is never made again in silence.
 */
export const openFrozenFile = async (services: Asking, row: SnapshotRow): Promise<Readable> => {
  if (row.status !== 'ready' || row.file === null) throw new Failure('not_found')
  const damage = await damageOf(services, row)
  if (damage !== row.damage) await changeSnapshot(services.db, row.id, { damage })
  const stream = damage === null ? await services.files.open(row.file) : null
  if (stream) return stream
  services.log.error({ snapshot: row.id, damage }, 'the file of a frozen version is not what it was')
  throw new Failure('file_damaged')
}
