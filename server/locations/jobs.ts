import type { Job } from '../kit/jobs.ts'
import { bringBackSince } from './deletion.ts'
import { locationsToPurge, purgeAreas, purgeLocation } from './deletion-store.ts'
import { endOwnership } from './owners.ts'
import { purgeDeletedRounds } from './rounds/round-store.ts'

export const locationJobs: Job[] = [
  {
    name: 'purge-deleted-places',
    schedule: '0 31 3 * * *',
    run: async services => {
      const since = bringBackSince(services.now())
      await purgeAreas(services.db, since)
      for (const id of await locationsToPurge(services.db, since))
        await services.db.transaction().execute(async trx => {
          await endOwnership(services, trx, id)
          await purgeLocation(trx, id)
        })
      await purgeDeletedRounds(services.db, since)
    },
  },
]
