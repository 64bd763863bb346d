import { eachApart } from '../kit/each-apart.ts'
import type { Job } from '../kit/jobs.ts'
import { bringBackSince } from './deletion.ts'
import { isToPurge, locationsToPurge, purgeAreas } from './deletion-store.ts'
import { removeLocation } from './removal.ts'
import { purgeDeletedRounds } from './rounds/round-store.ts'
import { lockLocation } from './store.ts'

export const locationJobs: Job[] = [
  {
    name: 'purge-deleted-places',
    schedule: '0 31 3 * * *',
    run: async services => {
      const since = bringBackSince(services.now())
      await purgeAreas(services.db, since)
      await purgeDeletedRounds(services.db, since)
      const purge = (id: number): Promise<void> =>
        services.db.transaction().execute(async trx => {
          await lockLocation(trx, id)
          // A location may have been brought back meanwhile.
          if (!(await isToPurge(trx, id, since))) return
          await removeLocation(services, trx, id)
        })
      const ids = await locationsToPurge(services.db, since)
      await eachApart(services, ids, purge, 'a location is not deleted for good')
    },
  },
]
