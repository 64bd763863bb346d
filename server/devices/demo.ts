import type { Database } from '../kit/database/database.ts'
import type { Services } from '../kit/services.ts'
import { removeDevices } from './removal.ts'
import { demoDeviceIds } from './store.ts'

export const deleteDemoDevices = async (services: Services): Promise<void> =>
  removeDevices(services, await demoDeviceIds(services.db))

export const hasDemoDevices = async (db: Database): Promise<boolean> => (await demoDeviceIds(db)).length > 0
