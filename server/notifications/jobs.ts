import type { Job } from '../kit/jobs.ts'
import { carryOver } from './outbox/carry-over.ts'
import { forgetMessages, sendDue } from './outbox/outbox.ts'
import { forgetEndedSubscriptions } from './subscriptions-store.ts'

export const notificationJobs: Job[] = [
  { name: 'carry-over-mails', schedule: '*/5 * * * * *', takesRows: true, run: carryOver },
  { name: 'send-messages', schedule: '*/5 * * * * *', takesRows: true, run: sendDue },
  { name: 'forget-messages', schedule: '0 7 * * * *', run: forgetMessages },
  { name: 'forget-ended-push-subscriptions', schedule: '0 37 3 * * *', run: forgetEndedSubscriptions },
]
