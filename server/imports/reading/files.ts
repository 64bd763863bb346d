import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { MAX_IMPORT_BYTES } from '#shared/contract/measurements/imports.ts'
import type { Database } from '../../kit/database/database.ts'
import { Failure } from '../../kit/failure.ts'
import { insertPiece, pieceOf } from '../piece-store.ts'

/** Bytes of one piece before packing: what is in memory at once. */
const PIECE = 512 * 1024

const pack = promisify(gzip)
const unpack = promisify(gunzip)

/**
 * Keeps an uploaded file in the database, packed, a piece a row: every process of a larger set-up finds it there. Returns its
 * size; throws too_large beyond what is taken.
 */
export const keepFile = async (db: Database, importId: number, upload: AsyncIterable<Buffer>): Promise<number> => {
  let waiting: Buffer[] = []
  let [waitingBytes, bytes, nr] = [0, 0, 0]
  const write = async () => {
    const content = (await pack(Buffer.concat(waiting), { level: 1 })).toString('base64')
    await insertPiece(db, importId, nr++, content)
    waiting = []
    waitingBytes = 0
  }
  for await (const chunk of upload) {
    bytes += chunk.length
    if (bytes > MAX_IMPORT_BYTES) throw new Failure('too_large')
    waiting.push(chunk)
    waitingBytes += chunk.length
    if (waitingBytes >= PIECE) await write()
  }
  if (waitingBytes > 0) await write()
  return bytes
}

/** The bytes of a file that was kept, piece by piece. */
export async function* piecesOf(db: Database, importId: number): AsyncGenerator<Buffer> {
  for (let nr = 0; ; nr++) {
    const piece = await pieceOf(db, importId, nr)
    if (piece === undefined) return
    yield await unpack(Buffer.from(piece, 'base64'))
  }
}
