import { DAY_MS } from '#shared/rules/time/units.ts'
import type { Job } from '../kit/jobs.ts'
import { deleteOldInvitations } from './invitation-store.ts'

/** Time for which a link of an invitation still says why it does nothing any more. */
const KEPT_MS = 30 * DAY_MS

export const groupJobs: Job[] = [
  {
    name: 'forget-invitations',
    schedule: '0 37 3 * * *',
    run: async services => {
      await deleteOldInvitations(services.db, new Date(services.now() - KEPT_MS).toISOString())
    },
  },
]
