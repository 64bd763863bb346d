import type { Database } from '../kit/database/database.ts'

const isNumber = (name: string): boolean => /^\d+$/.test(name)
const LONGEST_ID = 9

/** A device as topics and user names call it. */
export interface NamedDevice {
  id: number
  device_name: string
}

/** The device that a topic or a user name means: by its id, or by its printed name where that is no number. */
export const deviceNamed = async (db: Database, name: string): Promise<NamedDevice | null> => {
  if (isNumber(name) && name.length > LONGEST_ID) return null
  const query = db.selectFrom('devices').select(['id', 'device_name'])
  const row = isNumber(name)
    ? await query.where('id', '=', Number(name)).executeTakeFirst()
    : await query.where('device_name', '=', name.replaceAll('\0', '')).executeTakeFirst()
  return row ?? null
}

export const namedDevice = (db: Database, deviceId: number): Promise<NamedDevice | undefined> =>
  db.selectFrom('devices').select(['id', 'device_name']).where('id', '=', deviceId).executeTakeFirst()

/** Names of a device in topics: its id, and its printed name unless MQTT or an id would read it otherwise. */
export const topicNames = ({ id, device_name }: NamedDevice): string[] =>
  isNumber(device_name) || /[/+#\0]/.test(device_name) ? [String(id)] : [String(id), device_name]

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
