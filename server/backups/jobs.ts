import type { Job } from '../kit/jobs.ts'
import { isoNow } from '../kit/services.ts'
import { makeBackups } from './back-up.ts'
import { askForBackup } from './store.ts'

export const backupJobs: Job[] = [
  {
    name: 'ask-for-backup',
    schedule: '0 30 1 * * *',
    run: async services => {
      if (services.environment.BACKUP_DIR !== undefined) await askForBackup(services.db, isoNow(services))
    },
  },
  { name: 'make-backups', schedule: '*/5 * * * * *', takesRows: true, run: makeBackups },
]
