import type { Job } from '../kit/jobs.ts'
import { findInsights } from './find.ts'
import { forgetRuns } from './insight-store.ts'

const KEPT = 60 * 86_400_000

export const insightJobs: Job[] = [
  {
    name: 'find-insights',
    // Runs after the doubtful readings of the hour are marked.
    schedule: '50 12,42 * * * *',
    run: findInsights,
  },
  {
    name: 'forget-insight-runs',
    schedule: '0 43 3 * * *',
    run: async services => {
      await forgetRuns(services.db, new Date(services.now() - KEPT).toISOString().slice(0, 10))
    },
  },
]
