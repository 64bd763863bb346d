import { isoNow, type Services } from '../../kit/services.ts'
import { markBounced, markDelayed } from '../outbox/outbox-store.ts'
import { topicOf } from '../outbox/topics.ts'
import type { DeliveryStatus } from './delivery-status.ts'

/** Notes what a mail server said of a mail that had been taken, and tells its topic. What is said again changes nothing. */
export const takeBounce = (services: Pick<Services, 'db' | 'now'>, id: number, status: DeliveryStatus): Promise<void> =>
  services.db.transaction().execute(async trx => {
    if (status.end === 'delayed') {
      const message = await markDelayed(trx, id)
      if (message) await topicOf(message)?.delayed?.(trx, id)
      return
    }
    const message = await markBounced(trx, id, status.reason)
    if (message)
      await topicOf(message)?.ended(trx, id, { state: 'failed', at: null, error: status.reason }, isoNow(services))
  })
