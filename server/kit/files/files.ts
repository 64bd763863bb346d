import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Log } from '../services.ts'
import { openS3Files } from './files-s3.ts'

/** Whole files by name. Names are the server's own, of letters, digits, `-`, `_` and `/`. */
export interface Files {
  /** Durable once it returns. A name is written once. */
  write(name: string, bytes: Uint8Array): Promise<void>
  /** Reads a file; null when there is none. */
  read(name: string): Promise<Buffer | null>
  /** Removes a file; one that is not there is gone already. */
  remove(name: string): Promise<void>
}

/** Opens the folder at `path`, or an S3 store when a URL is given. */
export const openFiles = (options: { path: string; url?: string | undefined; log: Pick<Log, 'error'> }): Files =>
  options.url ? openS3Files(options.url, options.log) : openFolder(options.path)

const openFolder = (folder: string): Files => ({
  write: async (name, bytes) => {
    const path = join(folder, name)
    const made = await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const part = `${path}.${randomBytes(6).toString('hex')}.part`
    const file = await open(part, 'wx', 0o600)
    try {
      await file.writeFile(bytes)
      await file.sync()
      await file.close()
      await rename(part, path)
    } catch (error) {
      await file.close().catch(() => {})
      await rm(part, { force: true })
      throw error
    }
    // The file's name is on the disk only once each folder above it is that was new.
    const top = made ? dirname(made) : dirname(path)
    for (let one = dirname(path); ; one = dirname(one)) {
      await syncFolder(one)
      if (one === top || one === dirname(one)) break
    }
  },
  read: async name => {
    try {
      return await readFile(join(folder, name))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
      throw error
    }
  },
  remove: name => rm(join(folder, name), { force: true }),
})

const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
