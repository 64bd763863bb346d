import type { Job } from '../kit/jobs.ts'
import { forgetReports, makeReports } from './make-reports.ts'
import { runSchedules } from './run-schedules.ts'

export const reportJobs: Job[] = [
  { name: 'run-report-schedules', schedule: '*/5 * * * * *', run: runSchedules },
  { name: 'make-reports', schedule: '*/2 * * * * *', run: makeReports },
  { name: 'forget-reports', schedule: '47 * * * * *', run: forgetReports },
]
