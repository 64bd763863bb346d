import type { Database } from '../../kit/database/database.ts'
import { existingDevices } from '../store.ts'
import { addLost, keepCounters, newestCountersOf } from './lost-store.ts'

/** Numbers of a device's messages, in the order of arrival; null where it joined its network anew. */
export type Counters = (number | null)[]

/** A message this far behind the newest was held up on its way; one further back is a device that counts anew. */
const LATE = 8
/** Upper bound of one gap: more than this was not lost one by one, and the count stays a number any store keeps. */
const MAX_LOST = 65_535

/**
 * Counts messages by their numbers: `heard` those that came, `lost` those between them that did not, `last` the newest number. The
 * first after a join, or of a device nobody heard before, says nothing of what was before it; the same number twice is one message.
 */
export const countMessages = (before: number | null, counters: Counters) => {
  let [last, heard, lost] = [before, 0, 0]
  for (const counter of counters) {
    const ahead = counter === null || last === null ? null : counter - last
    if (counter === null) last = null
    else if (ahead === null || ahead > 0 || ahead < -LATE || counter === 0) {
      if (ahead === 0) continue
      heard += 1
      if (ahead !== null && ahead > 0) lost += Math.min(MAX_LOST, ahead - 1)
      last = counter
    } else if (ahead < 0) {
      heard += 1
      // The message had been counted as lost.
      lost -= 1
    }
  }
  return { last, heard, lost }
}

/** Notes what came since the last time. */
export const noteCounters = async (db: Database, notes: Map<number, Counters>, at: string): Promise<void> => {
  if (notes.size === 0) return
  // A device may have been deleted since.
  const there = [...(await existingDevices(db, notes.keys()))]
  const before = await newestCountersOf(db, there)
  const counted = there.map(id => ({
    device_id: id,
    ...countMessages(before.get(id) ?? null, notes.get(id) ?? []),
  }))
  await keepCounters(
    db,
    counted.map(({ device_id, last }) => ({ device_id, counter: last })),
  )
  await addLost(
    db,
    counted
      .filter(({ heard }) => heard > 0)
      .map(({ device_id, heard, lost }) => ({ device_id, day: at.slice(0, 10), heard, lost, last_time: at })),
  )
}
