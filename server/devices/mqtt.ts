import type { Database } from '../kit/database/database.ts'
import type { Services } from '../kit/services.ts'
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

const NAME_FREED = 'device-name-freed'

/** Tells that a device is no longer called so: what is kept under that name for it is another's to find. */
export const publishNameFreed = ({ bus }: Pick<Services, 'bus'>, device: NamedDevice): void =>
  bus.publish(NAME_FREED, device)

export const onNameFreed = ({ bus }: Pick<Services, 'bus'>, listener: (device: NamedDevice) => void) =>
  bus.subscribe<NamedDevice>(NAME_FREED, listener)
