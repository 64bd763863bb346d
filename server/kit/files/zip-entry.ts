import { once } from 'node:events'
import { crc32, createDeflateRaw } from 'node:zlib'
import type { AsyncFlateStreamHandler, ZipInputFile } from 'fflate'

/** Deflate, in the words of zip. */
const DEFLATE = 8

/** A file of a zip that is written on as its bytes come, packed beside the thread that serves. */
export class ZipEntry implements ZipInputFile {
  readonly compression = DEFLATE
  readonly filename: string
  size = 0
  crc = 0
  /** Listener, set by the zip the entry is added to. */
  ondata?: AsyncFlateStreamHandler
  private readonly deflate = createDeflateRaw({ level: 1 })

  constructor(filename: string) {
    this.filename = filename
    this.deflate.on('data', (packed: Buffer<ArrayBuffer>) => this.ondata?.(null, packed, false))
  }

  /** Resolves when there is room for more. */
  async write(bytes: Uint8Array): Promise<void> {
    this.size += bytes.length
    this.crc = crc32(bytes, this.crc)
    if (!this.deflate.write(bytes)) await once(this.deflate, 'drain')
  }

  async end(bytes: Uint8Array): Promise<void> {
    await this.write(bytes)
    this.deflate.end()
    await once(this.deflate, 'end')
    this.ondata?.(null, new Uint8Array(), true)
  }
}
