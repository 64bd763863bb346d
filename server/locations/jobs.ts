import type { Job } from '../kit/jobs.ts'
import { bringBackSince } from './deletion.ts'
import { locationsToPurge, purgeAreas, purgeLocation } from './deletion-store.ts'
import { endOwnership } from './owners.ts'
import { purgeDeletedRounds } from './rounds/round-store.ts'
import { lockLocation } from './store.ts'

export const locationJobs: Job[] = [
  {
    name: 'purge-deleted-places',
    schedule: '0 31 3 * * *',
    run: async services => {
      const since = bringBackSince(services.now())
      await purgeAreas(services.db, since)
      const failed: unknown[] = []
      for (const id of await locationsToPurge(services.db, since))
        await services.db
          .transaction()
          .execute(async trx => {
            await lockLocation(trx, id)
            // A location may have been brought back meanwhile.
            if (!(await locationsToPurge(trx, since)).includes(id)) return
            await endOwnership(services, trx, id)
            await purgeLocation(trx, id)
          })
          // A location that cannot be deleted keeps no other here.
          .catch(error => {
            failed.push(error)
            services.log.error({ err: error, location: id }, 'a location is not deleted for good')
          })
      await purgeDeletedRounds(services.db, since)
      // Things that people deleted must not stay for long: whoever runs the server hears of it.
      if (failed.length > 0) throw failed[0]
    },
  },
]
