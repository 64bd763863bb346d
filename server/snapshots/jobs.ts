import type { Job } from '../kit/jobs.ts'
import { forgetSnapshots, makeSnapshots } from './make-snapshots.ts'

export const snapshotJobs: Job[] = [
  { name: 'make-snapshots', schedule: '*/5 * * * * *', takesRows: true, run: makeSnapshots },
  { name: 'forget-snapshots', schedule: '43 * * * * *', run: forgetSnapshots },
]
