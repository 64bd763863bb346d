import type { Job } from '../kit/jobs.ts'
import { bringBackSince } from '../locations/deletion.ts'
import { pushReminders, remind } from './reminders.ts'
import { purgeInspections } from './store.ts'

export const diaryJobs: Job[] = [
  { name: 'remind', schedule: '*/10 * * * * *', run: remind },
  { name: 'reminders-by-push', schedule: '*/10 * * * * *', run: pushReminders },
  {
    name: 'purge-deleted-inspections',
    schedule: '0 41 3 * * *',
    run: world => purgeInspections(world.db, bringBackSince(world.now())),
  },
]
