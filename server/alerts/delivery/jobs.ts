import type { Job } from '../../kit/jobs.ts'
import { notifyByMail } from './by-mail.ts'
import { notifyByPush } from './by-push.ts'
import { notifyByWebhook } from './by-webhook.ts'
import { pingAlarm } from './ping.ts'
import { forgetEndedSubscriptions } from './subscriptions.ts'

/** Jobs of delivery, one for each channel: a webhook that does not answer holds up no letter. */
export const alertDeliveryJobs: Job[] = [
  { name: 'alerts-by-mail', schedule: '*/5 * * * * *', run: notifyByMail },
  { name: 'alerts-by-push', schedule: '*/5 * * * * *', run: notifyByPush },
  { name: 'alerts-by-webhook', schedule: '*/5 * * * * *', run: notifyByWebhook },
  { name: 'alarm-ping', schedule: '33 * * * * *', run: pingAlarm },
  { name: 'forget-ended-push-subscriptions', schedule: '0 37 3 * * *', run: forgetEndedSubscriptions },
]
