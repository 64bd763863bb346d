import type { ExpressionBuilder } from 'kysely'
import type { Database } from '../../kit/database/database.ts'
import type { Tables } from '../../tables.ts'

export interface MessageNote {
  device_id: number
  /** Time of the newest message with a value (ISO 8601); null when it only called, with no value taken. */
  last_message_at: string | null
  last_seen_at: string
  battery_percentage: number | null
}

/** Notes what a device's newest messages tell about it. */
export const noteMessages = async (db: Database, notes: MessageNote[]): Promise<void> => {
  for (const { device_id, last_message_at, last_seen_at, battery_percentage } of notes) {
    await db
      .updateTable('devices')
      .set(eb => ({
        last_seen_at,
        ...(last_message_at === null
          ? {}
          : { last_message_at: later(eb, last_message_at), ...batteryOf(eb, last_message_at, battery_percentage) }),
      }))
      .where('id', '=', device_id)
      .execute()
  }
}

type Expressions = ExpressionBuilder<Tables, 'devices'>

/** A back-fill is no news: the newest message stays the newest, and so does its battery. */
const isNewer = (eb: Expressions, at: string) =>
  eb.or([eb('last_message_at', 'is', null), eb('last_message_at', '<', at)])

const later = (eb: Expressions, at: string) =>
  eb.case().when(isNewer(eb, at)).then(at).else(eb.ref('last_message_at')).end()

const batteryOf = (eb: Expressions, at: string, battery: number | null) =>
  battery === null
    ? {}
    : { battery_percentage: eb.case().when(isNewer(eb, at)).then(battery).else(eb.ref('battery_percentage')).end() }
