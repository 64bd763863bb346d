import type { Job } from '../kit/jobs.ts'
import { evaluateMinute } from './minute.ts'

export const alertJobs: Job[] = [
  {
    name: 'evaluate-alerts',
    // What was sent at the full minute should be in.
    schedule: '3 * * * * *',
    run: evaluateMinute,
  },
]
