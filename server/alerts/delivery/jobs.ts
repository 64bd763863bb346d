import type { Job } from '../../kit/jobs.ts'
import { notifyByContactPoint } from './by-contact-point.ts'
import { notifyByMail } from './by-mail.ts'
import { notifyByPush } from './by-push.ts'
import { notifyByWebhook } from './by-webhook.ts'

/** Jobs that write what is due into the outbox, one for each channel. */
export const alertDeliveryJobs: Job[] = [
  { name: 'alerts-by-mail', schedule: '*/5 * * * * *', takesRows: true, run: notifyByMail },
  { name: 'alerts-by-push', schedule: '*/5 * * * * *', takesRows: true, run: notifyByPush },
  { name: 'alerts-by-webhook', schedule: '*/5 * * * * *', takesRows: true, run: notifyByWebhook },
  { name: 'alerts-by-contact-point', schedule: '*/5 * * * * *', takesRows: true, run: notifyByContactPoint },
]
