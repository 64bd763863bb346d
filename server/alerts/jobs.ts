import type { Job } from '../kit/jobs.ts'
import { forgetOldHearing } from './evaluation/hearing.ts'
import { evaluateLeftParts, evaluateMinute } from './evaluation/minute.ts'
import { forgetProcesses, leaveEvaluation } from './evaluation/parts.ts'

export const alertJobs: Job[] = [
  {
    name: 'evaluate-alerts',
    // Messages sent at the full minute should be in.
    schedule: '3 * * * * *',
    takesRows: true,
    run: services => evaluateMinute(services),
    ended: leaveEvaluation,
  },
  {
    name: 'evaluate-left-alerts',
    schedule: '*/5 * * * * *',
    takesRows: true,
    onlyOfSeveral: true,
    run: services => evaluateLeftParts(services),
  },
  { name: 'forget-alert-processes', schedule: '0 42 3 * * *', run: async ({ db }) => void (await forgetProcesses(db)) },
  { name: 'forget-old-hearing', schedule: '0 41 3 * * *', run: forgetOldHearing },
]
