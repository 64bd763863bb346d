import type { Database } from '../../kit/database/database.ts'
import { inParts, insertRows, rowsAs } from '../../kit/database/rows-as.ts'
import type { Tables } from '../../tables.ts'

const TYPES = {
  device_id: 'bigint',
  at: 'text',
  state: 'text',
  settings: 'text',
  settings_version: 'bigint',
  settings_at: 'text',
} as const

/** Keeps reports of devices, one of each, in place of those before. */
export const keepReportRows = async (db: Database, rows: readonly Tables['device_reports'][]): Promise<void> => {
  for (const some of inParts(rows))
    await insertRows(db, 'device_reports', some, TYPES)
      .onConflict(conflict =>
        conflict.column('device_id').doUpdateSet(eb => ({
          at: eb.ref('excluded.at'),
          state: eb.ref('excluded.state'),
          settings: eb.ref('excluded.settings'),
          settings_version: eb.ref('excluded.settings_version'),
          settings_at: eb.ref('excluded.settings_at'),
        })),
      )
      .execute()
}

/** Keeps the states (JSON) of devices, one of each; when they were reported stays as it is. */
export const keepStates = async (
  db: Database,
  states: readonly Pick<Tables['device_reports'], 'device_id' | 'state'>[],
): Promise<void> => {
  for (const some of inParts(states))
    await db
      .updateTable('device_reports')
      .from(rowsAs(db, 'note', some, { device_id: 'bigint', state: 'text' }))
      .set(eb => ({ state: eb.ref('note.state') }))
      .whereRef('device_reports.device_id', '=', 'note.device_id')
      .execute()
}

/** Notes of what devices said of themselves that stands with the device; null where one did not say it. */
export interface SaidNote {
  device_id: number
  battery_percentage: number | null
  /** Seconds. */
  upload_interval: number | null
}

/** Takes over what devices said of themselves into the devices. */
export const noteReported = async (db: Database, said: readonly SaidNote[]): Promise<void> => {
  const types = { device_id: 'bigint', battery_percentage: 'double precision', upload_interval: 'bigint' } as const
  for (const some of inParts(said))
    await db
      .updateTable('devices')
      .from(rowsAs(db, 'note', some, types))
      .set(eb => ({
        battery_percentage: eb.fn.coalesce('note.battery_percentage', 'devices.battery_percentage'),
        upload_interval: eb.fn.coalesce('note.upload_interval', 'devices.upload_interval'),
      }))
      .whereRef('devices.id', '=', 'note.device_id')
      .execute()
}
