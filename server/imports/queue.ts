import type { Queue } from '../kit/queues/queues.ts'
import { importsAtWork } from './store.ts'

/** Imports that are being stored or undone; none of them fails for good. */
export const importQueue: Queue = {
  name: 'imports',
  state: async db => ({ ...(await importsAtWork(db)), failed: 0 }),
}
