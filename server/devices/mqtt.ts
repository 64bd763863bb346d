import type { Database } from '../kit/database/database.ts'
import { deviceOfName, type NamedDevice, namedDevice } from './named-device-store.ts'

export { devicesToTell, type NamedDevice, namedDevice } from './named-device-store.ts'

const isNumber = (name: string): boolean => /^\d+$/.test(name)
const LONGEST_ID = 9

/** The device that a topic or a user name means: by its id, or by its printed name where that is no number. */
export const deviceNamed = async (db: Database, name: string): Promise<NamedDevice | null> => {
  if (isNumber(name) && name.length > LONGEST_ID) return null
  const row = isNumber(name) ? await namedDevice(db, Number(name)) : await deviceOfName(db, name.replaceAll('\0', ''))
  return row ?? null
}

/** Names of a device in topics: its id, and its printed name unless MQTT or an id would read it otherwise. */
export const topicNames = ({ id, device_name }: NamedDevice): string[] =>
  isNumber(device_name) || /[/+#\0]/.test(device_name) ? [String(id)] : [String(id), device_name]
