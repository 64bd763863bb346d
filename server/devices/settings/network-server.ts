import type { Database } from '../../kit/database/database.ts'
import { openChanges } from './setting-store.ts'

export { claimSending, type DownlinkRoute, endSending, keepRoute, routeOf } from './downlink-store.ts'

/** The interval in seconds that waits for the device, with the id of its change. */
export const pendingInterval = async (db: Database, deviceId: number) => {
  const change = (await openChanges(db, deviceId)).find(
    ({ field, state }) => field === 'upload_interval' && state === 'pending',
  )
  const seconds = change && JSON.parse(change.value ?? 'null')
  return change && typeof seconds === 'number' ? { id: change.id, seconds } : null
}
