import { NEIGHBOUR_FARMS } from '#shared/rules/groups/demo-neighbours.ts'
import type { DemoGroup } from '../../groups/demo.ts'
import { isoNow, type Services } from '../../kit/services.ts'
import { publishSightChanged } from '../../users/sight-changed.ts'
import { transferPlaces } from '../owners.ts'
import { demoLocationsOfName } from '../place-store.ts'
import { putShares } from './share-store.ts'

/** Gives the neighbour of the demo farm the farms that are theirs, and shares those with the group: one to edit, one to read. */
export const shareDemoLocations = async (services: Services, { id, owner, neighbour }: DemoGroup): Promise<void> => {
  const share = { group_id: id, shared_by: neighbour.id, shared_at: isoNow(services) }
  await services.db.transaction().execute(async trx => {
    for (const may of ['edit', 'read'] as const) {
      const ids = await demoLocationsOfName(trx, NEIGHBOUR_FARMS[may])
      await transferPlaces(services, trx, ids, { from: owner.email, to: neighbour.email })
      await putShares(trx, ids, { ...share, may })
    }
  })
  publishSightChanged(services, [owner.id])
}
