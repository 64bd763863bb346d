import type { Job } from '../kit/jobs.ts'
import { forgetCounts } from '../kit/limits/limits.ts'
import { isoNow } from '../kit/world.ts'
import { deleteExpired } from './store.ts'

export const userJobs: Job[] = [
  { name: 'end-expired-sessions', schedule: '0 17 3 * * *', run: world => deleteExpired(world.db, isoNow(world)) },
  {
    name: 'forget-limit-counts',
    schedule: '0 27 * * * *',
    run: async world => void (await forgetCounts(world.db, isoNow(world))),
  },
]
