import type { World } from '../kit/world.ts'
import { forgetKeys } from './keys.ts'
import type { NamedDevice } from './mqtt.ts'

const DEVICE_DELETED = 'device-deleted'

/** Deletes devices with their keys, rentals and placements, and tells who keeps something of them elsewhere. */
export const removeDevices = async (world: World, ids: number[]): Promise<void> => {
  if (ids.length === 0) return
  const gone = await world.db.deleteFrom('devices').where('id', 'in', ids).returning(['id', 'device_name']).execute()
  forgetKeys(world)
  for (const device of gone) world.bus.publish(DEVICE_DELETED, device)
}

export const onDeviceRemoved = (world: Pick<World, 'bus'>, listener: (deviceId: number, device: NamedDevice) => void) =>
  world.bus.subscribe<NamedDevice>(DEVICE_DELETED, device => listener(device.id, device))
