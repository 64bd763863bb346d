import type { Job } from '../kit/jobs.ts'
import { bringBackSince } from '../locations/deletion.ts'
import { purgeAreaNotes } from './notes/note-store.ts'
import { remind, takeRemindersOfBefore } from './reminders.ts'
import { purgeInspections } from './store.ts'

export const diaryJobs: Job[] = [
  { name: 'remind', schedule: '*/10 * * * * *', takesRows: true, run: remind },
  { name: 'take-reminders-of-before', schedule: '*/10 * * * * *', takesRows: true, run: takeRemindersOfBefore },
  {
    name: 'purge-deleted-inspections',
    schedule: '0 41 3 * * *',
    run: services => purgeInspections(services.db, bringBackSince(services.now())),
  },
  {
    name: 'purge-deleted-area-notes',
    schedule: '0 43 3 * * *',
    run: services => purgeAreaNotes(services.db, bringBackSince(services.now())),
  },
]
