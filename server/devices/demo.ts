import type { World } from '../kit/world.ts'
import { removeDevices } from './removal.ts'
import { demoDeviceIds } from './store.ts'

export const deleteDemoDevices = async (world: World): Promise<void> =>
  removeDevices(world, await demoDeviceIds(world.db))
