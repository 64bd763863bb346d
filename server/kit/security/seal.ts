import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import type { Services } from '../services.ts'
import { secretNamed } from './secret-store.ts'
import { newSecret } from './secrets.ts'

const NONCE = 12
const TAG = 16

export interface Seal {
  /** Encrypts a text that the server needs again, such as the token of another service. */
  close(text: string): Promise<string>
  /** Text that was closed; throws where it was changed. */
  open(sealed: string): Promise<string>
}

/**
 * Seal of one purpose (AES-256-GCM). Its key lies in the same database, so it keeps a text from whoever reads one table, a log or a
 * copy of rows, and not from whoever has the whole database.
 */
export const createSeal = (services: Pick<Services, 'db'>, purpose: string): Seal => {
  const key = async () =>
    createHash('sha256')
      .update(await secretNamed(services.db, purpose, newSecret()))
      .digest()
  return {
    close: async text => {
      const nonce = randomBytes(NONCE)
      const cipher = createCipheriv('aes-256-gcm', await key(), nonce)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
    },
    open: async sealed => {
      const bytes = Buffer.from(sealed, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', await key(), bytes.subarray(0, NONCE))
      decipher.setAuthTag(bytes.subarray(NONCE, NONCE + TAG))
      return Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]).toString('utf8')
    },
  }
}
