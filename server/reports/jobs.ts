import type { Job } from '../kit/jobs.ts'
import { forgetReports, makeReports } from './make-reports.ts'

export const reportJobs: Job[] = [
  { name: 'make-reports', schedule: '*/2 * * * * *', run: makeReports },
  { name: 'forget-reports', schedule: '47 * * * * *', run: forgetReports },
]
