import type { Job } from '../kit/jobs.ts'
import { forgetReports, makeReports } from './make-reports.ts'
import { runSchedules } from './run-schedules.ts'

export const reportJobs: Job[] = [
  { name: 'run-report-schedules', schedule: '*/5 * * * * *', takesRows: true, run: runSchedules },
  { name: 'make-reports', schedule: '*/2 * * * * *', takesRows: true, run: makeReports },
  { name: 'forget-reports', schedule: '47 * * * * *', run: forgetReports },
]
