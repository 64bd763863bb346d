import type { Job } from '../kit/jobs.ts'
import { bringBackSince } from '../locations/deletion.ts'
import { purgeInspections } from './store.ts'

export const diaryJobs: Job[] = [
  {
    name: 'purge-deleted-inspections',
    schedule: '0 41 3 * * *',
    run: world => purgeInspections(world.db, bringBackSince(world.now())),
  },
]
