import type { Job } from '../kit/jobs.ts'
import { sendDeposits } from './deposits/send-deposits.ts'
import { forgetSnapshots, makeSnapshots } from './make-snapshots.ts'

export const snapshotJobs: Job[] = [
  { name: 'make-snapshots', schedule: '*/5 * * * * *', takesRows: true, run: makeSnapshots },
  { name: 'send-deposits', schedule: '*/5 * * * * *', takesRows: true, run: sendDeposits },
  { name: 'forget-snapshots', schedule: '43 * * * * *', run: forgetSnapshots },
]
