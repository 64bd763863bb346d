import type { Job } from '../kit/jobs.ts'
import { forgetCopies, makeCopies } from './make-copies.ts'

export const personalDataJobs: Job[] = [
  { name: 'make-data-copies', schedule: '*/5 * * * * *', takesRows: true, run: makeCopies },
  { name: 'forget-data-copies', schedule: '37 * * * * *', run: forgetCopies },
]
