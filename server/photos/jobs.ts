import type { Job } from '../kit/jobs.ts'
import { removeOrphans } from './keep.ts'

export const photoJobs: Job[] = [
  { name: 'remove-orphaned-photos', schedule: '0 37 * * * *', run: services => removeOrphans(services) },
]
