import { CHANNELS } from '#shared/contract/alerts/alert-delivery.ts'
import { failedSince, type Queue } from '../../kit/queues/queues.ts'
import { countOutbox } from './outbox-store.ts'

/** Messages that wait to go out, by channel. */
export const outboxQueues: Queue[] = CHANNELS.map(channel => ({
  name: `outbox_${channel}`,
  state: (db, now) => countOutbox(db, channel, failedSince(now)),
}))
