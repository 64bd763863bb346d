import { once } from 'node:events'
import { crc32, createDeflateRaw, type DeflateRaw } from 'node:zlib'
import type { AsyncFlateStreamHandler, ZipInputFile } from 'fflate'

/** Bytes as they are, and deflate, in the words of zip. */
const STORED = 0
const DEFLATE = 8

/** A file of a zip that is written on as its bytes come, packed beside the thread that serves. */
export class ZipEntry implements ZipInputFile {
  readonly compression: number
  readonly filename: string
  size = 0
  crc = 0
  /** Listener, set by the zip the entry is added to. */
  ondata?: AsyncFlateStreamHandler
  private readonly deflate: DeflateRaw | null

  /** Contents that are packed already, as a picture is, are kept as they are: packing them once more takes time and saves no room. */
  constructor(filename: string, { isPacked = false } = {}) {
    this.filename = filename
    this.compression = isPacked ? STORED : DEFLATE
    this.deflate = isPacked ? null : createDeflateRaw({ level: 1 })
    this.deflate?.on('data', (packed: Buffer<ArrayBuffer>) => this.ondata?.(null, packed, false))
  }

  /** Resolves when there is room for more. */
  async write(bytes: Uint8Array): Promise<void> {
    this.size += bytes.length
    this.crc = crc32(bytes, this.crc)
    if (!this.deflate) this.ondata?.(null, new Uint8Array(bytes), false)
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
