import type { Job } from '../kit/jobs.ts'
import { bringBackSince } from './deletion.ts'
import { purgeDeleted } from './deletion-store.ts'
import { purgeDeletedRounds } from './rounds/round-store.ts'

export const locationJobs: Job[] = [
  {
    name: 'purge-deleted-places',
    schedule: '0 31 3 * * *',
    run: async services => {
      const since = bringBackSince(services.now())
      await purgeDeleted(services.db, since)
      await purgeDeletedRounds(services.db, since)
    },
  },
]
