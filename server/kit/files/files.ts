import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { Log } from '../services.ts'
import { openS3Files } from './files-s3.ts'

/** Whole files by name. Names are the server's own, of letters, digits, `-`, `_` and `/`. */
export interface Files {
  /** Durable once it returns. A name is written once. */
  write(name: string, bytes: Uint8Array): Promise<void>
  /** Keeps the bytes of a file of this machine, however large; durable once it returns. A name is written once. */
  writeFrom(name: string, path: string): Promise<void>
  /** Reads a file; null when there is none. */
  read(name: string): Promise<Buffer | null>
  /** Opens a file that may be large; null when there is none. Whoever does not read it to its end destroys the stream. */
  open(name: string): Promise<Readable | null>
  /** Names of all files, in no order. */
  list(): AsyncIterable<string>
  /** Removes a file; one that is not there is gone already. */
  remove(name: string): Promise<void>
}

/** Opens the folder at `path`; where a URL is given, the folder that a `file:` one names, or an S3 store. */
export const openFiles = ({
  path,
  url,
  log,
}: {
  path: string
  url?: string | undefined
  log: Pick<Log, 'error'>
}): Files => {
  if (url === undefined) return openFolder(path)
  return url.startsWith('file:') ? openFolder(fileURLToPath(url)) : openS3Files(url, log)
}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** Writes a file of the folder under another name first, so that none is ever there by half. */
const keep = async (folder: string, name: string, fillIn: (file: FileHandle) => Promise<void>): Promise<void> => {
  const path = join(folder, name)
  const made = await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const part = `${path}.${randomBytes(6).toString('hex')}.part`
  const file = await open(part, 'wx', 0o600)
  try {
    await fillIn(file)
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
}

const openFolder = (folder: string): Files => ({
  write: (name, bytes) => keep(folder, name, file => file.writeFile(bytes)),
  writeFrom: (name, path) => keep(folder, name, file => file.writeFile(createReadStream(path))),
  read: async name => {
    try {
      return await readFile(join(folder, name))
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  },
  open: async name => {
    try {
      const file = await open(join(folder, name))
      return file.createReadStream()
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  },
  list: async function* () {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(error => {
      if (isMissing(error)) return []
      throw error
    })
    for (const entry of entries)
      if (entry.isFile() && !entry.name.endsWith('.part'))
        yield relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/')
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
