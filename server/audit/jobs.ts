import { DAY_MS } from '#shared/rules/time/units.ts'
import type { Job } from '../kit/jobs.ts'
import { deleteEntriesBefore } from './audit-store.ts'

export const auditJobs: Job[] = [
  {
    name: 'forget-old-audit',
    schedule: '0 42 3 * * *',
    run: async ({ db, now, environment }) => {
      const kept = environment.AUDIT_KEPT_DAYS * DAY_MS
      await deleteEntriesBefore(db, new Date(now() - kept).toISOString())
    },
  },
]
