import type { QueueName } from '#shared/contract/operations.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import type { Database } from '../database/database.ts'
import { type MadeFile, madeFiles } from './queue-store.ts'

/** State of a queue: what waits or is worked on, since when (ISO 8601), and what failed for good within a day. */
export interface QueueState {
  waiting: number
  oldest_at: string | null
  failed: number
}

/** Work that waits in a table until a process takes it. `state` is asked with the time it is (epoch ms). */
export interface Queue {
  name: QueueName
  state(db: Database, now: number): Promise<QueueState>
}

/** Time (ISO 8601) since which what failed is counted. */
export const failedSince = (now: number): string => new Date(now - DAY_MS).toISOString()

/** Queue of files that are made for whoever asked: rows that wait, run, are ready or failed. */
export const queueOfFiles = (name: QueueName, table: MadeFile): Queue => ({
  name,
  state: (db, now) => madeFiles(db, table, failedSince(now)),
})
