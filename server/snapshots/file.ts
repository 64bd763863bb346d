import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { FileDamage } from '#shared/rules/research/snapshot-states.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { Failure } from '../kit/failure.ts'
import type { Services } from '../kit/services.ts'
import { changeSnapshot, type SnapshotRow } from './store.ts'

type Asking = Pick<Services, 'db' | 'files' | 'log' | 'now'>

/** ms. A file is not read for its checksum again for so long: anybody may ask for a published one, as often as they like. */
const CHECKED_MS = 10 * MINUTE_MS
/** Checks that a process remembers. */
const MAX_CHECKS = 1000

interface Check {
  /** Damage that was found; null where there is none. */
  damage: Promise<FileDamage | null>
  /** The same once it is known. */
  found?: FileDamage | null
  /** Time (epoch ms) until which it is remembered. */
  until: number
}

/** Checks of the files of this process's services, under file and checksum. */
const checks = new WeakMap<object, Map<string, Check>>()

const checksOf = ({ files }: Pick<Asking, 'files'>): Map<string, Check> => {
  const known = checks.get(files) ?? new Map<string, Check>()
  checks.set(files, known)
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

const noteDamage = async ({ db, log }: Asking, row: SnapshotRow, damage: FileDamage | null): Promise<void> => {
  if (damage === row.damage) return
  await changeSnapshot(db, row.id, { damage })
  if (damage !== null) log.error({ snapshot: row.id, damage }, 'the file of a frozen version is not what it was')
}

/**
 * Damage of the file of a version, found now or in the last ten minutes. Requests that come while it is read wait for the same
 * reading. Where the row says otherwise by now, another process has looked since.
 */
const checkedDamage = (services: Asking, row: SnapshotRow): Promise<FileDamage | null> => {
  const known = checksOf(services)
  const name = `${row.file} ${row.sha256}`
  const last = known.get(name)
  if (last && (last.found === undefined || (last.until > services.now() && last.found === row.damage)))
    return last.damage
  const [oldest] = known.keys()
  if (oldest !== undefined && known.size >= MAX_CHECKS) known.delete(oldest)
  const check: Check = { damage: damageOf(services, row), until: Number.POSITIVE_INFINITY }
  check.damage = check.damage.then(async damage => {
    await noteDamage(services, row, damage)
    check.found = damage
    check.until = services.now() + CHECKED_MS
    return damage
  })
  check.damage.catch(() => known.delete(name))
  known.delete(name)
  known.set(name, check)
  return check.damage
}

/**
 * Opens the file of a version once all of it was found to have its checksum, now or in the last ten minutes. Throws file_damaged for
 * one that is lost or changed, and says so on the version: it is never made again in silence.
 */
export const openFrozenFile = async (services: Asking, row: SnapshotRow): Promise<Readable> => {
  if (row.status !== 'ready' || row.file === null) throw new Failure('not_found')
  if ((await checkedDamage(services, row)) !== null) throw new Failure('file_damaged')
  const stream = await services.files.open(row.file)
  if (stream) return stream
  await noteDamage(services, row, 'lost')
  throw new Failure('file_damaged')
}
