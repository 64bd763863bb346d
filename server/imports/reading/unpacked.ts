import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { Failure } from '../../kit/failure.ts'
import type { Words } from '../../kit/language.ts'

const GZIP = [0x1f, 0x8b]
/** Beginnings of zip (and so of .xlsx and .ods), 7z, rar, xz and zstd. */
const OTHERS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0x37, 0x7a, 0xbc, 0xaf],
  [0x52, 0x61, 0x72, 0x21],
  [0xfd, 0x37, 0x7a, 0x58],
  [0x28, 0xb5, 0x2f, 0xfd],
]

const begins = (bytes: Uint8Array, with_: readonly number[]): boolean => with_.every((byte, at) => bytes[at] === byte)

/**
 * The content of an upload, unpacked where it is a .gz. Whoever takes it counts what comes out: nothing is unpacked that is
 * not taken, so a small file that unpacks to a huge one ends where a huge file would. Throws no_valid_input for other
 * archives, and for one that is damaged.
 */
export async function* unpacked(upload: AsyncIterable<Buffer>, t: Words): AsyncGenerator<Buffer> {
  const chunks = upload[Symbol.asyncIterator]()
  let head = Buffer.alloc(0)
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
    head = Buffer.concat([head, next.value])
    if (head.length >= 4) break
  }
  const refused = (text: string, cause?: unknown) => new Failure('no_valid_input', { fields: { file: [text] }, cause })
  if (OTHERS.some(one => begins(head, one))) throw refused(t('fields.packed_otherwise'))
  const whole = rest(head, chunks)
  if (!begins(head, GZIP)) return yield* whole
  let failure: unknown
  const source = Readable.from(whole)
  const gunzip = createGunzip()
  // A connection that broke off says so itself; what zlib finds is the fault of the file.
  source.on('error', error => {
    failure = error
    gunzip.destroy(error)
  })
  try {
    yield* source.pipe(gunzip)
  } catch (error) {
    throw failure ?? refused(t('fields.packed_damaged'), error)
  } finally {
    source.destroy()
  }
}

async function* rest(head: Buffer, chunks: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  if (head.length > 0) yield head
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value
}
