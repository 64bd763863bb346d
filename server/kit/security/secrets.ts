import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits, URL-safe. Shown once; only its hash is kept. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')
