import type { Became, RawTransport } from '#shared/contract/measurements/mappings.ts'
import { existingDevices } from '../../devices/devices.ts'
import { oneAtATime } from '../../kit/one-at-a-time.ts'
import type { Services } from '../../kit/services.ts'
import type { ReadMessages } from '../messages.ts'
import { crowdedOf, insertRaw, type RawRow, trimRaw } from './raw-store.ts'
import { shrink } from './shrink.ts'

export { forgetOldRaw, rawSince } from './raw-store.ts'

/** Upper bound of rows kept of a device that sends faster than they are written; the newest message is kept besides. */
const MAX_OF_A_DEVICE = 2
/** Rows of one write, and rows that may wait: looking at messages must never slow the taking of them. */
const MAX_AT_ONCE = 500
const MAX_WAITING = 5000
/** Values of a message of which is kept what became of them. */
const MAX_VALUES = 60

interface Note {
  transport: RawTransport
  /** Epoch ms. */
  at: number
  sent: unknown
  read: ReadMessages
}
interface Waiting {
  rows: RawRow[]
  /** Newest message beyond `rows`; a newer one takes its place before anything is spent on it. */
  newest: Note | null
}

/** The last messages as they came, for looking at: written in groups in the background, and lost in a crash. */
export const createRawMessages = (services: Pick<Services, 'db' | 'now' | 'log'>) => {
  const waiting = new Map<number, Waiting>()
  let rowsWaiting = 0

  /** Takes up to `MAX_AT_ONCE` rows out of the waiting ones, those that wait longest first. */
  const take = (): RawRow[] => {
    const rows: RawRow[] = []
    for (const [deviceId, one] of waiting) {
      if (rows.length >= MAX_AT_ONCE) break
      waiting.delete(deviceId)
      rowsWaiting -= one.rows.length
      rows.push(...one.rows, ...(one.newest ? [rowOf(deviceId, one.newest)] : []))
    }
    return rows
  }

  return {
    note: (deviceId: number, transport: RawTransport, sent: unknown, read: ReadMessages): void => {
      const note = { transport, at: services.now(), sent, read }
      const known = waiting.get(deviceId)
      if (known && known.rows.length >= MAX_OF_A_DEVICE) {
        known.newest = note
        return
      }
      if (rowsWaiting >= MAX_WAITING) return
      rowsWaiting++
      if (known) known.rows.push(rowOf(deviceId, note))
      else waiting.set(deviceId, { rows: [rowOf(deviceId, note)], newest: null })
    },

    /**
     * Writes what waits, up to a bound; the rest goes with the next. What cannot be written is let go. Who looks at messages waits for a
     * writing that is under way, and sees what it writes.
     */
    flush: oneAtATime(async () => {
      const rows = take()
      if (rows.length === 0) return
      await services.db.transaction().execute(async db => {
        // A device may have been deleted since.
        const there = await existingDevices(db, new Set(rows.map(row => row.device_id)))
        const kept = rows.filter(row => there.has(row.device_id))
        if (kept.length > 0) await insertRaw(db, kept)
        await trimRaw(db, await crowdedOf(db, [...there]))
      })
    }),
  }
}
export type RawMessages = ReturnType<typeof createRawMessages>

const rowOf = (device_id: number, { transport, at, sent, read }: Note): RawRow => {
  const { body, cut } = shrink(sent)
  const became: Became[] = [
    ...read.readings
      .slice(0, MAX_VALUES)
      .map(({ key, value, path }) => ({ path: path ?? key, abbreviation: key, value, code: null })),
    ...read.rejections.slice(0, MAX_VALUES).map(({ field, code, path }) => ({
      path: (path ?? field).slice(0, 200),
      abbreviation: path ? field : null,
      value: null,
      code,
    })),
  ]
  return {
    device_id,
    at: new Date(at).toISOString(),
    earliest: new Date(read.readings.reduce((first, { time }) => Math.min(first, time), at)).toISOString(),
    door: transport,
    body,
    cut: cut ? 1 : 0,
    accepted: read.readings.length,
    refused: read.rejections.length,
    became: JSON.stringify(became),
  }
}
