import type { Database } from '../kit/database/database.ts'

/** A device as topics and user names call it. */
export interface NamedDevice {
  id: number
  device_name: string
}

export const namedDevice = (db: Database, deviceId: number): Promise<NamedDevice | undefined> =>
  db.selectFrom('devices').select(['id', 'device_name']).where('id', '=', deviceId).executeTakeFirst()

/** The device of a printed name. */
export const deviceOfName = (db: Database, name: string): Promise<NamedDevice | undefined> =>
  db.selectFrom('devices').select(['id', 'device_name']).where('device_name', '=', name).executeTakeFirst()

/** Devices that have not told yet that they have the newest settings. */
export const devicesToTell = (db: Database): Promise<NamedDevice[]> =>
  db
    .selectFrom('device_settings')
    .innerJoin('devices', 'devices.id', 'device_settings.device_id')
    .leftJoin('device_reports', 'device_reports.device_id', 'device_settings.device_id')
    .select(['devices.id', 'devices.device_name'])
    .where(eb =>
      eb.or([
        eb('device_reports.settings_version', 'is', null),
        eb('device_reports.settings_version', '<', eb.ref('device_settings.version')),
      ]),
    )
    .execute()
