import type { World } from '../kit/world.ts'
import { forgetKeys } from './keys.ts'

const DEVICE_DELETED = 'device-deleted'

/** Deletes devices with their keys, rentals and placements, and tells who keeps something of them elsewhere. */
export const removeDevices = async (world: World, ids: number[]): Promise<void> => {
  if (ids.length === 0) return
  await world.db.deleteFrom('devices').where('id', 'in', ids).execute()
  forgetKeys(world)
  for (const id of ids) world.bus.publish(DEVICE_DELETED, id)
}

export const onDeviceRemoved = (world: Pick<World, 'bus'>, listener: (deviceId: number) => void) =>
  world.bus.subscribe<number>(DEVICE_DELETED, listener)
