import { once } from 'node:events'
import { crc32, createDeflateRaw, type DeflateRaw } from 'node:zlib'
import { type AsyncFlateStreamHandler, Zip, type ZipInputFile } from 'fflate'

/** Bytes as they are, and deflate, in the words of zip. */
const STORED = 0
const DEFLATE = 8

/** Sizes and offsets of a zip are numbers of four bytes. The library knows no ZIP64 and would cut longer ones off without a word. */
const MAX_BYTES = 2 ** 32 - 1

/** Says that a zip or a file in it is longer than the format can say: no other try makes it shorter. */
export class ZipTooLong extends Error {}

/** A zip that is written on; `take` is given its bytes as they come. */
export const openZip = (take: (bytes: Uint8Array) => void, maxBytes = MAX_BYTES) => {
  let length = 0
  const zip = new Zip((failure, bytes) => {
    if (failure) throw failure
    length += bytes.length
    take(bytes)
  })
  // Thrown to who writes: nobody waits for the packing, from which the bytes come.
  const requireRoom = (size = 0) => {
    if (length > maxBytes || size > maxBytes) throw new ZipTooLong(`a zip of ${length} bytes, a file of ${size}`)
  }
  return {
    /** Begins a file; one after the other. */
    add: (filename: string, options?: { isPacked?: boolean }): ZipEntry => {
      const entry = new ZipEntry(filename, requireRoom, options)
      zip.add(entry)
      return entry
    },
    /** Writes the list of the files at the end. Throws `ZipTooLong`. */
    end: () => {
      zip.end()
      requireRoom()
    },
  }
}

/** The same bytes without a copy. */
const asTheyAre = ({ buffer, byteOffset, length }: Uint8Array): Uint8Array<ArrayBuffer> =>
  buffer instanceof ArrayBuffer
    ? new Uint8Array(buffer, byteOffset, length)
    : new Uint8Array(new Uint8Array(buffer, byteOffset, length))

/** A file of a zip that is written on as its bytes come, packed beside the thread that serves. */
export class ZipEntry implements ZipInputFile {
  readonly compression: number
  readonly filename: string
  size = 0
  crc = 0
  /** Listener, set by the zip the entry is added to. */
  ondata?: AsyncFlateStreamHandler
  private readonly deflate: DeflateRaw | null
  private readonly requireRoom: (size: number) => void

  /** Contents that are packed already, as a picture is, are kept as they are: packing them once more takes time and saves no room. */
  constructor(filename: string, requireRoom: (size: number) => void, { isPacked = false } = {}) {
    this.filename = filename
    this.requireRoom = requireRoom
    this.compression = isPacked ? STORED : DEFLATE
    this.deflate = isPacked ? null : createDeflateRaw({ level: 1 })
    this.deflate?.on('data', (packed: Buffer<ArrayBuffer>) => this.ondata?.(null, packed, false))
  }

  /** Resolves when there is room for more. The bytes are kept as they are, so nobody may write into them later. Throws `ZipTooLong`. */
  async write(bytes: Uint8Array): Promise<void> {
    this.size += bytes.length
    this.requireRoom(this.size)
    this.crc = crc32(bytes, this.crc)
    if (!this.deflate) this.ondata?.(null, asTheyAre(bytes), false)
    else if (!this.deflate.write(bytes)) await once(this.deflate, 'drain')
  }

  async end(bytes: Uint8Array): Promise<void> {
    await this.write(bytes)
    if (this.deflate) {
      this.deflate.end()
      await once(this.deflate, 'end')
    }
    this.ondata?.(null, new Uint8Array(), true)
  }
}
