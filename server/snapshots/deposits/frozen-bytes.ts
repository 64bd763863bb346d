import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Services } from '../../kit/services.ts'
import { openFrozenFile } from '../file.ts'
import type { SnapshotRow } from '../store.ts'
import type { DepositedFile } from './repository.ts'

const ALGORITHMS = ['md5', 'sha1', 'sha256', 'sha512'] as const

/** File of a version with its checksums, all of it read once. Throws file_damaged where it is not what was frozen. */
export const frozenBytes = async (
  services: Pick<Services, 'db' | 'files' | 'log' | 'now'>,
  row: SnapshotRow,
  { name, signal }: { name: string; signal: AbortSignal },
): Promise<DepositedFile> => {
  const open = () => openFrozenFile(services, row)
  const hashes = ALGORITHMS.map(algorithm => createHash(algorithm))
  let [crc, bytes] = [0, 0]
  for await (const chunk of (await open()) as AsyncIterable<Buffer>) {
    signal.throwIfAborted()
    for (const hash of hashes) hash.update(chunk)
    crc = crc32(chunk, crc)
    bytes += chunk.length
  }
  const [md5 = '', sha1 = '', sha256 = '', sha512 = ''] = hashes.map(hash => hash.digest('hex'))
  return { name, bytes, md5, sha1, sha256, sha512, crc, open }
}
