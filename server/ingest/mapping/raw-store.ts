import type { Became, RawTransport } from '#shared/contract/measurements/mappings.ts'
import type { Database } from '../../kit/database/database.ts'
import { inIds } from '../../kit/database/in-ids.ts'
import { insertRows } from '../../kit/database/rows-as.ts'

const DAYS_KEPT = 7
/** Messages of a device that are kept for looking at. */
export const MAX_KEPT = 50

export const rawSince = (now: number): string => new Date(now - DAYS_KEPT * 86_400_000).toISOString()

export interface RawRow {
  device_id: number
  /** ISO 8601. */
  at: string
  /** ISO 8601, of the earliest value in it; never after `at`. */
  earliest: string
  door: RawTransport
  /** JSON. */
  body: string
  cut: number
  accepted: number
  refused: number
  /** JSON of `Became[]`. */
  became: string
}

const TYPES = {
  device_id: 'bigint',
  at: 'text',
  earliest: 'text',
  door: 'text',
  body: 'text',
  cut: 'bigint',
  accepted: 'bigint',
  refused: 'bigint',
  became: 'text',
} as const

/** Writes messages, of devices that are there. */
export const insertRaw = (db: Database, rows: readonly RawRow[]) =>
  insertRows(db, 'raw_messages', rows, TYPES).execute()

/** Messages beyond those that are kept, before a device is trimmed. */
const TRIM_AFTER = 25
/** Devices trimmed at once: more than can become crowded by one write, so that what is kept never grows faster than what goes. */
const MAX_TRIMS = 100

/** Devices of which so many messages are there that they are due to be trimmed, whichever process wrote them. */
export const crowdedOf = async (db: Database, deviceIds: readonly number[]): Promise<number[]> => {
  const rows = await db
    .selectFrom('raw_messages')
    .select('device_id')
    .where('device_id', 'in', inIds(db, deviceIds))
    .groupBy('device_id')
    .having(eb => eb(eb.fn.countAll(), '>=', MAX_KEPT + TRIM_AFTER))
    .orderBy('device_id')
    .limit(MAX_TRIMS)
    .execute()
  return rows.map(row => row.device_id)
}

/** Keeps the newest of each of these devices. */
export const trimRaw = async (db: Database, deviceIds: readonly number[]): Promise<void> => {
  if (deviceIds.length === 0) return
  await db
    .deleteFrom('raw_messages')
    .where('device_id', 'in', inIds(db, deviceIds))
    .where('id', '<=', eb =>
      eb
        .selectFrom('raw_messages as newest')
        .select('newest.id')
        .whereRef('newest.device_id', '=', 'raw_messages.device_id')
        .orderBy('newest.id', 'desc')
        .offset(MAX_KEPT)
        .limit(1),
    )
    .execute()
}

/** The newest first. */
export const rawMessagesOf = async (db: Database, deviceId: number, since: string) => {
  const rows = await db
    .selectFrom('raw_messages')
    .selectAll()
    .where('device_id', '=', deviceId)
    .where('at', '>=', since)
    .orderBy('id', 'desc')
    .limit(MAX_KEPT)
    .execute()
  return rows.map(row => ({
    ...row,
    door: row.door as RawTransport,
    cut: row.cut === 1,
    became: JSON.parse(row.became) as Became[],
  }))
}

export const forgetOldRaw = async (db: Database, before: string): Promise<void> => {
  await db.deleteFrom('raw_messages').where('at', '<', before).execute()
}
