import type { Job } from '../kit/jobs.ts'
import { refusalsSince } from './present.ts'
import { deleteOldLost } from './watching/lost-store.ts'
import { deleteOldRefusals } from './watching/refusal-store.ts'

export const deviceJobs: Job[] = [
  {
    name: 'forget-old-refusals',
    schedule: '0 23 3 * * *',
    run: async services => {
      await deleteOldRefusals(services.db, refusalsSince(services.now()))
      await deleteOldLost(services.db, refusalsSince(services.now()))
    },
  },
]
