import { createHash } from 'node:crypto'
import type { Database } from '../kit/database/database.ts'
import { pushKeysOf } from './push-key-store.ts'

/** Mark of this installation among others, by its key: it stays through restarts, updates and a restored backup. */
export const installationMark = async (db: Database): Promise<string> =>
  createHash('sha256')
    .update((await pushKeysOf(db)).public_key)
    .digest('hex')
    .slice(0, 16)
