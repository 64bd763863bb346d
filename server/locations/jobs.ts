import type { Job } from '../kit/jobs.ts'
import { bringBackSince } from './deletion.ts'
import { purgeDeleted } from './deletion-store.ts'

export const locationJobs: Job[] = [
  {
    name: 'purge-deleted-places',
    schedule: '0 31 3 * * *',
    run: services => purgeDeleted(services.db, bringBackSince(services.now())),
  },
]
