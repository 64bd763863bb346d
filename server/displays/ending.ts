import { DAY_MS } from '#shared/rules/time/units.ts'
import type { Database } from '../kit/database/database.ts'
import type { Job } from '../kit/jobs.ts'
import { everyOwnedByAddresses } from '../locations/access.ts'
import type { OwnersChange } from '../locations/owners.ts'
import { deleteDisplays, deleteDisplaysEndedBefore, deleteDisplaysMadeBy, everyDisplay } from './store.ts'

/** Time for which an ended display stays in the list of its location. */
const SHOWN_MS = 90 * DAY_MS

/**
 * Displays end with the ownership of who made them. A link that was left behind would show the location again once its maker owns it
 * again, and counts until then towards a quota of theirs in no list that they see.
 */
export const endDisplaysWithOwnership: OwnersChange = async (_, trx, locationIds, gone) => {
  if (gone.length > 0) await deleteDisplaysMadeBy(trx, locationIds, gone)
}

/** Deletes displays of former owners that a process of the release before left behind. */
const deleteDisplaysOfFormerOwners = async (db: Database): Promise<void> => {
  const displays = await everyDisplay(db)
  const owned = await everyOwnedByAddresses(
    db,
    displays.map(({ maker_email }) => maker_email),
  )
  const left = displays.filter(({ maker_email, location_id }) => !owned.get(maker_email)?.has(location_id))
  await deleteDisplays(
    db,
    left.map(({ id }) => id),
  )
}

export const displayJobs: Job[] = [
  {
    name: 'forget-ended-displays',
    schedule: '0 43 3 * * *',
    run: async ({ db, now }) => {
      await deleteDisplaysEndedBefore(db, new Date(now() - SHOWN_MS).toISOString())
      await deleteDisplaysOfFormerOwners(db)
    },
  },
]
