import { existingDevices } from '../devices/devices.ts'
import type { Database } from '../kit/database/database.ts'
import { oneAtATime } from '../kit/one-at-a-time.ts'
import type { Services } from '../kit/services.ts'
import type { MeasurementRow } from '../series/measurement-rows.ts'
import type { Ingest } from './ingest.ts'
import { addLate } from './late-store.ts'

export { forgetLate, lateReadings } from './late-store.ts'

/** Older when it comes, and the hourly search for doubtful readings may be past it. */
const LATE_MS = 3_600_000

/** Times (epoch ms) of the first and last reading of each device that came after its time. */
type Late = Map<number, { first: number; last: number }>

const noteTime = (late: Late, deviceId: number, time: number): void => {
  const known = late.get(deviceId)
  late.set(deviceId, { first: Math.min(known?.first ?? time, time), last: Math.max(known?.last ?? time, time) })
}

/**
 * Wraps the way to the store so that it remembers what came late, of whatever way, so that it is judged as well: kept messages
 * of a device, and imports. `flush` writes it to the database; what a killed process had not written is not judged.
 */
export const withLateNotes = (services: Pick<Services, 'db' | 'now'>, ingest: Ingest) => {
  let late: Late = new Map()
  return {
    ...ingest,
    store: async (rows: MeasurementRow[]): Promise<void> => {
      await ingest.store(rows)
      const before = services.now() - LATE_MS
      for (const row of rows) if (row[2] < before) noteTime(late, row[0], row[2])
    },
    flush: oneAtATime(async () => {
      if (late.size === 0) return
      const taken = late
      late = new Map()
      try {
        await noteLate(services.db, taken)
      } catch (error) {
        for (const [id, { first, last }] of taken) for (const time of [first, last]) noteTime(late, id, time)
        throw error
      }
    }),
  }
}

const iso = (time: number): string => new Date(time).toISOString()

const noteLate = async (db: Database, late: Late): Promise<void> => {
  const there = await existingDevices(db, late.keys())
  const notes = [...late].filter(([id]) => there.has(id))
  await addLate(
    db,
    notes.map(([device_id, { first, last }]) => ({ device_id, start: iso(first), end: iso(last) })),
  )
}
