import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes, scrypt } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { z } from 'zod'

/** A piece of a backup, as it lies in the folder. */
export const StoredObject = z.object({ object: z.string(), bytes: z.number(), sha256: z.string() })
export type StoredObject = z.infer<typeof StoredObject>

const Header = z.object({ version: z.literal(1), encrypted: z.boolean(), salt: z.string(), proof: z.string() })

/** Cost of the key: 64 MB and some tenths of a second for each guess. */
const SCRYPT = { N: 2 ** 16, r: 8, p: 1, maxmem: 128 * 1024 * 1024 }
const MAGIC = Buffer.from('BBK1')
const [SALT_BYTES, TAG_BYTES] = [16, 16]
/** A key of its own for each piece, so that no nonce is ever used twice under one. */
const NONCE = Buffer.alloc(12)
const PROOF = 'proof of the passphrase'

/** Error of a piece that is not there as it was written. */
export class DamagedPiece extends Error {}

/** Ending of the file that says beside a piece that it is damaged. */
const DAMAGED = '.damaged'

/** Folder of backups: pieces by name, each written once, and a list of pieces for each backup. All of it is packed, and encrypted where a passphrase is set. */
export interface Vault {
  /** Takes the folder for one installation for good: another would remove pieces as those of no backup. Throws a sentence. */
  claim(installation: string): Promise<void>
  /** Tells whether a piece is there, and nobody has found that it is damaged. */
  has(object: string): boolean
  /** Notes that a piece is damaged: the next backup copies what was in it anew. It stays, for whom a part of it is better than nothing. */
  noteDamaged(object: string): Promise<void>
  /** Keeps a piece; durable when it returns. */
  write(object: string, content: Readable): Promise<StoredObject>
  /** Unpacks a piece into a file. Throws where anything of it is not as it was written: `DamagedPiece` where the folder has lost it. */
  read(piece: StoredObject, path: string): Promise<void>
  writeList(name: string, list: string): Promise<void>
  readList(name: string): Promise<string>
  /** Names of backups, the oldest first. */
  lists(): Promise<string[]>
  removeList(name: string): Promise<void>
  /** Removes pieces that are not among these. */
  keepOnly(objects: ReadonlySet<string>): Promise<void>
}

/** Opens a folder of backups, or makes it. Throws a sentence for people where the passphrase does not fit. */
export const openVault = async (folder: string, passphrase: string | undefined): Promise<Vault> => {
  await mkdir(join(folder, 'objects'), { recursive: true, mode: 0o700 })
  await mkdir(join(folder, 'backups'), { recursive: true, mode: 0o700 })
  const key = await keyOf(folder, passphrase)
  const pathOf = (object: string) => join(folder, 'objects', object.slice(0, 2), object)
  const listOf = (name: string) => join(folder, 'backups', `${name}.list`)

  const seal = async (id: string, path: string, content: Readable): Promise<Omit<StoredObject, 'object'>> => {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const part = `${path}.${randomBytes(6).toString('hex')}.part`
    const hash = createHash('sha256')
    let bytes = 0
    const count = new Transform({
      transform(chunk, _, done) {
        hash.update(chunk)
        bytes += chunk.length
        done(null, chunk)
      },
    })
    try {
      await pipeline(content, createZstdCompress(), sealed(key, id), count, createWriteStream(part, { mode: 0o600 }))
      for (const one of [part, dirname(path)]) await sync(one)
      await rename(part, path)
      await sync(dirname(path))
    } catch (error) {
      await rm(part, { force: true })
      throw error
    }
    return { bytes, sha256: hash.digest('hex') }
  }

  return {
    claim: async installation => {
      const path = join(folder, 'installation')
      if (!existsSync(path)) await writeFile(path, installation, { mode: 0o600, flag: 'wx' })
      if ((await readFile(path, 'utf8')) !== installation)
        throw new Error(`${folder} holds the backups of another installation: set BACKUP_DIR to a folder of its own.`)
    },
    has: object => existsSync(pathOf(object)) && !existsSync(pathOf(object) + DAMAGED),
    noteDamaged: async object => {
      await mkdir(dirname(pathOf(object)), { recursive: true, mode: 0o700 })
      await writeFile(pathOf(object) + DAMAGED, '', { mode: 0o600 })
    },
    write: async (object, content) => ({ object, ...(await seal(object, pathOf(object), content)) }),
    read: async ({ object, sha256 }, path) => {
      if (!existsSync(pathOf(object))) throw new DamagedPiece(`The piece ${object} of the backup is gone.`)
      const hash = createHash('sha256')
      for await (const chunk of createReadStream(pathOf(object))) hash.update(chunk as Buffer)
      if (hash.digest('hex') !== sha256) throw new DamagedPiece(`The piece ${object} of the backup is damaged.`)
      await unseal(key, object, pathOf(object), path)
    },
    writeList: async (name, list) => void (await seal(name, listOf(name), Readable.from([Buffer.from(list)]))),
    readList: async name => {
      const path = `${listOf(name)}.${randomBytes(6).toString('hex')}.read`
      try {
        await unseal(key, name, listOf(name), path)
        return await readFile(path, 'utf8')
      } finally {
        await rm(path, { force: true })
      }
    },
    lists: async () =>
      (await readdir(join(folder, 'backups')))
        .filter(file => file.endsWith('.list'))
        .map(file => file.slice(0, -5))
        .sort(),
    removeList: name => rm(listOf(name), { force: true }),
    keepOnly: async objects => {
      for (const entry of await readdir(join(folder, 'objects'), { recursive: true, withFileTypes: true }))
        if (entry.isFile() && !objects.has(entry.name.replace(DAMAGED, '')))
          await rm(join(entry.parentPath, entry.name), { force: true })
    },
  }
}

const sync = async (path: string): Promise<void> => {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Key of a folder; null for one that is not encrypted. A backup once begun with a passphrase goes on with the same. */
const keyOf = async (folder: string, passphrase: string | undefined): Promise<Buffer | null> => {
  const path = join(folder, 'vault.json')
  if (!existsSync(path)) {
    const salt = randomBytes(SALT_BYTES).toString('hex')
    const key = passphrase === undefined ? null : await stretched(passphrase, salt)
    const header = { version: 1, encrypted: key !== null, salt, proof: key === null ? '' : proofOf(key) }
    await writeFile(path, JSON.stringify(header), { mode: 0o600, flag: 'wx' })
    return key
  }
  const { encrypted, salt, proof } = Header.parse(JSON.parse(await readFile(path, 'utf8')))
  if (encrypted !== (passphrase !== undefined))
    throw new Error(
      encrypted
        ? `The backups in ${folder} are encrypted: set BACKUP_PASSPHRASE.`
        : `The backups in ${folder} are not encrypted, but BACKUP_PASSPHRASE is set: take another folder for encrypted ones.`,
    )
  if (passphrase === undefined) return null
  const key = await stretched(passphrase, salt)
  if (proofOf(key) !== proof) throw new Error(`BACKUP_PASSPHRASE does not fit the backups in ${folder}.`)
  return key
}

/** Key of a passphrase, worked out beside the thread of the server: it may answer calls meanwhile. */
const stretched = (passphrase: string, salt: string): Promise<Buffer> =>
  new Promise((resolve, reject) =>
    scrypt(passphrase.normalize('NFC'), Buffer.from(salt, 'hex'), 32, SCRYPT, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  )
const derived = (key: Buffer, salt: Buffer, info: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, `barnometer backup ${info}`, 32))
const proofOf = (key: Buffer): string => derived(key, Buffer.alloc(SALT_BYTES), PROOF).toString('hex')

/** Encrypts what flows through (AES-256-GCM), bound to the name of the piece; without a key it only says what it is. */
const sealed = (key: Buffer | null, id: string): Transform => {
  const salt = randomBytes(SALT_BYTES)
  const cipher = key === null ? null : createCipheriv('aes-256-gcm', derived(key, salt, id), NONCE)
  let isBegun = false
  return new Transform({
    transform(chunk, _, done) {
      if (!isBegun) this.push(Buffer.concat([MAGIC, salt]))
      isBegun = true
      done(null, cipher === null ? chunk : cipher.update(chunk))
    },
    flush(done) {
      if (!isBegun) this.push(Buffer.concat([MAGIC, salt]))
      if (cipher !== null) this.push(Buffer.concat([cipher.final(), cipher.getAuthTag()]))
      done()
    },
  })
}

/** Unpacks a piece into a file, which is there only when all of the piece was genuine. */
const unseal = async (key: Buffer | null, id: string, from: string, to: string): Promise<void> => {
  const { size } = await stat(from)
  const file = await open(from, 'r')
  const head = Buffer.alloc(MAGIC.length + SALT_BYTES)
  const tag = Buffer.alloc(TAG_BYTES)
  const end = key === null ? size : size - TAG_BYTES
  try {
    await file.read(head, 0, head.length, 0)
    if (key !== null) await file.read(tag, 0, TAG_BYTES, Math.max(0, end))
  } finally {
    await file.close()
  }
  if (!head.subarray(0, MAGIC.length).equals(MAGIC)) throw new Error(`${from} is no piece of a backup.`)
  const content = createReadStream(from, { start: head.length, end: Math.max(head.length, end) - 1 })
  const part = `${to}.part`
  try {
    const opened =
      key === null
        ? []
        : [createDecipheriv('aes-256-gcm', derived(key, head.subarray(MAGIC.length), id), NONCE).setAuthTag(tag)]
    await pipeline([content, ...opened, createZstdDecompress(), createWriteStream(part, { mode: 0o600 })])
    await rename(part, to)
  } catch (error) {
    await rm(part, { force: true })
    throw new Error(`The piece ${id} of the backup cannot be read.`, { cause: error })
  }
}
