import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { FileDamage } from '#shared/rules/research/snapshot-states.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { Failure } from '../kit/failure.ts'
import type { Services } from '../kit/services.ts'
import { changeSnapshot, type SnapshotRow } from './store.ts'

type Asking = Pick<Services, 'db' | 'files' | 'log' | 'now'>

/** ms. A file found whole is not read again for so long: anybody may ask for a published one, as often as they like. */
const TRUSTED_MS = 10 * MINUTE_MS
/** Files that a process remembers to be whole. */
const MAX_TRUSTED = 1000

/** Files of this process's services that were found whole, with when (epoch ms). */
const foundWhole = new WeakMap<object, Map<string, number>>()

const wholeOf = ({ files }: Pick<Asking, 'files'>): Map<string, number> => {
  const known = foundWhole.get(files) ?? new Map<string, number>()
  foundWhole.set(files, known)
  return known
}

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
 * Opens the file of a version once all of it was found to have its checksum, now or in the last ten minutes. Throws file_damaged for
 * one that is lost or changed, and says so on the version: it is never made again in silence.
 */
export const openFrozenFile = async (services: Asking, row: SnapshotRow): Promise<Readable> => {
  if (row.status !== 'ready' || row.file === null) throw new Failure('not_found')
  const whole = wholeOf(services)
  const isTrusted = services.now() - (whole.get(row.file) ?? Number.NEGATIVE_INFINITY) < TRUSTED_MS
  const found = isTrusted ? null : await damageOf(services, row)
  const stream = found === null ? await services.files.open(row.file) : null
  const damage = stream ? null : (found ?? 'lost')
  if (damage !== row.damage) await changeSnapshot(services.db, row.id, { damage })
  if (!stream) {
    whole.delete(row.file)
    services.log.error({ snapshot: row.id, damage }, 'the file of a frozen version is not what it was')
    throw new Failure('file_damaged')
  }
  if (!isTrusted) {
    if (whole.size >= MAX_TRUSTED) whole.clear()
    whole.set(row.file, services.now())
  }
  return stream
}
