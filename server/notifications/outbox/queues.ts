import { CHANNELS } from '#shared/contract/alerts/alert-delivery.ts'
import { failedSince, type Queue } from '../../kit/queues/queues.ts'
import { outboxByChannel } from './outbox-store.ts'

/** Messages that wait to go out, by channel. */
export const outboxQueues: Queue[] = CHANNELS.map(channel => ({
  name: `outbox_${channel}`,
  state: async (db, now) => {
    const rows = (await outboxByChannel(db, failedSince(now))).filter(row => row.channel === channel)
    const waiting = rows.find(({ state }) => state === 'waiting')
    return {
      waiting: Number(waiting?.count ?? 0),
      oldest_at: waiting?.oldest_at ?? null,
      failed: Number(rows.find(({ state }) => state === 'refused')?.count ?? 0),
    }
  },
}))
