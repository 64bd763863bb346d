import type { Job } from '../kit/jobs.ts'
import { refusalsSince } from './present.ts'
import { deleteOldLost } from './watching/lost-store.ts'
import { deleteOldRefusals } from './watching/refusal-store.ts'

export const deviceJobs: Job[] = [
  {
    name: 'forget-old-refusals',
    schedule: '0 23 3 * * *',
    run: async world => {
      await deleteOldRefusals(world.db, refusalsSince(world.now()))
      await deleteOldLost(world.db, refusalsSince(world.now()))
    },
  },
]
