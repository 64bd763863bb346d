import { ownersOf } from '../locations/access.ts'
import type { OwnersChange } from '../locations/owners.ts'
import { deleteFloorPlansOf } from './store.ts'

/** Deletes the floor plans of locations that nobody owns any more; the job for photos removes their pictures. */
export const deletePlansWithOwnership: OwnersChange = async (_, trx, locationIds) => {
  const owned = new Set((await ownersOf(trx, locationIds)).map(({ location_id }) => location_id))
  await deleteFloorPlansOf(
    trx,
    locationIds.filter(id => !owned.has(id)),
  )
}
