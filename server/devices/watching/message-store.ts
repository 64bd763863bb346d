import { sql } from 'kysely'
import type { Database } from '../../kit/database/database.ts'
import { inParts, rowsAs } from '../../kit/database/rows-as.ts'

export interface MessageNote {
  device_id: number
  /** Time of the newest message with a value (ISO 8601); null when it only called, with no value taken. */
  last_message_at: string | null
  last_seen_at: string
  /** Time the newest of its values arrived (ISO 8601); null when none was taken. */
  last_value_at: string | null
  battery_percentage: number | null
  /** Time of that charge (ISO 8601), which may be in a message before the newest. */
  battery_at: string | null
}

const COLUMNS = {
  device_id: 'bigint',
  last_message_at: 'text',
  last_seen_at: 'text',
  last_value_at: 'text',
  battery_percentage: 'double precision',
  battery_at: 'text',
} as const

/** A back-fill is no news: the newest message stays the newest, and so does the battery. A note without a message is none either. */
const isNewer = sql<boolean>`(devices.last_message_at IS NULL OR devices.last_message_at < note.last_message_at)
  AND note.last_message_at IS NOT NULL`

/** Notes what the newest messages of devices tell about them, one note of each: a statement, however many they are. */
export const noteMessages = async (db: Database, notes: readonly MessageNote[]): Promise<void> => {
  for (const some of inParts(notes))
    await db
      .updateTable('devices')
      .from(rowsAs(db, 'note', some, COLUMNS))
      .set({
        last_seen_at: sql<string>`note.last_seen_at`,
        last_value_at: sql<string>`CASE WHEN devices.last_value_at IS NULL OR devices.last_value_at < note.last_value_at
          THEN note.last_value_at ELSE devices.last_value_at END`,
        last_message_at: sql<string>`CASE WHEN ${isNewer} THEN note.last_message_at ELSE devices.last_message_at END`,
        battery_percentage: sql<number>`CASE WHEN note.battery_percentage IS NOT NULL
          AND (devices.last_message_at IS NULL OR devices.last_message_at < note.battery_at)
          THEN note.battery_percentage ELSE devices.battery_percentage END`,
      })
      .whereRef('devices.id', '=', 'note.device_id')
      .execute()
}
