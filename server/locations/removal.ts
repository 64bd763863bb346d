import type { Database } from '../kit/database/database.ts'
import type { Services } from '../kit/services.ts'
import { everyDemoLocationId, purgeLocation } from './deletion-store.ts'

export { everyDemoLocationId } from './deletion-store.ts'

import { endOwnership } from './owners.ts'
import { lockLocation } from './store.ts'

/** Deletes a location for good: its owners are former ones from then on. The caller holds the location. */
export const removeLocation = async (services: Services, trx: Database, id: number): Promise<void> => {
  await endOwnership(services, trx, id)
  await purgeLocation(trx, id)
}

/** Deletes the locations of the demo farm for good, as any other goes. */
export const deleteDemoLocations = async (services: Services): Promise<void> => {
  for (const id of await everyDemoLocationId(services.db))
    await services.db.transaction().execute(async trx => {
      await lockLocation(trx, id)
      await removeLocation(services, trx, id)
    })
}
