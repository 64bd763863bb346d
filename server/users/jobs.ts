import type { Job } from '../kit/jobs.ts'
import { forgetCounts } from '../kit/limits/limits.ts'
import { isoNow } from '../kit/services.ts'
import { deleteAttemptsBefore } from './openid-connect/oidc-store.ts'
import { deleteChallengesBefore } from './passkeys/passkey-store.ts'
import { deleteExpired } from './store.ts'
import { tokenJobs } from './tokens/jobs.ts'

export const userJobs: Job[] = [
  ...tokenJobs,
  {
    name: 'end-expired-sessions',
    schedule: '0 17 3 * * *',
    run: async services => {
      await deleteExpired(services.db, isoNow(services))
      await deleteChallengesBefore(services.db, isoNow(services))
      await deleteAttemptsBefore(services.db, isoNow(services))
    },
  },
  {
    name: 'forget-limit-counts',
    schedule: '0 27 * * * *',
    run: async services => void (await forgetCounts(services.db, isoNow(services))),
  },
]
