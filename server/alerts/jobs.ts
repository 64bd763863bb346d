import type { Job } from '../kit/jobs.ts'
import { forgetOldHearing } from './evaluation/hearing.ts'
import { evaluateMinute } from './evaluation/minute.ts'

export const alertJobs: Job[] = [
  {
    name: 'evaluate-alerts',
    // Messages sent at the full minute should be in.
    schedule: '3 * * * * *',
    run: evaluateMinute,
  },
  { name: 'forget-old-hearing', schedule: '0 41 3 * * *', run: forgetOldHearing },
]
