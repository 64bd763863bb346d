import { setTimeout } from 'node:timers/promises'
import { freeBytes, returnPages } from '../kit/database/size-store.ts'
import type { Job, Turn } from '../kit/jobs.ts'
import type { Services } from '../kit/services.ts'

/** Bytes that may stay free: the file would take them again within days. */
const LEFT_FREE = 4_000_000
/** Pages given back at once: some 20 ms, in which nobody else is answered. */
const PAGES = 100
const PAUSE_MS = 50

/** Gives the room of deleted rows back to the disk, bit by bit, until little is free or nothing more comes of it. */
export const returnFreeRoom = async ({ db }: Services, turn?: Turn): Promise<void> => {
  let free = await freeBytes(db)
  while (free > LEFT_FREE && !turn?.signal.aborted) {
    await returnPages(db, PAGES)
    const left = await freeBytes(db)
    if (left >= free) return
    free = left
    await setTimeout(PAUSE_MS)
  }
}

export const operationsJobs: Job[] = [{ name: 'return-free-room', schedule: '0 11 4 * * *', run: returnFreeRoom }]
